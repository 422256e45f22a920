"""Calling functions that train or measure a model, whatever their parameters are called, and watching them.

The model is one of library layers, so that the student's own model can't be what fails; a function that only gets on
with their own ``MiniGPT`` is given a small one of those.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.loop_parameters import arguments_for, missing_names
from grader.checks.modules import try_build
from grader.checks.objects import kept
from grader.checks.student import Settled, Student, settled_by
from grader.model import (
    Array,
    BuildLibraryModel,
    CallFunction,
    CallMethod,
    NoReply,
    Raised,
    ReadAttribute,
    ReadParameters,
    Returned,
    SetParameters,
    Text,
    Value,
    Verdict,
    Watched,
)
from grader.model.text import in_code

__all__ = [
    "CONTEXT",
    "Forward",
    "Run",
    "Step",
    "flat_numbers",
    "gradient_of_cross_entropy",
    "holds_graph",
    "is_multiple",
    "log_softmax",
    "losses_by_gradient",
    "mode_now",
    "parameters_now",
    "steps_of",
    "watch",
]

Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]

CONTEXT = 8
WIDTH = 64

_handles = itertools.count(1)


@dataclass(frozen=True, eq=False)
class Forward:
    """One call of the model: ids (B, n), logits (B, n, V) and the gradient of the loss by them; None where unknown."""

    ids: Ids | None
    training: bool
    grad: bool
    logits: Numbers | None
    gradient: Numbers | None


@dataclass(frozen=True, eq=False)
class Step:
    """One forward that a gradient came back to; `targets` are the tokens that it pulls up, -1 where it is 0.

    ids and targets (B, n), logits and gradient (B, n, V).  Where the gradient is that of a cross-entropy with its sign
    turned, the step goes `uphill`, and the targets are the tokens that it pushes down.
    """

    ids: Ids
    logits: Numbers
    gradient: Numbers
    targets: Ids
    uphill: bool

    @property
    def counts(self) -> NDArray[np.bool_]:
        return self.targets >= 0


@dataclass(frozen=True, eq=False)
class Run:
    """What one call of the student's function returned, and what was seen of the model meanwhile.

    `updates` is how often the parameters changed, `stale` how many gradients were added to one of before such a change.
    """

    asked: Text
    handle: str
    value: Value
    forwards: Sequence[Forward]
    count: int
    updates: int
    stale: int
    before: Sequence[Numbers]
    optimizers: Mapping[str, Mapping[str, Value]]
    """By the name of its class, who took steps: is it an ``adamw``, is it of the ``library``'s."""
    first_update: tuple[Sequence[Numbers], Sequence[Numbers]]
    """The parameters before and after; nothing where none changed."""
    kept: str
    """The handle under which what it returned is kept."""
    still: Sequence[str]
    """The parameters that stayed as they were, though a gradient came to them, or they were frozen meanwhile."""
    left: Mapping[str, Sequence[str]]
    """Settings that the function left otherwise (``autograd``, ``dtype``, ``device``, ``seed``): before, and after; the
    parameters that are ``frozen`` since."""
    climbed: bool
    """Did the first change of the parameters go up the gradient?"""

    @property
    def recording(self) -> list[Forward]:
        """The forwards that gradients were recorded for."""
        return [forward for forward in self.forwards if forward.grad]


def watch(
    student: Student,
    role: str,
    data: Ids,
    vocab_size: int,
    values: Mapping[str, Value],
    asked: Text,
    *,
    seed: int,
    scale: float,
    evaluating: bool = False,
    context: int = CONTEXT,
) -> Run:
    """Call the function in `role` with a fresh model, `data` and what else it has parameters for among `values`.

    `context` is the model's, in tokens; `scale` is the size of the first logits; with `evaluating` the model comes in
    evaluation mode.
    Settles the verdict where the call doesn't come back.
    """
    definition = student.found[role]
    unknown = missing_names(definition, values)
    if unknown:
        message = Text(
            "`{name}` requires {parameters}, and the grader can't tell what to pass. A model and data alone should be "
            "enough to call it: give the others a default.",
            {"name": definition.name, "parameters": in_code(unknown)},
        )
        raise Settled(Verdict.FOR_REVIEW, message)
    if f"{role}.failed" in student.memo:  # asked once: it would stop again
        raise settled_by(student.memo[f"{role}.failed"], asked)
    first: Raised | NoReply | None = None
    for number, way in _ways(student, role, data):
        handle = _model(student, way.own, vocab_size, context, seed, scale)
        if handle is None:
            continue
        if evaluating:
            student.returned(student.ask(CallMethod(handle, ("eval",))), asked)
        before = _parameters(student, handle)
        result = f"{handle}-result"
        args, keywords = arguments_for(definition, {**values, "model": kept(handle), "data": way.data}, handle)
        call = CallFunction(definition.name, args, keywords, keep=result, recording=True, seed=seed)
        reply = student.ask(Watched(handle, call))
        if isinstance(reply, Returned):
            student.memo[f"{role}.way"] = number
            return _run(asked, handle, reply.value, vocab_size, before, result)
        # What stops with the student's own model is what they can see for themselves.
        first = reply if first is None or (way.own and isinstance(first, Raised)) else first
        if not isinstance(reply, Raised) or reply.type_name == "NotImplementedError":
            break
    assert first is not None  # the library's model is always there
    student.memo[f"{role}.failed"] = first
    raise settled_by(first, asked)


