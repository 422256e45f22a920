"""The student as a check sees them: someone to ask, by the names that were found."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from grader.checks.endings import told
from grader.checks.own_faults import failed
from grader.compare import NotNumbers, numbers
from grader.model import (
    Array,
    Ask,
    CallFunction,
    CheckResult,
    Definition,
    Library,
    NoReply,
    Observation,
    Opaque,
    Raised,
    Reply,
    Returned,
    Text,
    Value,
    Verdict,
)
from grader.model.pace import Bench

__all__ = ["Check", "References", "Settled", "Student", "run"]

log = logging.getLogger("grader.checks")


class References(Protocol):
    """The teacher's reference modules by component: ``references.softmax.softmax(z)``."""

    def __getattr__(self, component: str) -> Any: ...
    def needs_torch_(self, component: str) -> bool: ...


class Check(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> Text: ...
    def __call__(self, student: Student) -> CheckResult: ...


class Settled(Exception):
    """A verdict reached inside a helper.  Caught in :func:`run`, never seen outside of it."""

    def __init__(
        self, verdict: Verdict, message: Text, *, raised: Raised | None = None, suspects: tuple[str, ...] = ()
    ) -> None:
        super().__init__(str(message))
        self.verdict = verdict
        self.message = message
        self.raised = raised
        self.suspects = suspects


@dataclass
class Student:
    """One way in which the student wrote a component.

    `found` maps each role (the contract's canonical name) to what was found for it.
    `memo` carries discoveries from one check to the next (the mask convention, a weight layout), so that
    each is made once.  `observations` are what the running check has seen; `notes` what it assumed; `suspects`
    ids of misconceptions (``component/mistake``) that it recognised by itself.  `bench` is where the code can be
    timed; None where nothing is.  `unseeded` are names of the notebook's generators that are made without a seed.
    """

    ask: Ask
    found: Mapping[str, Definition]
    library: Library
    seed: int
    references: References
    memo: dict[str, Any] = field(default_factory=dict)
    observations: list[Observation] = field(default_factory=list)
    notes: list[Text] = field(default_factory=list)
    suspects: list[str] = field(default_factory=list)
    bench: Bench | None = None
    unseeded: frozenset[str] = frozenset()

    def dice(self, label: str) -> np.random.Generator:
        """A generator for `label`: the same seed and label give the same inputs, whatever else is asked."""
        return np.random.default_rng([self.seed, zlib.crc32(label.encode())])

    def array(self, data: npt.NDArray[Any], dtype: str | None = None) -> Array:
        """`data` as an argument in the student's library.

        NumPy functions are given float64 and torch functions float32, the defaults of each: code
        that builds a mask or a table inside has those types too.
        """
        if dtype is None and data.dtype.kind == "f":
            dtype = "float64" if self.library == "numpy" else "float32"
        converted = data if dtype is None else data.astype(dtype)
        return Array(np.ascontiguousarray(converted).reshape(data.shape), self.library)

    def call(
        self,
        role: str,
        *args: Value | npt.NDArray[Any],
        case: str = "",
        keywords: Mapping[str, Value] | None = None,
        arguments_after: bool = False,
        gradient_of: tuple[int, ...] = (),
        cotangent: Array | None = None,
        seed: int = 0,
    ) -> Reply:
        """Ask for the function in `role` and note what came back."""
        plain = tuple(self.array(arg) if isinstance(arg, np.ndarray) else arg for arg in args)
        reply = self.ask(
            CallFunction(
                name=self.found[role].name,
                args=plain,
                keywords=keywords or {},
                arguments_after=arguments_after,
                gradient_of=gradient_of,
                cotangent=cotangent,
                seed=seed,
            )
        )
        self.observe(role, case, plain, reply, keywords)
        return reply

    def observe(
        self, role: str, case: str, args: tuple[Value, ...], reply: Reply, keywords: Mapping[str, Value] | None = None
    ) -> None:
        """Note what the function in `role` gave for `args`, told as the references' functions take them."""
        got = to_keep(reply.value) if isinstance(reply, Returned) else None
        raised = reply if isinstance(reply, Raised) else None
        self.observations.append(Observation(role, case, args, keywords or {}, got, raised))

    def returned(self, reply: Reply, asked: Text | str) -> Returned:
        """The reply if it came back; else the verdict is settled, naming what was `asked`."""
        if isinstance(reply, Returned):
            return reply
        raise settled_by(reply, asked)

    def numbers(self, value: Value, asked: Text | str) -> Array:
        """`value` as an array of numbers, else settled as WRONG."""
        result = numbers(value)
        if isinstance(result, NotNumbers):
            raise Settled(
                Verdict.WRONG,
                Text(
                    "{asked}: an array of numbers is expected, but {what} came back.",
                    {"asked": asked, "what": result.what},
                ),
            )
        return result

    def note(self, text: Text) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def suspect(self, misconception: str) -> None:
        """Name the mistake that the running check looks at; it counts only if the check fails."""
        if misconception not in self.suspects:
            self.suspects.append(misconception)


# Honest answers have 3 MB at most.  What a hostile function returns each time it's asked would add up.
MOST_KEPT_BYTES = 8 << 20


def to_keep(value: Value) -> Value:
    """`value` to look back at once the check is through; only a word of it where it's too large for that."""
    return value if _bytes_of(value) <= MOST_KEPT_BYTES else Opaque("an answer of many megabytes")


def _bytes_of(value: Value) -> int:
    if isinstance(value, Array):
        return value.data.nbytes
    if isinstance(value, Mapping):
        value = tuple(value.values())
    return sum(map(_bytes_of, value)) if isinstance(value, tuple) else 0


def settled_by(reply: Raised | NoReply, asked: Text | str) -> Settled:
    """The verdict that a reply without a value settles."""
    if isinstance(reply, NoReply):
        return Settled(reply.verdict, told(reply, asked))
    values: dict[str, str | int | float | Text] = {
        "asked": asked,
        "type": reply.type_name,
        "error": reply.in_brief(400),
        "cell": reply.cell or 0,
        "line": reply.line or 0,
        "code": reply.source_line.strip(),
    }
    if reply.cell is None:
        return Settled(Verdict.RAISED, Text("{asked}: {type}: {error}", values), raised=reply)
    return Settled(
        Verdict.RAISED,
        Text("{asked}: {type} in cell {cell}, line {line}: {error}\n    {code}", values),
        raised=reply,
    )


def run(check: Check, student: Student) -> CheckResult:
    """Run one check.  A fault of ours inside it is UNGRADABLE: never a zero, never points."""
    student.observations = []
    student.notes = []
    student.suspects = []
    try:
        result = check(student)
    except Settled as settled:
        result = CheckResult(
            check.id, settled.verdict, settled.message, suspects=settled.suspects, raised=settled.raised
        )
    except Exception as error:  # our own mistake, whatever it is
        log.exception("check %s failed", check.id)
        result = CheckResult(check.id, Verdict.UNGRADABLE, failed(error))
    return replace(
        result,
        notes=(*result.notes, *student.notes),
        observations=(*result.observations, *student.observations),
        suspects=(*result.suspects, *student.suspects),
    )


def passed(check: Check) -> CheckResult:
    return CheckResult(check.id, Verdict.PASSED)


def wrong(check: Check, message: Text, suspects: tuple[str, ...] = ()) -> CheckResult:
    """`suspects` are ids of misconceptions (``component/mistake``) that the check recognised by itself."""
    return CheckResult(check.id, Verdict.WRONG, message, suspects=suspects)


def not_applicable(check: Check) -> CheckResult:
    return CheckResult(check.id, Verdict.NOT_APPLICABLE)


def first_array(value: Value) -> Value:
    """The value itself, or the first element of a pair (or mapping) whose parts are arrays.

    A mapping without any array stays what it is, so that it's called a dict.
    """
    if isinstance(value, Mapping):
        parts = tuple(value.values())
        has_arrays = any(isinstance(part, Array) and part.data.ndim > 0 for part in parts)
        if not has_arrays and not (parts and all(isinstance(part, tuple) for part in parts)):
            return value
        value = parts
    if isinstance(value, tuple) and value and isinstance(value[0], Array) and value[0].data.ndim > 0:
        return value[0]
    return value


def without_leading_ones(array: Array, rank: int) -> Array:
    """`array` without axes of length 1 in front, down to `rank` axes: a batch of one is what's in it."""
    data = array.data
    while data.ndim > rank and data.shape[0] == 1:
        data = data[0]
    return Array(data, array.library, array.dtype)


def of_shape(got: Array, shape: tuple[int, ...], asked: Text | str) -> Array:
    """`got` if it has this `shape`, else settled as WRONG."""
    if got.shape == shape:
        return got
    raise wrong_shape(asked, got.shape, shape)


def wrong_shape(
    asked: Text | str, got: Iterable[int], expected: Iterable[int], *, suspects: tuple[str, ...] = ()
) -> Settled:
    """The verdict that an array of another shape settles."""
    return Settled(
        Verdict.WRONG,
        Text(
            "{asked}: the shape is {got}, expected {expected}.",
            {"asked": asked, "got": shape_text(got), "expected": shape_text(expected)},
        ),
        suspects=suspects,
    )


def shape_text(shape: Iterable[int]) -> str:
    extents = list(shape)
    return f"({', '.join(map(str, extents))}{',' if len(extents) == 1 else ''})"


def number_text(value: float) -> str:
    """Enough digits to see a difference, no more."""
    return f"{value:.6g}"


def index_text(index: Sequence[int]) -> str:
    return f"[{', '.join(map(str, index))}]"
