"""Many draws of a function that picks the next token from logits, whatever its parameters are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from grader.checks.sampling import departs, softmax
from grader.checks.student import Settled, Student, settled_by
from grader.model import Array, CallFunction, Definition, Raised, Repeated, Reply, Returned, Text, Value, Verdict

__all__ = [
    "Draws",
    "as_ids",
    "attempt",
    "draw",
    "draw_again",
    "has",
    "names_of",
    "note_changed_logits",
    "sorted_order",
    "unsorted",
]

Numbers = NDArray[np.float64]

ROLE = "sample_next"
_DRAWS = 900  # enough to tell two laws apart
_NOTHING: Mapping[str, Value] = MappingProxyType({})
OPTIONS = ("temperature", "top_k", "top_p")  # the contract's order, behind the logits

# In lower case; what students call them.
_SYNONYMS: Mapping[str, frozenset[str]] = {
    "temperature": frozenset({"temperature", "temperatura", "temp", "t", "tau"}),
    "top_k": frozenset({"top_k", "topk", "k", "k_top", "mejores", "n_top"}),
    "top_p": frozenset(
        {"top_p", "topp", "p", "p_top", "nucleus", "nucleo", "núcleo", "nucleus_p", "p_acumulada", "masa"}
    ),
}


@dataclass(frozen=True, eq=False)
class Draws:
    """`tokens` are the ids that came up, one per call."""

    asked: Text
    tokens: NDArray[np.int64]
    size: int

    @property
    def counts(self) -> NDArray[np.int64]:
        return np.bincount(self.tokens, minlength=self.size)

    @property
    def support(self) -> frozenset[int]:
        return frozenset(map(int, self.tokens))


def names_of(definition: Definition) -> dict[str, str]:
    """The student's name for each option that they have: by name, else by its place."""
    nameable = [p.name for p in definition.parameters if p.kind in ("positional", "keyword_only")]
    known = {option: name for option, names in _SYNONYMS.items() for name in nameable[1:] if name.lower() in names}
    for option, parameter in zip(OPTIONS, definition.positional[1:], strict=False):
        if option not in known and parameter.name not in known.values():
            known[option] = parameter.name
    return known


def has(student: Student, option: str) -> bool:
    return option in names_of(student.found[ROLE])


def draw(
    student: Student, logits: Numbers, times: int, seed: int = 0, *, deaf: bool = False, **options: float | int
) -> Draws:
    """`times` tokens drawn from `logits` (V,) with `options`, else a settled verdict; `deaf` as in `Repeated`."""
    asked = _asked(student, logits, options)
    return _drawn_in(attempt(student, logits, times, seed, deaf=deaf, **options), times, len(logits), asked)


def _drawn_in(reply: Reply, times: int, size: int, asked: Text) -> Draws:
    """The `times` tokens in `reply`, out of `size`, else a settled verdict."""
    if not isinstance(reply, Returned):
        raise settled_by(reply, asked)
    values = reply.value if isinstance(reply.value, tuple) else ()
    tokens = [_token(value, size, asked) for value in values]
    if len(tokens) != times:
        raise Settled(Verdict.UNREADABLE, asked)
    return Draws(asked, np.array(tokens, dtype=np.int64), size)


def attempt(
    student: Student, logits: Numbers, times: int, seed: int = 0, *, deaf: bool = False, **options: float | int
) -> Reply:
    """The raw reply: a sequence of `times` values, or what was raised.

    Where logits of shape (V,) raise, (1, V) is tried, which some models give.
    """
    row = Repeated(_question(student, logits[None], seed, options), times, deaf)
    if student.memo.get("sampling.row"):
        return student.ask(row)
    reply = student.ask(Repeated(_question(student, logits, seed, options), times, deaf))
    if isinstance(reply, Raised) and "sampling.row" not in student.memo:
        other = student.ask(row)
        if isinstance(other, Returned):
            student.memo["sampling.row"] = True
            return other
    elif isinstance(reply, Returned):
        student.memo["sampling.row"] = False
    return reply


def draw_again(
    student: Student,
    logits: Numbers,
    times: int,
    seed: int,
    spared: tuple[str, ...] = (),
    beside: Mapping[str, Value] = _NOTHING,
) -> Draws | None:
    """As `draw`, once it's known how logits are taken; None where arguments `beside` them aren't.

    `spared` as in `Repeated`.
    """
    given = logits[None] if student.memo.get("sampling.row") else logits
    reply = student.ask(Repeated(_question(student, given, seed, {}, beside), times, spared=spared))
    if beside and not isinstance(reply, Returned):
        return None
    return _drawn_in(reply, times, len(logits), _asked(student, logits, {}))


