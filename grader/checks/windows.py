"""Windows of data that a student's function draws, in batches: which came, read off and not guessed.

The tokens that are asked with are all different, so each one tells its place in the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Settled, Student, of_shape
from grader.model import Array, CallFunction, Repeated, Reply, Text, Value, Verdict

__all__ = [
    "ROLE",
    "Batch",
    "Places",
    "Sizes",
    "ask",
    "asked_of",
    "batches",
    "long_batches",
    "places_in",
    "read",
    "tokens_in",
]

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
        tokens = tokens_in(self.raw_y, asked)
        if self.turned and tokens.ndim == 2:
            tokens = tokens.T
        shape = (self.sizes.batch, self.sizes.context)
        return places_in(self.place_of, of_shape(Array(tokens), shape, asked).data)

    @property
    def starts(self) -> Places:
        return self.x[:, 0]


def ask(
    student: Student, sizes: Sizes, times: int, seed: int, label: str, spared: tuple[str, ...] = ()
) -> tuple[Reply, dict[int, int]]:
    """The raw reply to `times` calls (`spared` as in `Repeated`), and each token's place in the data asked with."""
    dice = student.dice(f"get_batch.{label}")
    tokens = dice.permutation(np.arange(50, 50 + sizes.tokens))
    question = CallFunction(
        student.found[ROLE].name, (student.array(tokens), sizes.context, sizes.batch), _required(student), seed=seed
    )
    reply = student.ask(Repeated(question, times, spared=spared))
    return reply, {int(token): place for place, token in enumerate(tokens)}


def _required(student: Student) -> dict[str, Value]:
    """A device that is asked for without a default."""
    names = [p.name for p in student.found[ROLE].parameters[3:] if p.required and "dev" in p.name.lower()]
    return dict.fromkeys(names, "cpu")


def batches(
    student: Student, sizes: Sizes, times: int, seed: int, label: str, spared: tuple[str, ...] = ()
) -> list[Batch]:
    """`times` batches after one seed, else settled."""
    return read(student, sizes, times, *ask(student, sizes, times, seed, label, spared))


def read(student: Student, sizes: Sizes, times: int, reply: Reply, place_of: Mapping[int, int]) -> list[Batch]:
    """The batches in what `ask` gave, else settled."""
    asked = asked_of(student, sizes)
    values = student.returned(reply, asked).value
    if not isinstance(values, tuple) or len(values) != times:
        raise Settled(Verdict.UNREADABLE, asked)
    return [_batch(sizes, value, place_of, asked) for value in values]


def long_batches(student: Student, times: int, seed: int, spared: tuple[str, ...] = ()) -> list[Batch]:
    """From data so long that the ends don't matter; where they did after all, of another seed."""
    failure: Settled | None = None
    for attempt in range(3):
        try:
            return batches(student, Sizes(LONG, 6, 5), times, seed + attempt, "long", spared)
        except Settled as settled:
            if settled.verdict is not Verdict.RAISED:
                raise
            failure = settled
    assert failure is not None
    raise failure


def asked_of(student: Student, sizes: Sizes) -> Text:
    return Text(
        "{name} of {tokens} tokens, context {context}, batch size {batch}",
        {
            "name": student.found[ROLE].name,
            "tokens": sizes.tokens,
            "context": sizes.context,
            "batch": sizes.batch,
        },
    )


def _batch(sizes: Sizes, value: Value, place_of: Mapping[int, int], asked: Text) -> Batch:
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, Array) and value.data.ndim == 3:  # stacked: x, y = ... takes that apart too
        value = tuple(Array(part, value.library, value.dtype) for part in value.data)
    if not isinstance(value, tuple) or len(value) != 2:
        raise Settled(Verdict.WRONG, Text("{asked}: a pair (x, y) is expected.", {"asked": asked}))
    asked_x = Text("x of {asked}", {"asked": asked})
    tokens = tokens_in(value[0], asked_x)
    shape = (sizes.batch, sizes.context)
    turned = tokens.shape == shape[::-1] != shape
    x = places_in(place_of, of_shape(Array(tokens.T if turned else tokens), shape, asked_x).data)
    if (x < 0).any():
        raise Settled(Verdict.WRONG, Text("{asked}: tokens came that aren't in the data.", {"asked": asked_x}))
    if all(len(set(map(int, row))) == 1 for row in x):
        raise Settled(
            Verdict.WRONG, Text("{asked}: each row holds one token over and over, not a window.", {"asked": asked_x})
        )
    return Batch(asked, sizes, x, value[1], turned, place_of)


def tokens_in(value: Value, asked: Text) -> NDArray[np.int64]:
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


def places_in(place_of: Mapping[int, int], tokens: NDArray[np.int64]) -> Places:
    places: Places = np.array([place_of.get(int(token), -1) for token in tokens.ravel()], dtype=np.int64)
    return places.reshape(tokens.shape)
