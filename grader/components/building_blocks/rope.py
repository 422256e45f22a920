"""Rotary positions: ``rope(x, positions=None, base=10000)``, in NumPy or torch (contract, *building_blocks*).

Which features make a pair, (0, 1), (2, 3) ... or (0, d/2), (1, d/2 + 1) ..., is the student's own affair.  Only
`values` compares with the reference, in that layout; the other checks are properties of any rotation by position.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import describe_difference
from grader.checks.rotary import (
    called,
    halves,
    note_layout,
    paired,
    rank_of,
    require_substance,
    rotated,
)
from grader.checks.score_divisor import softmax_slope
from grader.checks.student import (
    Settled,
    Student,
    first_array,
    number_text,
    shape_text,
    without_leading_ones,
    wrong_shape,
)
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Array, Text, Verdict

__all__ = ["COMPONENT"]

ROLE, IN_ATTENTION = "rope", "rope_attention"
Numbers = NDArray[np.float64]


# The checks


def values(student: Student) -> Text | None:
    dice = student.dice("values")
    for n, d in ((9, 8), (5, 12), (14, 6)):
        x = dice.normal(0, 1, (n, d))
        asked = called(x)
        got = rotated(student, x, asked)
        exact = paired(student, student.array(x)).data.astype(np.float64)
        expected = student.references.rope.rope(exact)
        difference = compare(expected, paired(student, got).data, tolerance_for(got.dtype)).difference
        if difference is not None:
            return _named(student, asked, describe_difference(asked, difference))
    note_layout(student)
    return None


def _named(student: Student, asked: Text, differs: Text) -> Text:
    """The angles by which the first pairs turn, where they turn at all."""
    got, across = (_at_two_positions(student, pair) for pair in ((1.0, 0.0), (0.0, 1.0)))
    is_rotation = np.allclose(got[:, 0::2], across[:, 1::2], atol=1e-3) and np.allclose(
        got[:, 1::2], -across[:, 0::2], atol=1e-3
    )
    if not is_rotation or not np.allclose(got[1, 0::2] ** 2 + got[1, 1::2] ** 2, 1, atol=1e-3):
        return differs
    angles = np.arctan2(got[:, 1::2], got[:, 0::2])
    if np.allclose(np.diff(angles, axis=0)[0], [1, 0.1, 0.01, 0.001], rtol=1e-3, atol=1e-6):
        return differs
    speeds = ", ".join(f"{angle:.3g}" for angle in np.diff(angles, axis=0)[0])
    return Text(
        "{difference} From one position to the next your pairs turn by {got} radians; at d = 8 and base 10000 they "
        "must turn by 1, 0.1, 0.01, 0.001.",
        {"difference": differs, "got": speeds},
    )


def _at_two_positions(student: Student, pair: tuple[float, float]) -> Numbers:
    """(2, 8): four equal pairs, side by side, as they come out at the positions 0 and 1."""
    x = np.tile(pair, 4)[None].repeat(2, axis=0)
    if halves(student):
        x = np.concatenate([x[:, 0::2], x[:, 1::2]], axis=1)
    got = rotated(student, x, Text("rope of one vector at 2 positions"))
    return paired(student, got).data.astype(np.float64)


def keeps_lengths(student: Student) -> Text | None:
    require_substance(student)
    x = student.dice("lengths").normal(0, 1, (7, 8))
    got = rotated(student, x, called(x))
    before, after = (np.linalg.norm(a.astype(np.float64), axis=1) for a in (x, got.data))
    worst = int(np.nan_to_num(np.abs(after - before), nan=np.inf).argmax())
    if abs(after[worst] - before[worst]) <= 1e-4:
        return None
    return Text(
        "{asked}: a rotation keeps the length of every vector; the one at position {position} had {before} and has "
        "{after}.",
        {
            "asked": called(x),
            "position": worst,
            "before": number_text(float(before[worst])),
            "after": number_text(float(after[worst])),
        },
    )


def relative(student: Student) -> Text | None:
    """One query and one key at all pairs of positions: the score depends on the distance alone, and it depends on it.

    Su et al. (2021), equation 16.
    """
    require_substance(student)
    dice = student.dice("relative")
    q, k = dice.normal(0, 1, (2, 8))
    asked = Text("one query and one key, each at positions 0 to 8")
    Q, K = (rotated(student, np.tile(v, (9, 1)), asked).data.astype(np.float64) for v in (q, k))
    scores = Q @ K.T
    off = np.nan_to_num(np.abs(scores[1:, 1:] - scores[:-1, :-1]), nan=np.inf)
    if off.max() > 1e-4:
        m, n = (int(i) for i in np.unravel_index(int(off.argmax()), off.shape))
        return Text(
            "The score of a query at position {m} and a key at position {n} is {one}; both one position further on it "
            "is {other}. Only the distance may matter.",
            {
                "m": m,
                "n": n,
                "one": number_text(float(scores[m, n])),
                "other": number_text(float(scores[m + 1, n + 1])),
            },
        )
    if np.ptp(scores[:, 0]) < 1e-3 or np.ptp(scores[0]) < 1e-3:
        return Text("The score of one query and one key is the same at every distance.")
    return None


def first_position(student: Student) -> Text | None:
    require_substance(student)
    x = student.dice("first").normal(0, 1, (4, 8))
    got = rotated(student, x, called(x))
    difference = compare(x[0], got.data[0].astype(np.float64), tolerance_for("float32")).difference
    if difference is None:
        return None
    return describe_difference(Text("the vector at position 0, which is turned by no angle"), difference)


def positions_heeded(student: Student) -> Text | None:
    definition = student.found[ROLE]
    if not definition.takes(2) and not definition.takes(3) and definition.parameters:
        raise Settled(
            Verdict.MISSING,
            Text(
                "`{name}` has no parameter for positions after x; with a KV cache new tokens don't stand at 0.",
                {"name": definition.name},
            ),
        )
    require_substance(student)
    x = student.dice("positions").normal(0, 1, (8,))
    whole = rotated(student, np.tile(x, (12, 1)), Text("rope of one vector at positions 0 to 11"))
    for chosen in ([7], [3, 0, 11, 5]):
        where = np.array(chosen, dtype=np.float64)
        asked = Text("rope of one vector at positions {positions}", {"positions": str(chosen)})
        got = rotated(student, np.tile(x, (len(chosen), 1)), asked, where)
        expected = whole.data[chosen].astype(np.float64)
        difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
        if difference is not None:
            return Text(
                "A vector at a given position must come out as it does there in a whole sequence. {difference}",
                {"difference": describe_difference(asked, difference)},
            )
    return None


def base_heeded(student: Student) -> Text | None:
    """At base 1 all frequencies are 1, whatever their exponents: equal pairs stay equal."""
    if not student.found[ROLE].takes(3):
        raise Settled(Verdict.NOT_APPLICABLE, Text("There is no parameter for the base."))
    require_substance(student)
    pair = student.dice("base").uniform(0.5, 1.5, 2)
    x = np.tile(np.repeat(pair, 4) if halves(student) else np.tile(pair, 4), (5, 1))
    asked = called(x, "base = 1")
    got = paired(student, rotated(student, x, asked, np.arange(5.0), 1.0)).data.astype(np.float64)
    usual = paired(student, rotated(student, x, called(x))).data.astype(np.float64)
    spread, before = (np.ptp(a.reshape(5, 4, 2), axis=1).max() for a in (got, usual))
    if spread <= 1e-4 and before > 1e-2:
        return None
    if before <= 1e-2:
        return Text("All pairs turn at the same speed even at base 10000.")
    return Text("{asked}: at base 1 all pairs turn by the same angle; here equal pairs part.", {"asked": asked})


def leading_axes(student: Student) -> Text | None:
    require_substance(student)
    dice = student.dice("leading")
    for lead in ((3,), (2, 3)):
        if len(lead) + 2 < rank_of(student):
            continue
        x = dice.normal(0, 1, (*lead, 5, 8))
        asked = called(x)
        got = rotated(student, x, asked)
        alone = [rotated(student, x[i], Text("rope of one of them alone")).data for i in np.ndindex(lead)]
        expected = np.stack(alone).reshape(x.shape)
        difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
        if difference is not None:
            return Text(
                "The tokens stand on the last axis but one; each head of each sample must come out as it does alone. "
                "{difference}",
                {"difference": describe_difference(asked, difference)},
            )
    return None


# In attention


def in_attention(student: Student) -> Text | None:
    """Read off the outputs alone, so that the frequencies don't matter here."""
    if IN_ATTENTION not in student.found:
        raise Settled(Verdict.MISSING, Text("`{name}` isn't there: write it too.", {"name": IN_ATTENTION}))
    dice = student.dice("attention")
    q, k = dice.normal(0, 1, (2, 6))
    Q, K = np.tile(q, (6, 1)), np.tile(k, (6, 1))
    asked = Text("rope_attention of one query and one key at 6 positions")
    weights = _attended(student, Q, K, np.eye(6), asked)
    V = dice.normal(0, 1, (6, 6))
    mixed = _attended(student, Q, K, V, asked)
    totals = weights.sum(axis=1)
    if np.isfinite(weights).all() and weights.min() >= 0 and np.abs(totals - 1).max() > 1e-3:
        worst = int(np.abs(totals - 1).argmax())
        return Text(
            "{asked}: the weights of a query must add up to 1; those of query {row} add up to {total}.",
            {"asked": asked, "row": worst, "total": number_text(float(totals[worst]))},
        )
    for rows, what in ((totals, 1.0), (mixed, weights @ V)):
        if not np.allclose(rows, what, atol=1e-4):
            return Text(
                "{asked}: the outputs aren't averages of the values as they are. Positions belong into the scores; "
                "the values stay unturned.",
                {"asked": asked},
            )
    broken = _rows_are_queries(student, dice)
    if broken is not None:
        return broken
    with np.errstate(all="ignore"):
        steps = np.diff(np.log(weights), axis=1)  # [m, n]: the score at n + 1 less that at n
    if not np.allclose(steps[1:, 1:], steps[:-1, :-1], atol=1e-2):
        return Text("{asked}: the weights don't depend on the distance alone.", {"asked": asked})
    if np.ptp(weights, axis=1).max() < 1e-3:
        return Text(
            "{asked}: every key gets the same weight, wherever it stands. Queries and keys must both be turned.",
            {"asked": asked},
        )
    return _nearest_at_home(student, q) or _scaled_in_attention(student)