def _question(
    student: Student,
    logits: Numbers,
    seed: int,
    options: Mapping[str, float | int],
    beside: Mapping[str, Value] = _NOTHING,
) -> CallFunction:
    """One call for a token from `logits`, (V,) or (1, V), with `options` and what is given `beside` them."""
    definition = student.found[ROLE]
    names = names_of(definition)
    required = {p.name for p in definition.parameters if p.required}
    neutral: dict[str, Value] = {"temperature": 1.0, "top_k": None, "top_p": None}
    keywords = {names[option]: value for option, value in neutral.items() if names.get(option) in required}
    keywords |= {names[option]: value for option, value in options.items()} | dict(beside)
    return CallFunction(definition.name, (student.array(logits),), keywords, seed=seed)


def _asked(student: Student, logits: Numbers, options: Mapping[str, float | int]) -> Text:
    names = names_of(student.found[ROLE])
    values: dict[str, str | int | float | Text] = {
        "name": student.found[ROLE].name,
        "logits": f"[{', '.join(f'{z:.3g}' for z in logits)}]",
        "options": "".join(f", {names.get(option, option)} = {value:g}" for option, value in options.items()),
    }
    return Text("{name} of logits {logits}{options}", values)


def _token(value: Value, size: int, asked: Text) -> int:
    if isinstance(value, tuple) and value and isinstance(value[0], int | Array):
        value = value[0]  # with the probabilities beside it
    if isinstance(value, Array) and value.data.size == 1 and value.data.dtype.kind in "iu":
        value = int(value.data.reshape(-1)[0])
    if type(value) is not int:
        raise Settled(Verdict.WRONG, Text("{asked}: one token id, a whole number, is expected.", {"asked": asked}))
    if not 0 <= value < size:
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: the token {got} came back; the ids go from 0 to {last}.",
                {"asked": asked, "got": value, "last": size - 1},
            ),
        )
    return value


def note_changed_logits(student: Student, logits: Numbers) -> None:
    """Say so where a call changes the array that it's given: whoever draws from it again draws from another one."""
    for option, value in (("temperature", 2.0), ("top_k", 2), ("top_p", 0.5)):
        if not has(student, option):
            continue
        given = logits[None] if student.memo.get("sampling.row") else logits
        asked = replace(_question(student, given, 1, {option: value}), arguments_after=True)
        reply = student.ask(asked)
        after = reply.arguments_after[0] if isinstance(reply, Returned) and reply.arguments_after else None
        before = asked.args[0]
        if isinstance(after, Array) and isinstance(before, Array) and not np.array_equal(after.data, before.data):
            student.note(
                Text(
                    "{asked}: the logits that were handed over are others after the call. Whoever draws from them a "
                    "second time doesn't draw from what the model gave; work on a copy.",
                    {"asked": _asked(student, logits, {option: value})},
                )
            )
            return


# -- ids, or places in a sorted list ----------------------------------------------------------------


def unsorted(dice: np.random.Generator, falling: Numbers) -> Numbers:
    """A permutation in which the place of a token tells nothing: no set of likeliest ones stands in front, or at the
    end, so that places differ from ids whichever way a student sorts; of 4 values, two permutations are such.
    """
    while True:
        values = dice.permutation(falling)
        order = np.argsort(-values)
        size = len(values)
        if all(set(order[:k]) not in (set(range(k)), set(range(size - k, size))) for k in range(1, size)):
            return values


def sorted_order(student: Student) -> Literal[-1, 0, 1]:
    """Is what comes back no id but the place in a sorted list, from the largest down (-1) or from the least up (1)?

    Asked where something is wrong.  It costs `temperature`, which looks at how often each id comes up; what else is
    judged is then judged in places: one mistake isn't paid for in every check.
    """
    if "sampling.order" not in student.memo:
        dice = student.dice("sampling.order")
        logits = unsorted(dice, np.array([2.0, 1.0, 0.0, -1.0]))
        run = draw(student, logits, _DRAWS, int(dice.integers(2**31)), deaf=True)
        found = 0
        if departs(run.counts, softmax(logits), 12):
            ways = ((sign, softmax(logits)[np.argsort(sign * logits)]) for sign in (-1, 1))
            found = next((sign for sign, of_places in ways if not departs(run.counts, of_places, 12)), 0)
        student.memo["sampling.order"] = found
    order: Literal[-1, 0, 1] = student.memo["sampling.order"]
    return order


def as_ids(student: Student, logits: Numbers, run: Draws) -> Draws:
    """`run`, or what it would be if places were turned into ids."""
    order = sorted_order(student)
    return run if order == 0 else replace(run, tokens=np.argsort(order * logits)[run.tokens])
