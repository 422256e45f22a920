"""HOW to judge: one module per way of judging.

A check is a frozen dataclass with an `id` and a `title`, called with a
:class:`~grader.checks.student.Student` and giving back a :class:`~grader.model.CheckResult`.
It never touches a kernel: the student that it's given answers through an ``Ask``.

Inside one check, `Settled` carries a verdict out of a helper as soon as it's known ("that
isn't an array").  It is control flow within the check and never leaves :func:`run`: to the rest
of the program a student's fault is a value.
"""

from grader.checks.student import Check, References, Settled, Student, run

__all__ = ["Check", "References", "Settled", "Student", "run"]
