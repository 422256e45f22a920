"""Implement it yourself: does the student's code call what it was asked to build?

The whole component as one library call isn't an implementation (contract): ``F.softmax`` isn't a softmax, though it's
welcome inside attention.  What is forbidden stands in the rubric, per item, as concepts; `CONCEPTS` has what each
means.  There are two kinds of evidence, each with its place:

- running: one unscored call is made under witnesses (``witnesses``, ``grader.inside.witness``).  A call that they see
  is a violation and costs what the rubric says;
- reading: library calls in the code that the graded names lead to (``reading``).  It sees the branches that the trial
  didn't take and says more where something kept the witnesses from looking.  By itself it's a note and costs nothing.

It is evidence for a person and no security: code that is made from text while it runs isn't read.
"""

from grader.own_work.concepts import CONCEPTS
from grader.own_work.evidence import Evidence
from grader.own_work.reading import library_calls_reached
from grader.own_work.witnesses import Examples, examine

__all__ = ["CONCEPTS", "Evidence", "Examples", "examine", "library_calls_reached"]
