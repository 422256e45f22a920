"""Batches: ``get_batch(data, context, batch_size)`` gives ``(x, y)``, both (batch, context).

The tokens that are asked with are all different, so each one tells its place in the data: which windows came, and where
they begin, is read off and not guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.student import Settled, Student, of_shape, settled_by, shape_text
from grader.components.component import Component, Form, Role
from grader.model import Array, CallFunction, NoReply, Raised, Repeated, Reply, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "get_batch"
LONG = 1500  # a window that may begin one too late hardly ever comes here, and has a check of its own

Places = NDArray[np.int64]


@dataclass(frozen=True)
class Sizes:
    tokens: int
    context: int
    batch: int

    @property
    def starts(self) -> int:
        """How many windows have a next token for each of theirs."""
        return self.tokens - self.context


@dataclass(frozen=True, eq=False)
class Batch:
    """`x` and `y` as places in the data, -1 for a token that isn't in it; y is raw until it's looked at."""

    asked: Text
    sizes: Sizes
    x: Places
    raw_y: Value
    turned: bool
    place_of: Mapping[int, int]

    @property
    def y(self) -> Places:
        """(batch, context), else settled WRONG."""
        asked = Text("y of {asked}", {"asked": self.asked})
        tokens = _tokens(self.raw_y, asked)
        if self.turned and tokens.ndim == 2:
            tokens = tokens.T
        shape = (self.sizes.batch, self.sizes.context)
        return _places(self.place_of, of_shape(Array(tokens), shape, asked).data)

    @property
    def starts(self) -> Places:
        return self.x[:, 0]


def ask(student: Student, sizes: Sizes, times: int, seed: int, label: str) -> tuple[Reply, dict[int, int]]:
    """The raw reply to `times` calls, and each token's place in the data they were asked with."""
    dice = student.dice(f"get_batch.{label}")
    tokens = dice.permutation(np.arange(50, 50 + sizes.tokens))
    question = CallFunction(
        student.found[ROLE].name, (student.array(tokens), sizes.context, sizes.batch), _required(student), seed=seed
    )
    return student.ask(Repeated(question, times)), {int(token): place for place, token in enumerate(tokens)}


def _required(student: Student) -> dict[str, Value]:
    """A device that is asked for without a default."""
    names = [p.name for p in student.found[ROLE].parameters[3:] if p.required and "dev" in p.name.lower()]
    return dict.fromkeys(names, "cpu")


def batches(student: Student, sizes: Sizes, times: int, seed: int, label: str) -> list[Batch]:
    """`times` batches after one seed, else settled."""
    asked = _asked(student, sizes)
    reply, place_of = ask(student, sizes, times, seed, label)
    values = student.returned(reply, asked).value
    if not isinstance(values, tuple) or len(values) != times:
        raise Settled(Verdict.UNREADABLE, asked)
    return [_read(student, sizes, value, place_of, asked) for value in values]


def long_batches(student: Student, times: int, seed: int) -> list[Batch]:
    """From data so long that the ends don't matter; where they did after all, of another seed."""
    failure: Settled | None = None
    for attempt in range(3):
        try:
            return batches(student, Sizes(LONG, 6, 5), times, seed + attempt, "long")
        except Settled as settled:
            if settled.verdict is not Verdict.RAISED:
                raise
            failure = settled
    assert failure is not None
    raise failure


def _asked(student: Student, sizes: Sizes) -> Text:
    return Text(
        "{name} of {tokens} tokens, context {context}, batch size {batch}",
        {
            "name": student.found[ROLE].name,
            "tokens": sizes.tokens,
            "context": sizes.context,
            "batch": sizes.batch,
        },
    )


def _read(student: Student, sizes: Sizes, value: Value, place_of: Mapping[int, int], asked: Text) -> Batch:
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, Array) and value.data.ndim == 3:  # stacked: x, y = ... takes that apart too
        value = tuple(Array(part, value.library, value.dtype) for part in value.data)
    if not isinstance(value, tuple) or len(value) != 2:
        raise Settled(Verdict.WRONG, Text("{asked}: a pair (x, y) is expected.", {"asked": asked}))
    asked_x = Text("x of {asked}", {"asked": asked})
    tokens = _tokens(value[0], asked_x)
    shape = (sizes.batch, sizes.context)
    turned = tokens.shape == shape[::-1] != shape
    x = _places(place_of, of_shape(Array(tokens.T if turned else tokens), shape, asked_x).data)
    if (x < 0).any():
        raise Settled(Verdict.WRONG, Text("{asked}: tokens came that aren't in the data.", {"asked": asked_x}))
    if all(len(set(map(int, row))) == 1 for row in x):
        raise Settled(
            Verdict.WRONG, Text("{asked}: each row holds one token over and over, not a window.", {"asked": asked_x})
        )
    return Batch(asked, sizes, x, value[1], turned, place_of)


def _tokens(value: Value, asked: Text) -> NDArray[np.int64]:
    if isinstance(value, tuple) and value and all(isinstance(part, Array) for part in value):
        rows = [part.data for part in value if isinstance(part, Array)]
        value = Array(np.stack(rows)) if len({row.shape for row in rows}) == 1 else value
    if isinstance(value, tuple):
        try:
            value = Array(np.array(value, dtype=np.int64))
        except (TypeError, ValueError, OverflowError):
            value = None
    if not isinstance(value, Array):
        raise Settled(Verdict.WRONG, Text("{asked}: a tensor of token ids is expected.", {"asked": asked}))
    if value.data.dtype.kind not in "iu":
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: the ids are {dtype}; an embedding takes whole numbers only.",
                {"asked": asked, "dtype": value.dtype},
            ),
        )
    return value.data.astype(np.int64)


def _places(place_of: Mapping[int, int], tokens: NDArray[np.int64]) -> Places:
    places: Places = np.array([place_of.get(int(token), -1) for token in tokens.ravel()], dtype=np.int64)
    return places.reshape(tokens.shape)


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
            tokens = _tokens(batch.raw_y, batch.asked)
            if np.size(tokens) == batch.sizes.batch:
                student.suspect("get_batch/only_the_next_token")
            elif tokens.shape == batch.x[:, 1:].shape and (_places(batch.place_of, tokens) == batch.x[:, 1:]).all():
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
    asked = _asked(student, sizes)
    long_batches(student, 1, 3)  # what fails there too doesn't fail because of the data's ends
    for seed in range(3, 7):
        reply, _ = ask(student, sizes, 20, seed, "short")
        if isinstance(reply, Raised):
            student.suspect("get_batch/start_can_overrun")
            return Text(
                "{error}\nWith data so short, a window beyond the end comes up at once: the last one begins at {last}.",
                {"error": settled_by(reply, asked).message, "last": sizes.starts - 1},
            )
        if isinstance(reply, NoReply):
            raise settled_by(reply, asked)
    found = [batch for seed in range(3, 7) for batch in batches(student, sizes, 20, seed, "short")]
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
    first, second = long_batches(student, 2, 11)
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
    again, _ = long_batches(student, 2, 11)
    other, _ = long_batches(student, 2, 71)
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
