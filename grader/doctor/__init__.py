"""Proves what confinement is worth on this machine, by attacking it.

A real kernel is started as for a grading, at a level of isolation, and code in it tries what a hostile notebook would:
to read a planted secret, to reach a listener, to signal us, to fill the memory, to outlive its session.  What counts
is what got through on our side, not what the code in there says; where only it can know, the answer that is worse for
us is believed.
"""

from grader.doctor.examination import Finding, Outcome, examine
from grader.doctor.remedies import remedy_for

__all__ = ["Finding", "Outcome", "examine", "remedy_for"]