def _scaled_in_attention(student: Student) -> Text | None:
    """The weights' logarithms against the scores of the student's own `rope`: their slope is 1/√d."""
    dice = student.dice("attention-scale")
    d = 6
    Q, K = dice.normal(0, 0.7, (2, 6, d))
    asked = Text("rope_attention of Q {q} and K {k}", {"q": shape_text(Q.shape), "k": shape_text(K.shape)})
    weights = _attended(student, Q, K, np.eye(6), asked)
    exact = [paired(student, student.array(x)).data.astype(np.float64) for x in (Q, K)]
    own = [rotated(student, x, called(x)).data.astype(np.float64) for x in (Q, K)]
    # A wrong rotation is the affair of `rope`: here its own counts, or the right one.
    slopes = [softmax_slope(weights, q @ k.T) for q, k in (own, [student.references.rope.rope(x) for x in exact])]
    slope = next((slope for slope in slopes if slope is not None and abs(slope) > 1e-3), None)
    if slope is None:
        return Text(
            "{asked}: the weights are no softmax of the dot products of queries and keys that `rope` has turned once.",
            {"asked": asked},
        )
    if abs(slope * np.sqrt(d) - 1) < 1e-2:
        return None
    if abs(slope - 1) < 1e-2:
        student.suspect("rope/attention_not_scaled")
    return Text(
        "{asked}: the scores are divided by {divisor}; with d = {d} it should be √d = {root}.",
        {"asked": asked, "divisor": number_text(1 / slope), "d": d, "root": number_text(float(np.sqrt(d)))},
    )