@dataclass(frozen=True, eq=False)
class _Way:
    own: bool
    data: Value


def _ways(student: Student, role: str, data: Ids) -> Iterator[tuple[int, _Way]]:
    """A tensor of ids and a library's model; the student's own; an array; a list.  Only what worked before, if any."""
    listed: Value = tuple(map(int, data))
    ways = [
        _Way(False, Array(data, "torch")),
        _Way(True, Array(data, "torch")),
        _Way(False, Array(data, "numpy")),
        _Way(False, listed),
    ]
    known = student.memo.get(f"{role}.way")
    yield from ((i, way) for i, way in enumerate(ways) if known is None or i == known)


def _model(student: Student, own: bool, vocab_size: int, context: int, seed: int, scale: float) -> str | None:
    """A model in training mode: its handle; None where there's none to be had."""
    if own:
        if "MiniGPT" not in student.found:
            return None
        sizes: dict[str, Value] = {
            "vocab_size": vocab_size, "d_model": 16, "n_heads": 2, "n_layers": 1, "context": context,
        }  # fmt: skip
        handle, built = try_build(student, "MiniGPT", tuple(sizes), sizes, seed)
        return handle if isinstance(built, Returned) else None
    handle = f"library-model-{next(_handles)}"
    reply = student.ask(BuildLibraryModel(handle, vocab_size, WIDTH, context, seed))
    dice = np.random.default_rng(seed)
    embedding = dice.normal(0, 1, (vocab_size, WIDTH))
    matrix = dice.normal(0, scale * WIDTH**-0.5, (vocab_size, WIDTH))
    start = tuple(Array(part.astype(np.float32), "torch") for part in (embedding, matrix, np.zeros(vocab_size)))
    if isinstance(reply, Returned):
        reply = student.ask(SetParameters(handle, start))
    if not isinstance(reply, Returned):
        raise settled_by(reply, Text("a small model"))
    return handle


def _parameters(student: Student, handle: str) -> tuple[Numbers, ...]:
    reply = student.ask(ReadParameters(handle))
    return _arrays(reply.value if isinstance(reply, Returned) else None)


def _arrays(value: Value) -> tuple[Numbers, ...]:
    parts = value if isinstance(value, tuple) else ()
    return tuple(part.data.astype(np.float64) for part in parts if isinstance(part, Array))


def parameters_now(student: Student, run: Run) -> tuple[Numbers, ...]:
    return _parameters(student, run.handle)


def holds_graph(student: Student, run: Run) -> bool:
    """Is what was returned, or one of its first two parts, a tensor that gradients could still go back through?"""
    for name in ("", ".0", ".1"):
        reply = student.ask(ReadAttribute(run.kept + name, ("requires_grad",)))
        if isinstance(reply, Returned) and reply.value is True:
            return True
    return False


def mode_now(student: Student, run: Run) -> Value:
    """Is the model in training mode after the call?"""
    reply = student.ask(ReadAttribute(run.handle, ("training",)))
    return student.returned(reply, run.asked).value


def _run(asked: Text, handle: str, body: Value, vocab_size: int, before: Sequence[Numbers], result: str) -> Run:
    notes = body if isinstance(body, Mapping) else {}
    calls = notes.get("calls")
    entries = [entry for entry in calls if isinstance(entry, Mapping)] if isinstance(calls, tuple) else []
    counts = (notes.get(key) for key in ("count", "updates", "stale"))
    count, updates, stale = (number if isinstance(number, int) else 0 for number in counts)
    forwards = tuple(_forward(entry, vocab_size) for entry in entries)
    stepped = notes.get("optimizers")
    items = stepped.items() if isinstance(stepped, Mapping) else ()
    optimizers = {name: of for name, of in items if isinstance(of, Mapping)}
    update = notes.get("first_update")
    ends = (update.get("before"), update.get("after")) if isinstance(update, Mapping) else ((), ())
    moved = (_arrays(ends[0]), _arrays(ends[1]))
    value = notes.get("value")
    still = _words(notes.get("still"))
    found = notes.get("left")
    climbed = notes.get("climbed") is True
    left = {key: _words(pair) for key, pair in found.items()} if isinstance(found, Mapping) else {}
    return Run(
        asked, handle, value, forwards, count, updates, stale, before, optimizers, moved, result, still, left, climbed
    )


