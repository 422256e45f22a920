"""What a mask does in the student's attention: its convention, its place before the softmax, what it hides."""

from __future__ import annotations

import math
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from grader.checks.attend import (
    attend,
    find_convention,
    is_distribution,
    own_error,
    require_mask,
    require_substance,
    trial,
    try_mask,
    weights_of,
)
from grader.checks.mask_convention import CONVENTIONS, COURSE, convention_of, naming, uneven_mask
from grader.checks.student import Settled, Student, index_text, number_text, settled_by
from grader.compare import Tolerance, compare
from grader.model import NoReply, Raised, Text, Verdict

__all__ = ["blocked_is_invisible", "mask_before_softmax", "mask_convention", "mask_runs"]


def mask_convention(student: Student) -> Text | None:
    require_mask(student)
    require_substance(student)
    found = find_convention(student)
    if found is not None:
        convention_of(student)
        named = naming(found)
        if named is None:
            return None
        suspect = "true_means_blocked" if found.meaning == "block" else "mask_added_to_the_scores"
        raise Settled(Verdict.WRONG, named, suspects=(f"attention/{suspect}",))
    _, _, allowed = trial(student)
    replies = {c: try_mask(student, c.encode(allowed, student.library)) for c in CONVENTIONS}
    if all(isinstance(reply, Raised | NoReply) for reply in replies.values()):
        first = replies[COURSE]
        assert isinstance(first, Raised | NoReply)
        raise settled_by(first, Text("attention with a (5, 5) mask of booleans"))
    if any(isinstance(r, np.ndarray) and np.array_equal(r > 1e-6, allowed.T) for r in replies.values()):
        return Text("The mask acts transposed: mask[i, j] must say whether query i may attend to key j.")
    free = try_mask(student, None)
    if all(
        isinstance(r, np.ndarray) and isinstance(free, np.ndarray) and np.allclose(r, free) for r in replies.values()
    ):
        return Text("The mask changes nothing: the weights are those without a mask.")
    return Text(
        "No mask that was tried blocks just the keys that it should: neither True (1) = may attend, as in this "
        "course, nor True = blocked, nor 0 / -inf added to the scores."
    )


def mask_before_softmax(student: Student) -> Text | None:
    require_mask(student)
    require_substance(student)
    dice = student.dice("mask")
    Q, K, allowed = dice.normal(0, 1, (5, 4)), dice.normal(0, 1, (5, 4)), uneven_mask(dice, 5, 5)
    asked = Text("attention with a (5, 5) mask")
    masked = weights_of(student, Q, K, allowed, asked=asked)
    blocked = np.where(allowed, 0.0, np.abs(masked))
    worst = np.unravel_index(int(np.nan_to_num(blocked, nan=np.inf).argmax()), blocked.shape)
    if not blocked[worst] < 1e-6:
        if np.isnan(masked[worst]):
            _suspect_what_is_no_number(student, Q, K)
            return Text(
                "{asked}: key {key} is blocked for query {query}, and its weight is NaN; it must be 0.",
                {"asked": asked, "query": int(worst[0]), "key": int(worst[1])},
            )
        scores = Q @ K.T / math.sqrt(Q.shape[-1])
        if _is_lowered(masked, allowed, scores):
            student.suspect("attention/blocked_score_not_low_enough")
        return _still_weighs(student, asked, worst, masked[worst], _score_of_the_blocked(masked, allowed, scores))
    free = weights_of(student, Q, K, asked=Text("attention without a mask"))
    totals = masked.sum(axis=1)
    row = int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax())
    # Coarse numbers (rounded, in half precision) cost `values`; here they only show less.
    error = own_error(student)
    if not abs(totals[row] - 1) <= max(1e-5, 5 * error):
        values: dict[str, str | int | float | Text] = {
            "asked": asked,
            "row": row,
            "total": number_text(float(totals[row])),
        }
        if not is_distribution(free):
            return Text("{asked}: the weights of query {row} add up to {total}, not to 1.", values)
        return Text(
            "{asked}: the weights of query {row} add up to {total}, not to 1. The mask must act on the scores, "
            "before the softmax.",
            values,
        )
    free = np.where(allowed, free, 0.0)
    difference = compare(
        free / free.sum(axis=1, keepdims=True), masked, Tolerance(max(2e-5, 5 * error), 1e-4)
    ).difference
    if difference is not None:
        return Text(
            "{asked}: blocking some keys must leave the others in their proportions; at {index} the weight is "
            "{got}, expected {expected}.",
            {
                "asked": asked,
                "index": index_text(difference.index),
                "got": number_text(difference.got),
                "expected": number_text(difference.expected),
            },
        )
    return _fill_is_low_enough(student)