def _nearest_at_home(student: Student, q: Numbers) -> Text | None:
    """A key equal to the query points in its direction only where both were turned by the same angle."""
    Q = np.tile(q, (6, 1))
    asked = Text("rope_attention of queries and keys that are all the same vector")
    weights = _attended(student, Q, Q, np.eye(6), asked)
    distances = np.argmax(weights[1:-1], axis=1) - np.arange(1, 5)
    if not distances.any():
        return None
    student.suspect("rope/queries_and_keys_one_apart")
    return Text(
        "{asked}: query {row} gives its largest weight to key {key}. At the same position query and key must be turned "
        "by the same angle, so that the weight of its own position is the largest.",
        {"asked": asked, "row": 1, "key": int(np.argmax(weights[1]))},
    )


def _rows_are_queries(student: Student, dice: np.random.Generator) -> Text | None:
    Q, K = dice.normal(0, 1, (2, 6, 6))
    asked = Text("rope_attention with query 2 changed")
    before = _attended(student, Q, K, np.eye(6), asked)
    Q[2] += dice.uniform(0.5, 1.5, 6)
    moved = np.abs(_attended(student, Q, K, np.eye(6), asked) - before).max(axis=1) > 1e-5
    if moved.tolist() == [row == 2 for row in range(6)]:
        return None
    return Text("{asked}: row 2 of the output must change, and no other. Rows belong to queries.", {"asked": asked})


