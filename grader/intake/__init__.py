"""A path in, a :class:`~grader.model.Submission` out: read once, repaired where that's safe, or refused by name.

nbformat isn't asked, but for the tests.  It takes 14 s for 100 000 cells, raises six kinds of exception on
broken files, and reads a JSON object without `nbformat` as an empty and valid notebook, which would be a
silent zero.  So this is a reader of our own over :mod:`json`, bounded in size, cells and values, that
drops all outputs while parsing and says what it repaired as findings.  What it can't read is an
:class:`~grader.errors.UnreadableSubmission` whose only argument is a :class:`~grader.model.Text`.
"""

from grader.intake.notebook import read_submission, submission_from

__all__ = ["read_submission", "submission_from"]
