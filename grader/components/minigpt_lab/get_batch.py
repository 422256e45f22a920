"""Batches: ``get_batch(data, context, batch_size)`` gives ``(x, y)``, both (batch, context).

Judged by which windows of the data came and where they begin (:mod:`grader.checks.windows`).
"""

from __future__ import annotations

import numpy as np

from grader.checks.claim import Claim
from grader.checks.student import Settled, Student, settled_by, shape_text
from grader.checks.windows import (
    ROLE,
    Batch,
    Places,
    Sizes,
    ask,
    asked_of,
    batches,
    long_batches,
    places_in,
    read,
    tokens_in,
)
from grader.components.component import Component, Form, Role
from grader.model import Raised, Text, Verdict

__all__ = ["COMPONENT"]

# -- the claims ------------------------------------------------------------------------------------


def windows(student: Student) -> Text | None:
    """x is (batch, context), each row a stretch of the data in its order."""
    for batch in long_batches(student, 2, 1):
        if batch.turned:
            student.suspect("get_batch/context_first")
            return Text(
                "x of {asked}: the shape is {got}, expected {expected}: one window in each row.",
                {
                    "asked": batch.asked,
                    "got": shape_text(batch.x.T.shape),
                    "expected": shape_text(batch.x.shape),
                },
            )
        broken = np.argwhere((np.diff(batch.x, axis=1) != 1).any(axis=1))
        if len(broken):
            row = int(broken[0, 0])
            return Text(
                "x of {asked}: a row must be a stretch of the data in its order; row {row} holds the tokens at the "
                "places {places}.",
                {"asked": batch.asked, "row": row, "places": _listed(batch.x[row])},
            )
    return None


def shifted(student: Student) -> Text | None:
    """Each target is the token that comes next in the data after the one in its place in x."""
    for batch in long_batches(student, 2, 2):
        try:
            y = batch.y
        except Settled:
            tokens = tokens_in(batch.raw_y, batch.asked)
            if np.size(tokens) == batch.sizes.batch:
                student.suspect("get_batch/only_the_next_token")
            elif tokens.shape == batch.x[:, 1:].shape and (places_in(batch.place_of, tokens) == batch.x[:, 1:]).all():
                student.suspect("get_batch/one_target_too_few")
            raise
        broken = np.argwhere((y != batch.x + 1).any(axis=1))
        if len(broken):
            row = int(broken[0, 0])
            return Text(
                "{asked}: y must hold the token after each one of x. In row {row}, x has the tokens at the places {x}, "
                "and y those at {y}. {cause}",
                {
                    "asked": batch.asked,
                    "row": row,
                    "x": _listed(batch.x[row]),
                    "y": _listed(y[row]),
                    "cause": _shift(student, y - batch.x),
                },
            )
    return None


def _shift(student: Student, shift: Places) -> Text:
    if (shift == 0).all():
        student.suspect("get_batch/targets_not_shifted")
        return Text("Both are the same.")
    if (shift == 2).all():
        student.suspect("get_batch/shifted_twice")
        return Text("y is two tokens ahead.")
    if (shift == -1).all():
        student.suspect("get_batch/x_and_y_exchanged")
        return Text("y is one token behind.")
    if (shift == shift[:, :1]).all():
        student.suspect("get_batch/starts_of_their_own")
        return Text("They are different windows.")
    return Text("")


def whole_range(student: Student) -> Text | None:
    """Of data with few windows, each comes up, the last one too, and none that has no next token."""
    sizes = Sizes(11, 4, 3)  # seven windows, two of which begin at a multiple of the context
    asked = asked_of(student, sizes)
    long_batches(student, 1, 3)  # what fails there too doesn't fail because of the data's ends
    answers = []
    for seed in range(3, 7):
        reply, place_of = ask(student, sizes, 20, seed, "short")
        if isinstance(reply, Raised):
            student.suspect("get_batch/start_can_overrun")
            return Text(
                "{error}\nWith data so short, a window beyond the end comes up at once: the last one begins at {last}.",
                {"error": settled_by(reply, asked).message, "last": sizes.starts - 1},
            )
        answers.append((student.returned(reply, asked), place_of))
    found = [batch for answer in answers for batch in read(student, sizes, 20, *answer)]
    came = {int(start) for batch in found for start in _first_places(batch)}
    values: dict[str, str | int | float | Text] = {
        "asked": asked,
        "windows": len(found) * sizes.batch,
        "last": sizes.starts - 1,
        "came": _listed(sorted(came)),
    }
    if max(came) >= sizes.starts:
        if all(_wraps(batch) for batch in found):
            student.suspect("get_batch/wraps_around")
        return Text(
            "{asked}: windows began at {came}. The last one that has a next token for each of its own begins at "
            "{last}.",
            values,
        )
    missing = sorted(set(range(sizes.starts)) - came)
    # Nothing is two tokens after the last window's end; that y is two ahead is judged elsewhere.
    if not missing or (missing == [sizes.starts - 1] and all(_two_ahead(batch) for batch in found)):
        return more_rows_than_windows(student)
    if missing == [sizes.starts - 1]:
        student.suspect("get_batch/last_start_never_used")
    elif came == {0}:
        student.suspect("get_batch/always_the_beginning")
    elif all(start % sizes.context == 0 for start in came):
        student.suspect("get_batch/multiples_of_the_context")
    return Text(
        "{asked}: in {windows} windows, the places where they began were {came}. Each from 0 to {last} must come up.",
        values,
    )


