"""Rotary positions with a cache: ``rope_with_cache(q, k, v, k_cache, v_cache)`` -> ``(output, k_cache, v_cache)``.

One step of decoding with one head, in NumPy or torch.  Texts are decoded from empty caches, each step with the caches
that the student's own step before gave back.  Which features make a pair, (2i, 2i+1) or (i, i + d/2), is their affair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import describe_difference
from grader.checks.student import Settled, Student, shape_text, to_keep, without_leading_ones
from grader.compare import compare, numbers, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Array, CallFunction, Observation, Raised, Returned, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "rope_with_cache"
Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Projections:
    """The projections of n tokens: q, k (n, d) and v (n, d_v), pairs of features side by side."""

    q: Numbers
    k: Numbers
    v: Numbers


@dataclass(frozen=True, eq=False)
class Step:
    """What came back: output (d_v,), k_cache (t, d), v_cache (t, d_v), pairs side by side."""

    output: Array
    k_cache: Array
    v_cache: Array


def drawn(student: Student, label: str, n: int, d: int, d_v: int) -> Projections:
    dice = student.dice(label)
    # Wide enough for the weights to tell the tokens apart.
    return Projections(dice.normal(0, 1.3, (n, d)), dice.normal(0, 1.3, (n, d)), dice.normal(0, 1, (n, d_v)))


def expected(student: Student, text: Projections) -> list[tuple[Numbers, Numbers, Numbers]]:
    """What the reference gives for each token of `text`."""
    caches = np.zeros((0, text.k.shape[1])), np.zeros((0, text.v.shape[1]))
    steps = []
    for q, k, v in zip(text.q, text.k, text.v, strict=True):
        output, *caches_after = student.references.rope_cache.rope_with_cache(q, k, v, *caches)
        caches = caches_after[0], caches_after[1]
        steps.append((output, *caches))
    return steps


def decoded(student: Student, text: Projections, halves: bool | None = None) -> list[Step]:
    """The student's steps over `text`, from empty caches; settled where one doesn't come back as it should."""
    apart = layout(student) if halves is None else halves
    n, d = text.q.shape
    k_cache: Value = student.array(np.zeros((0, d)))
    v_cache: Value = student.array(np.zeros((0, text.v.shape[1])))
    steps: list[Step] = []
    for at in range(n):
        asked = Text("rope_with_cache of token {n} (d = {d}, {t} tokens cached)", {"n": at + 1, "d": d, "t": at})
        vectors = [student.array(_outward(part[at], apart)) for part in (text.q, text.k, text.v)]
        args = (*vectors, k_cache, v_cache)
        reply = student.ask(CallFunction(student.found[ROLE].name, args))
        parts = _parts(reply.value) if isinstance(reply, Returned) else ()
        inward = tuple(_inward(part, apart) for part in parts)
        if halves is None:
            told = tuple(_inward(a, apart) if isinstance(a, Array) else a for a in args)
            raised = reply if isinstance(reply, Raised) else None
            student.observations.append(Observation(ROLE, str(asked), told, {}, to_keep(inward or None), raised))
        student.returned(reply, asked)
        steps.append(_step(inward, asked, at + 1, d, text.v.shape[1]))
        k_cache, v_cache = parts[1], parts[2]
    return steps


def _parts(value: Value) -> tuple[Array, ...]:
    """The output and the two caches, in a tuple, a pair of output and caches, or a dict; () for anything else."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], tuple):
        value = (value[0], *value[1])
    if not isinstance(value, tuple) or len(value) < 3:
        return ()
    arrays = [numbers(part) for part in value[:3]]
    return tuple(part for part in arrays if isinstance(part, Array)) if value else ()


def _step(parts: tuple[Array, ...], asked: Text, t: int, d: int, d_v: int) -> Step:
    if len(parts) != 3:
        raise Settled(
            Verdict.WRONG,
            Text("{asked}: three arrays are expected: the output, the keys' cache, the values'.", {"asked": asked}),
        )
    shapes = ((d_v,), (t, d), (t, d_v))
    # An output (1, d_v) and a cache (1, t, d) are the same, with an axis for one query or one head.
    fits = [without_leading_ones(part, len(shape)) for part, shape in zip(parts, shapes, strict=True)]
    if any(part.shape != shape for part, shape in zip(fits, shapes, strict=True)):
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: output and caches of the shapes {expected} are expected; got {got}.",
                {
                    "asked": asked,
                    "expected": ", ".join(map(shape_text, shapes)),
                    "got": ", ".join(shape_text(part.shape) for part in parts),
                },
            ),
        )
    return Step(*fits)


def _outward(x: Numbers, apart: bool) -> Numbers:
    """Features as the student pairs them."""
    return np.concatenate([x[..., 0::2], x[..., 1::2]], axis=-1) if apart else x


def _inward(x: Array, apart: bool) -> Array:
    """Pairs side by side."""
    data = x.data
    if apart and data.ndim and data.shape[-1] % 2 == 0:
        half = data.shape[-1] // 2
        data = np.stack([data[..., :half], data[..., half:]], axis=-1).reshape(data.shape)
    return Array(np.ascontiguousarray(data), x.library, x.dtype)


def layout(student: Student) -> bool:
    """Are features i and i + d/2 a pair?  Seen by the outputs, else by what turns in a cached key."""
    if "rope_cache.layout" not in student.memo:
        student.memo["rope_cache.layout"] = False
        text = drawn(student, "layout", 4, 8, 6)
        for apart in (False, True):
            if _agrees(student, text, apart):
                student.memo["rope_cache.layout"] = apart
                break
        else:
            student.memo["rope_cache.layout"] = _turned_apart(student)
    found: bool = student.memo["rope_cache.layout"]
    return found