def _score_of_the_blocked(
    weights: NDArray[np.float64], allowed: NDArray[np.bool_], scores: NDArray[np.float64]
) -> float | None:
    """The number that stands for "blocked" in (n, m) weights whose allowed keys have `scores`; None if it isn't one."""
    if not (np.isfinite(weights).all() and (weights > 0).all()):
        return None
    # In each row ln(weight) = score - ln(sum), whatever the sum is.
    sums = np.where(allowed, scores - np.log(weights), np.nan)
    fills = (np.log(weights) + np.nanmean(sums, axis=1, keepdims=True))[~allowed]
    spread = float((np.nanmax(sums, axis=1) - np.nanmin(sums, axis=1)).max())
    return round(float(fills.mean()), 2) + 0.0 if max(spread, float(np.ptp(fills))) < 1e-2 else None


def _is_lowered(weights: NDArray[np.float64], allowed: NDArray[np.bool_], scores: NDArray[np.float64]) -> bool:
    """Are the blocked keys' scores what they were, less a number that is the same for all?"""
    if not (np.isfinite(weights).all() and (weights > 0).all()):
        return False
    moved = np.log(weights) - scores
    moved -= np.where(allowed, moved, 0.0).sum(axis=1, keepdims=True) / allowed.sum(axis=1, keepdims=True)
    return bool(moved[~allowed].max() < -1 and np.ptp(moved[~allowed]) < 1e-2 and np.abs(moved[allowed]).max() < 1e-2)


def _still_weighs(student: Student, asked: Text, at: tuple[np.intp, ...], weight: float, fill: float | None) -> Text:
    """What to tell of a blocked key that has a `weight` at `at`, and the `fill` whose weight that is, if it's known."""
    values: dict[str, str | int | float | Text] = {
        "asked": asked,
        "query": int(at[0]),
        "key": int(at[1]),
        "weight": number_text(float(weight)),
    }
    if fill is None:
        return Text(
            "{asked}: key {key} is blocked for query {query} and still has a weight of {weight}; it must be 0.", values
        )
    if fill < 0:
        student.suspect("attention/blocked_score_not_low_enough")
    values["fill"] = number_text(fill)
    return Text(
        "{asked}: key {key} is blocked for query {query} and still has a weight of {weight}; it must be 0. "
        "That is the weight of a score of {fill}: only -inf lies below every other score.",
        values,
    )


def _suspect_what_is_no_number(student: Student, Q: NDArray[np.float64], K: NDArray[np.float64]) -> None:
    """NaN or +inf in the place of a blocked score, which a mask that blocks nothing never puts there.

    0 · inf is NaN even then: that one's answers are noted, and known by them.
    """
    everyone = np.ones((len(Q), len(K)), dtype=bool)
    with suppress(Settled):
        with_all = weights_of(student, Q, K, everyone, asked=Text("attention with a mask that blocks nothing"))
        free = weights_of(student, Q, K, asked=Text("attention without a mask"))
        if np.isfinite(with_all).all() and np.allclose(with_all, free, atol=1e-5):
            student.suspect("attention/blocked_score_no_number")
        elif np.isnan(with_all).all():
            weights_of(student, Q, K, ~everyone, asked=Text("attention with a mask that blocks everything"))


# The course's MiniGPT has scores of up to 70 in training (AdamW, learning rates up to 1e-2), and of up to 225 where
# nothing divides them by √d_k.  A number that stands for "blocked" must lie below all that: -1e4, -1e9, the lowest
# number of half precision (-65504) do, filled in before the scaling or after it, or added.
_HIGHEST_SCORE = 300.0