def more_rows_than_windows(student: Student) -> Text | None:
    """Each row draws its start by itself, so a batch is full however short the data are."""
    sizes = Sizes(8, 4, 7)  # four windows
    try:
        batches(student, sizes, 1, 3, "few")
    except Settled as settled:
        if settled.verdict not in (Verdict.WRONG, Verdict.RAISED):
            raise
        student.suspect("get_batch/without_replacement")
        return Text(
            "{error}\nSo few tokens hold only {windows} windows, and a batch has as many rows as are asked for: some "
            "may begin at the same place.",
            {"error": settled.message, "windows": sizes.starts},
        )
    return None


def _first_places(batch: Batch) -> Places:
    """Where the windows begin; where x and y are exchanged, which is judged elsewhere, y begins first."""
    try:
        y = batch.y[:, 0]
    except Settled:
        return batch.starts
    return y if (y == batch.starts - 1).all() else batch.starts


def _two_ahead(batch: Batch) -> bool:
    try:
        return bool((batch.y == batch.x + 2).all())
    except Settled:
        return False


def _wraps(batch: Batch) -> bool:
    """Is each row, and its targets, a stretch of data that go on at their beginning?"""
    n = batch.sizes.tokens
    try:
        return bool((np.diff(batch.x, axis=1) % n == 1).all() and ((batch.y - batch.x) % n == 1).all())
    except Settled:
        return False


def random_starts(student: Student) -> Text | None:
    """Each row has a start of its own, each call others, and the seed decides."""
    spared = tuple(sorted(student.unseeded))
    first, second = long_batches(student, 2, 11, spared)
    asked = first.asked
    starts = first.starts
    if len(set(map(int, starts))) == 1 and len(set(map(int, second.starts))) == 1:
        name = "always_the_beginning" if starts[0] == second.starts[0] == 0 else "one_start_for_all"
        student.suspect(f"get_batch/{name}")
        return Text(
            "{asked}: all rows begin at the same place ({start}); each must have a start of its own.",
            {"asked": asked, "start": int(starts[0])},
        )
    if np.array_equal(starts, second.starts):
        student.suspect("get_batch/seeded_in_the_function")
        return Text(
            "{asked}: two calls, one after the other, gave the same windows. If a seed is set within the function, "
            "every batch is the same.",
            {"asked": asked},
        )
    if _in_order(first) and _in_order(second):
        student.suspect("get_batch/in_order")
        return Text(
            "{asked}: the windows began at {starts}, one after the other; the starts must be drawn at random.",
            {"asked": asked, "starts": _listed(starts)},
        )
    again, _ = long_batches(student, 2, 11, spared)
    other, _ = long_batches(student, 2, 71, spared)
    if not np.array_equal(starts, again.starts):
        student.suspect("get_batch/generator_no_seed_reaches")
        return Text(
            "{asked}: after the same seed (Python's, NumPy's and torch's), other windows came up the second time. Draw "
            "from a generator that a seed reaches.",
            {"asked": asked},
        )
    if np.array_equal(starts, other.starts):
        return Text("{asked}: the windows are the same whatever the seed.", {"asked": asked})
    return None


def _in_order(batch: Batch) -> bool:
    return len(set(np.diff(batch.starts).tolist())) == 1


def _listed(places: Places | list[int]) -> str:
    return ", ".join("?" if place < 0 else str(int(place)) for place in places)


COMPONENT = Component(
    "get_batch",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("data", "context", "batch_size"),
                    3,
                    ("lote", "obtener_lote", "get_lote", "batch", "sacar_lote", "crear_lote"),
                ),
            ),
            (
                Claim("windows", Text("x holds windows of the data, (batch, context)"), windows),
                Claim("shifted", Text("y is x moved by one token"), shifted),
                Claim("whole_range", Text("every window can come up, the last one too"), whole_range),
                Claim("random_starts", Text("the starts are random"), random_starts),
            ),
            supporting=("random_starts",),  # random tokens have them too
        ),
    ),
)