def _agrees(student: Student, text: Projections, apart: bool) -> bool:
    try:
        steps = decoded(student, text, apart)
    except Settled:
        return False
    return all(
        compare(output, step.output.data, tolerance_for(step.output.dtype)).same
        for (output, _, _), step in zip(expected(student, text), steps, strict=True)
    )


def _turned_apart(student: Student) -> bool:
    one = np.zeros((3, 8))
    one[:, 0] = 1.0
    try:
        row = decoded(student, Projections(one, one, one[:, :6]), False)[-1].k_cache.data[-1]
    except Settled:
        return False
    return bool(abs(row[4]) > 1e-3 > abs(row[1]))


def require_substance(student: Student) -> None:
    """Settled for an output that doesn't depend on the query or on what is cached: that is no attention."""
    if "rope_cache.substance" not in student.memo:
        text = drawn(student, "substance", 4, 8, 6)
        others = Projections(-text.q, text.k, text.v), Projections(text.q, text.k, np.roll(text.v, 1, axis=0))
        first, again, *changed = (decoded(student, t)[-1].output.data for t in (text, text, *others))
        student.memo["rope_cache.substance"] = (
            bool(np.isfinite(first).all())
            and np.allclose(first, again)
            and not any(np.allclose(first, output, atol=1e-3) for output in changed)
        )
    if not student.memo["rope_cache.substance"]:
        raise Settled(Verdict.WRONG, Text("The output doesn't depend on the query and on what is cached."))


# -- the claims ------------------------------------------------------------------------------------

TEXTS = (("long", 7, 6, 4), ("wide", 4, 8, 6))


def values(student: Student) -> Text | None:
    for label, *sizes in TEXTS:
        text = drawn(student, label, *sizes)
        for at, (step, right) in enumerate(zip(decoded(student, text), expected(student, text), strict=True)):
            asked = Text("the output at token {n} of {d} features", {"n": at + 1, "d": text.q.shape[1]})
            difference = compare(right[0], step.output.data, tolerance_for(step.output.dtype)).difference
            if difference is not None:
                return Text(
                    "Without a cache, causal attention over all tokens with rotary positions gives something else. "
                    "{difference}",
                    {"difference": describe_difference(asked, difference)},
                )
    if layout(student):
        student.note(Text("Judged in your own layout: feature i is turned with feature i + d/2."))
    return None


def keys_turned(student: Student) -> Text | None:
    """The newest cached key is the new key, turned by its position (or the other way round: that is in the values).

    Positions begin at 0, as in the course and in the exercise's example: counting from 1 gives the same outputs from
    its own caches, and wrong ones from a cache that other code has filled.  So it costs this check, and no other.
    """
    text = drawn(student, "keys", 6, 8, 6)
    steps = decoded(student, text)
    positions = np.arange(6)
    newest = np.stack([step.k_cache.data[-1] for step in steps]).astype(np.float64)
    tolerance = tolerance_for(steps[0].k_cache.dtype)
    if any(compare(_turned(student, text.k, sign * positions), newest, tolerance).same for sign in (1, -1)):
        return None
    if compare(_turned(student, text.k, positions + 1), newest, tolerance).same:
        student.suspect("rope_cache/positions_from_1")
        return Text(
            "Your positions begin at 1: the first key is turned by one step, and in the exercise's example it stays as "
            "it is. The new token's position is the number of tokens in the cache. Among your own tokens only "
            "distances count and the outputs are right; after a cache that other code has filled they would be wrong."
        )
    if compare(text.k, newest, tolerance).same:
        return Text(
            "The keys are in the cache as they came, not turned by their positions. Each step must then turn all of "
            "them again; a key's position never changes, so once is enough."
        )
    return Text(
        "The key that a step adds to the cache must be the new key turned by its own position, the number of tokens "
        "that are cached already."
    )


def _turned(student: Student, k: Numbers, positions: NDArray[np.integer]) -> Numbers:
    turned: Numbers = student.references.rope_cache.rope(k, positions)
    return turned


def earlier_rows(student: Student) -> Text | None:
    require_substance(student)
    text = drawn(student, "rows", 6, 8, 6)
    steps = decoded(student, text)
    changed = {
        "k_cache": Text(
            "Step {n} changed keys that were in the cache before. They are ready as they are: a step only adds a row "
            "at the end."
        ),
        "v_cache": Text(
            "Step {n} changed values that were in the cache before. They are ready as they are: a step only adds a row "
            "at the end."
        ),
    }
    for at in range(1, len(steps)):
        for cache, message in changed.items():
            before, after = getattr(steps[at - 1], cache), getattr(steps[at], cache)
            if not compare(before.data, after.data[:-1], tolerance_for(after.dtype)).same:
                return Text(message.template, {"n": at + 1})
    return None


def values_plain(student: Student) -> Text | None:
    require_substance(student)
    text = drawn(student, "plain", 6, 8, 6)
    steps = decoded(student, text)
    newest = np.stack([step.v_cache.data[-1] for step in steps])
    asked = Text("the rows that the steps add to the values' cache")
    difference = compare(text.v, newest, tolerance_for(steps[0].v_cache.dtype)).difference
    return None if difference is None else describe_difference(asked, difference)


COMPONENT = Component(
    "rope_cache",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("q", "k", "v", "k_cache", "v_cache"),
                    5,
                    ("rope_con_cache", "rope_con_caché", "rope_step", "paso_rope", "paso_con_rope", "rope_cache"),
                ),
            ),
            (
                Claim("values", Text("the outputs are those without a cache"), values),
                Claim("keys_turned", Text("keys are cached turned by their positions"), keys_turned),
                Claim("earlier_rows", Text("what is in the cache stays as it is"), earlier_rows),
                Claim("values_plain", Text("values are cached as they are"), values_plain),
            ),
        ),
    ),
)
