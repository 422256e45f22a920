"""A loop that takes its windows out of a variable of the notebook, and not out of the data that it's given.

The notebook's own text has more different tokens than the grader's small one, so the small model stops at an index that
it has no row for.  A model with a row for each shows where that index comes from.
"""

from __future__ import annotations

from collections.abc import Callable

from grader.checks.student import Settled, Student
from grader.checks.training_loop import Run
from grader.model import Text

__all__ = ["MANY", "foreign_token", "run_with_many_tokens"]

MANY = 1024  # more different tokens than a notebook's text has characters


def run_with_many_tokens(student: Student, role: str, stopped: Settled, ask: Callable[[], Run]) -> Run | None:
    """What `ask` sees with a model of `MANY` tokens, where the call has `stopped` at an index out of range."""
    if stopped.raised is None or stopped.raised.type_name != "IndexError":
        return None
    failed = student.memo.pop(f"{role}.failed", None)
    try:
        return ask()
    except Settled:
        student.memo[f"{role}.failed"] = failed
        return None


def foreign_token(run: Run, vocab_size: int) -> Text | None:
    """Says which token the model was given that isn't in data of `vocab_size` different ones; None where none was."""
    most = max((int(f.ids.max()) for f in run.forwards if f.ids is not None and f.ids.size), default=0)
    if most < vocab_size:
        return None
    return Text(
        "{asked}: the model was given the token {token}, and in the data that the function was given there are tokens "
        "from 0 to {most} only. Where does it take its windows from?",
        {"asked": run.asked, "token": most, "most": vocab_size - 1},
    )