def _words(value: Value) -> tuple[str, ...]:
    return tuple(word for word in value if isinstance(word, str)) if isinstance(value, tuple) else ()


def _forward(entry: Mapping[str, Value], vocab_size: int) -> Forward:
    given = entry.get("input")
    ids = np.atleast_2d(given.data) if isinstance(given, Array) and given.data.dtype.kind in "iu" else None
    if ids is not None and ids.ndim != 2:
        ids = None
    logits, gradient = (_per_position(entry.get(key), ids, vocab_size) for key in ("output", "gradient"))
    return Forward(
        None if ids is None else ids.astype(np.int64),
        entry.get("training") is True,
        entry.get("grad") is True,
        logits,
        gradient,
    )


def _per_position(value: Value, ids: Ids | None, vocab_size: int) -> Numbers | None:
    """(B, n, V), also from a model that flattens its logits; None where it's something else."""
    if not isinstance(value, Array) or ids is None or value.data.size != ids.size * vocab_size:
        return None
    return value.data.astype(np.float64).reshape(*ids.shape, vocab_size)


def steps_of(run: Run, most: int) -> list[Step]:
    """The first forwards that a gradient came back to."""
    found = []
    for forward in run.forwards:
        step = _step(forward)
        if step is not None:
            found.append(step)
        if len(found) == most:
            break
    if not found:
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: no gradient came back to the model's logits: nothing is learned from them.",
                {"asked": run.asked},
            ),
        )
    return found


def _step(forward: Forward) -> Step | None:
    if forward.ids is None or forward.logits is None or forward.gradient is None:
        return None
    size = np.abs(forward.gradient).max(axis=-1)
    counts = size > 1e-6 * size.max()
    if not counts.any():
        return None
    # The target is the one token whose logit is pulled up.
    targets, turned = (np.where(counts, signed.argmin(axis=-1), -1) for signed in (forward.gradient, -forward.gradient))
    uphill = not _is_of_cross_entropy(forward.logits, forward.gradient, targets) and _is_of_cross_entropy(
        forward.logits, -forward.gradient, turned
    )
    return Step(forward.ids, forward.logits, forward.gradient, turned if uphill else targets, uphill)


def _is_of_cross_entropy(logits: Numbers, gradient: Numbers, targets: Ids) -> bool:
    counts = targets >= 0
    return is_multiple(gradient[counts], gradient_of_cross_entropy(logits[counts], targets[counts]))


def gradient_of_cross_entropy(logits: Numbers, targets: Ids) -> Numbers:
    """softmax(logits) - onehot(target) at each position, for logits (..., V) and targets (...)."""
    of_each: Numbers = np.exp(log_softmax(logits)) - np.eye(logits.shape[-1])[targets]
    return of_each


def is_multiple(got: Numbers, expected: Numbers) -> bool:
    """Is one a positive multiple of the other?  How the mean is taken, or the loss is scaled, is judged elsewhere."""
    square = float((expected * expected).sum())
    scale = float((got * expected).sum()) / square if square else 0.0
    return scale > 0 and bool(np.abs(got - scale * expected).max() <= 1e-3 * scale * np.abs(expected).max())


def log_softmax(z: Numbers) -> Numbers:
    shifted = z - z.max(axis=-1, keepdims=True)
    logs: Numbers = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return logs


def flat_numbers(value: Value) -> Numbers | None:
    """The first sequence of numbers in `value`: a list, an array, or one of several in a tuple or a mapping."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, Array):
        return value.data.astype(np.float64).reshape(-1) if value.data.ndim and value.data.dtype.kind in "fiu" else None
    if not isinstance(value, tuple):
        return None
    plain = [_number(part) for part in value]
    if value and all(number is not None for number in plain):
        return np.array(plain, dtype=np.float64)
    return next((found for part in value if (found := flat_numbers(part)) is not None), None)


def _number(value: Value) -> float | None:
    if isinstance(value, Array) and value.data.size == 1 and value.data.dtype.kind in "fiu":
        return float(value.data.reshape(-1)[0])
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def losses_by_gradient(run: Run) -> Numbers:
    """The losses as the noted logits have them, with the targets that the student's own gradients show.

    A token of which the model is sure has a gradient that is rounded to 0, and a loss of 0.
    """
    steps = [step for step in map(_step, run.recording) if step is not None]
    found = []
    for step in steps:
        of_targets = np.take_along_axis(log_softmax(step.logits), np.maximum(step.targets, 0)[..., None], axis=-1)[
            ..., 0
        ]
        found.append(-float(of_targets[step.counts].sum()) / (step.ids.size * steps[0].counts.mean()))
    return np.array(found)