def _fill_is_low_enough(student: Student) -> Text | None:
    """Blocked with a finite number: allowed keys have the lowest score here that a model has, blocked ones the highest.

    So a number that takes the score's place must lie below the one, and one that is added must bridge the two.
    """
    allowed = uneven_mask(student.dice("fill"), 5, 5)
    scores = _HIGHEST_SCORE * np.where(allowed, -1.0, 1.0)
    asked = Text(
        "attention with a mask, scores of {low} where it allows and of {high} where it blocks",
        {"low": number_text(-_HIGHEST_SCORE), "high": number_text(_HIGHEST_SCORE)},
    )
    blocked = np.where(allowed, 0.0, _weights_at(student, scores, allowed, asked))
    # NaN here is a softmax that isn't stable, which is another item's matter.
    worst = np.unravel_index(int(np.nan_to_num(blocked, nan=0.0).argmax()), blocked.shape)
    if not blocked[worst] >= 1e-6:
        return None
    student.suspect("attention/blocked_score_not_low_enough")
    return _still_weighs(student, asked, worst, blocked[worst], _fill_found(student, allowed))


def _weights_at(
    student: Student, scores: NDArray[np.float64], allowed: NDArray[np.bool_], asked: Text
) -> NDArray[np.float64]:
    """The (n, n) weights where the scores, divided by √d_k, are `scores`: keys are unit vectors times √n, d_k = n."""
    n = len(scores)
    return weights_of(student, scores, math.sqrt(n) * np.eye(n), allowed, asked=asked)


def _fill_found(student: Student, allowed: NDArray[np.bool_]) -> float | None:
    """The number that stands for "blocked", found between scores that it lies below and above; None if it isn't one."""
    low, high = -2 * _HIGHEST_SCORE, 0.0
    while high - low > 1:
        level = (low + high) / 2
        asked = Text("attention with a mask, all scores {level}", {"level": number_text(level)})
        weights = _weights_at(student, np.full(allowed.shape, level), allowed, asked)
        found = _score_of_the_blocked(weights, allowed, np.full(allowed.shape, level))
        if found is not None and abs(found - level) < 10:  # one that is added leaves less: this check isn't reached
            return found
        lies_above = weights[~allowed].min() > weights[allowed].max()
        low, high = (level, high) if lies_above else (low, level)
    return None


def blocked_is_invisible(student: Student) -> Text | None:
    require_mask(student)
    require_substance(student)
    dice = student.dice("invisible")
    # Small scores, so that no allowed key is overlooked even where the scores aren't scaled.
    Q, K, V = dice.normal(0, 0.5, (5, 4)), dice.normal(0, 0.5, (5, 4)), dice.normal(0, 1, (5, 6))
    allowed = uneven_mask(dice, 5, 5)
    asked = Text("attention with a (5, 5) mask")
    before = attend(student, Q, K, V, allowed, asked=asked).output.data.astype(np.float64)
    if np.isnan(before).any():
        _suspect_what_is_no_number(student, Q, K)
        return Text("{asked}: NaN came back, and nothing can be seen behind it.", {"asked": asked})
    for key in range(5):
        other_K, other_V = K.copy(), V.copy()
        other_K[key] += dice.uniform(0.5, 1.5, 4)
        other_V[key] += dice.uniform(2, 4, 6)
        asked = Text("attention with key {key} and its value changed", {"key": key})
        after = attend(student, Q, other_K, other_V, allowed, asked=asked).output.data.astype(np.float64)
        if after.shape != before.shape or len(before) != 5:
            return Text("{asked}: the output has no row for each query.", {"asked": asked})
        # With all shapes the same, right code gives exactly the same; a weight of 1e-6 may be left.
        moved = np.nan_to_num(np.abs(after - before), nan=np.inf).max(axis=1)
        blind = allowed[:, key] & ~(moved > 1e-6)
        if blind.any():
            return Text(
                "{asked}: query {row} may attend to it, yet its output doesn't change.",
                {"asked": asked, "row": int(blind.argmax())},
            )
        # Query `key` is left out: where queries and keys are exchanged, it is what was changed.
        seeing = ~allowed[:, key] & (moved > 1e-5) & (np.arange(5) != key)
        if seeing.any():
            row = int(seeing.argmax())
            return Text(
                "{asked}: it is blocked for query {row}, yet that query's output moves by up to {size}; "
                "it must stay exactly the same.",
                {"asked": asked, "row": row, "size": number_text(float(moved[row]))},
            )
    return None


def mask_runs(student: Student) -> bool:
    """Does the function take a mask at all?  Where it doesn't, other checks say so."""
    try:
        require_mask(student)
    except Settled:
        return False
    _, _, allowed = trial(student)
    find_convention(student)
    return not isinstance(try_mask(student, convention_of(student).encode(allowed, student.library)), Raised | NoReply)