def _attended(student: Student, Q: Numbers, K: Numbers, V: Numbers, asked: Text) -> Numbers:
    lead = (1,) * (rank_of(student) - 2)
    args = [x.reshape(lead + x.shape) for x in (Q, K, V)]
    reply = student.call(IN_ATTENTION, *args, case=str(asked))
    value = student.returned(reply, asked).value
    got = without_leading_ones(student.numbers(first_array(value), asked), 2)
    if got.shape != V.shape:
        raise wrong_shape(asked, got.shape, V.shape)
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Array):
        weights = without_leading_ones(value[1], 2)
        mixed = weights.data @ V if weights.shape == (len(Q), len(K)) else np.full(1, np.nan)
        if mixed.shape != V.shape or not np.allclose(mixed, got.data, atol=1e-4):
            raise Settled(
                Verdict.WRONG,
                Text("{asked}: the output isn't the values, mixed by the weights that came back.", {"asked": asked}),
            )
    return got.data.astype(np.float64)


COMPONENT = Component(
    "rope",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(ROLE, "function", ("x", "positions", "base"), 1, ("rope_rotar", "aplicar_rope", "apply_rope")),
                Role(
                    IN_ATTENTION, "function", ("Q", "K", "V"), 3, ("atencion_rope", "atencion_con_rope"), optional=True
                ),
            ),
            (
                Claim("values", Text("right values, in your own layout"), values),
                Claim("keeps_lengths", Text("a rotation: lengths are kept"), keeps_lengths),
                Claim("relative", Text("scores depend on the distance alone"), relative),
                Claim("first_position", Text("position 0 is left as it is"), first_position),
                Claim("positions", Text("positions can be given"), positions_heeded),
                Claim("base", Text("the base can be given"), base_heeded),
                Claim("leading_axes", Text("any axes in front: heads, samples"), leading_axes),
                Claim("in_attention", Text("in attention: queries and keys turn, values don't"), in_attention),
            ),
        ),
    ),
)
