"""A step with grouped queries: ``gqa_decode(q, k_cache, v_cache)``, q (h, d), caches (kv, t, d) -> (h, d).

In NumPy or torch.  Neighbouring query heads share a KV head, as in the paper and in every library.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import Case, MatchesReference
from grader.checks.score_divisor import softmax_slope
from grader.checks.student import References, Settled, Student, first_array, number_text, wrong_shape
from grader.components.component import Component, Form, Role
from grader.model import Array, Text, Verdict

__all__ = ["COMPONENT"]

ROLE = "gqa_decode"
Numbers = NDArray[np.float64]

# h, kv, t, d: with the groups' size between 1 and h, and where it's one of these.
SIZES = ((6, 2, 5, 4), (6, 3, 7, 8), (4, 4, 3, 6), (5, 1, 4, 3))


def named(h: int, kv: int, t: int) -> Text:
    return Text("{h} query heads, {kv} KV heads, {t} cached tokens", {"h": h, "kv": kv, "t": t})


def drawn(dice: np.random.Generator, h: int, kv: int, t: int, d: int) -> tuple[Numbers, Numbers, Numbers]:
    # Wide enough for the weights to tell the tokens apart.
    return dice.normal(0, 1.5, (h, d)), dice.normal(0, 1.5, (kv, t, d)), dice.normal(0, 1, (kv, t, d))


def cases(dice: np.random.Generator, _: Student) -> Iterator[Case]:
    for h, kv, t, d in SIZES:
        yield Case(named(h, kv, t), drawn(dice, h, kv, t, d))


def reference(references: References, q: Numbers, k_cache: Numbers, v_cache: Numbers) -> NDArray[Any]:
    output: NDArray[Any] = references.gqa_decode.gqa_decode(q, k_cache, v_cache)
    return output


def output_of(student: Student, q: Numbers, k_cache: Numbers, v_cache: Numbers, asked: Text) -> Numbers:
    """(h, d) of the student's, or a settled verdict."""
    args: tuple[Array, ...] = tuple(student.array(part) for part in (q, k_cache, v_cache))
    reply = student.returned(student.call(ROLE, *args, case=str(asked)), asked)
    got = student.numbers(first_array(reply.value), asked)
    if got.shape != q.shape:
        raise wrong_shape(asked, got.shape, q.shape)
    return got.data.astype(np.float64)


def require_substance(student: Student) -> None:
    """Settled for answers that don't depend on the queries: a plain average of the values passes many properties."""
    if "gqa_decode.substance" not in student.memo:
        dice = student.dice("substance")
        q, k_cache, v_cache = drawn(dice, 6, 2, 5, 4)
        one, other = (output_of(student, part, k_cache, v_cache, named(6, 2, 5)) for part in (q, -q))
        student.memo["gqa_decode.substance"] = bool(np.isfinite(one).all()) and not np.allclose(one, other, atol=1e-3)
    if not student.memo["gqa_decode.substance"]:
        raise Settled(Verdict.WRONG, Text("The output doesn't depend on the queries."))


def groups(student: Student) -> Text | None:
    """Other keys and values in one KV head change the outputs of its own group, all of them, and no others."""
    try:
        require_substance(student)
    except Settled as settled:
        if settled.verdict is Verdict.RAISED and _runs_without_groups(student):
            student.suspect("gqa_decode/kv_heads_not_matched")
        raise
    for h, kv, t, d in SIZES[:2]:
        dice = student.dice(f"groups.{kv}")
        q, k_cache, v_cache = drawn(dice, h, kv, t, d)
        asked = named(h, kv, t)
        before = output_of(student, q, k_cache, v_cache, asked)
        for head in range(kv):
            keys, values = k_cache.copy(), v_cache.copy()
            keys[head], values[head] = dice.normal(0, 1.5, (t, d)), dice.normal(3, 1, (t, d))
            moved = np.abs(output_of(student, q, keys, values, asked) - before).max(axis=1)
            changed = {int(i) for i in np.flatnonzero(~(moved <= 1e-4))}
            own = set(range(head * h // kv, (head + 1) * h // kv))
            if changed != own:
                return Text(
                    "{asked}: other keys and values in KV head {head} changed the outputs of the query heads "
                    "{changed}; they belong to the heads {own}. (Heads count from 0.)",
                    {"asked": asked, "head": head, "changed": _listed(changed), "own": _listed(own)},
                )
    return None


def _runs_without_groups(student: Student) -> bool:
    """Does it give an output where each query head has a KV head of its own?"""
    h, kv, t, d = SIZES[2]
    try:
        output_of(student, *drawn(student.dice("without groups"), h, kv, t, d), named(h, kv, t))
    except Settled:
        return False
    return True


def _listed(heads: set[int]) -> str:
    return ", ".join(map(str, sorted(heads))) or "-"


def weights_of(student: Student, label: str, d: int) -> tuple[Numbers, Numbers, Text]:
    """The weights (h, t) and the dot products (h, t), seen by values that are unit vectors; every KV head is alike."""
    h, kv, t = 6, 2, d - 1
    dice = student.dice(label)
    q, keys = dice.normal(0, 1, (h, d)), dice.normal(0, 1, (t, d))
    k_cache, v_cache = np.stack([keys] * kv), np.stack([np.eye(t, d)] * kv)
    asked = named(h, kv, t)
    return output_of(student, q, k_cache, v_cache, asked)[:, :t], q @ keys.T, asked


def weights_sum_to_one(student: Student) -> Text | None:
    require_substance(student)
    for d in (4, 7):
        weights, _, asked = weights_of(student, f"sums.{d}", d)
        totals = weights.sum(axis=1)
        worst = int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax())
        if not abs(totals[worst] - 1) <= 1e-4 or not weights.min() >= -1e-6:
            return Text(
                "{asked}: the weights with which query head {head} mixes the values add up to {total}, not to 1.",
                {"asked": asked, "head": worst, "total": number_text(float(totals[worst]))},
            )
    return None


def scaled(student: Student) -> Text | None:
    """What the scores are divided by: the slope of the weights' logarithms over the dot products, at two widths."""
    for d in (4, 9):
        weights, products, asked = weights_of(student, f"scaled.{d}", d)
        if not weights.min() > 0:
            return Text(
                "{asked}: with unit vectors for values, the weights must come out, all above 0.", {"asked": asked}
            )
        slope = softmax_slope(weights, products)
        if slope is not None and abs(slope * np.sqrt(d) - 1) < 1e-2:
            continue
        if slope is None or abs(slope) < 1e-6:
            return Text("{asked}: the weights aren't a softmax of each query's dot products.", {"asked": asked})
        return Text(
            "{asked}: the scores are divided by {divisor}; with d = {d} it should be √d = {root}.",
            {"asked": asked, "divisor": number_text(1 / slope), "d": d, "root": number_text(float(np.sqrt(d)))},
        )
    return None


COMPONENT = Component(
    "gqa_decode",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("q", "k_cache", "v_cache"),
                    3,
                    ("gqa_step", "paso_gqa", "decodificar_gqa", "gqa_paso", "grouped_query_decode"),
                ),
            ),
            (
                MatchesReference("values", Text("right values"), ROLE, cases, reference),
                Claim("groups", Text("each group reads its own KV head"), groups),
                Claim("weights_sum_to_one", Text("the weights add up to 1"), weights_sum_to_one),
                Claim("scaled", Text("scores divided by √d"), scaled),
            ),
        ),
    ),
)
