"""Masks: ``causal_mask(n)`` and ``padding_mask(lengths, n_max)`` (contract, *masks*).

`causal` and `padding` ask for the course's convention (True = may attend).  `in_attention` and `combined` read each
mask as its own convention means it and hand it to the reference's attention, so that neither a convention nor a
wrong attention costs anything twice.  Either function may be missing without harm to the other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.mask_convention import Booleans, Meaning, meaning_of
from grader.checks.student import (
    Settled,
    Student,
    first_array,
    index_text,
    number_text,
    of_shape,
    settled_by,
    shape_text,
    without_leading_ones,
    wrong_shape,
)
from grader.components.component import Component, Form, Role
from grader.model import Array, Raised, Reply, Returned, Text, Value, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]
# None of the sequences fills the batch's width: a mask as wide as the longest is too narrow.
LENGTHS, N_MAX = (4, 1, 6, 3), 7


def require(student: Student, role: str) -> None:
    if role not in student.found:
        raise Settled(Verdict.MISSING, Text("`{name}` is not defined.", {"name": role}))


def causal_of(student: Student, n: int) -> Numbers:
    """The student's causal mask as float64, (n, n); leading axes of length 1 are taken away."""
    require(student, "causal_mask")
    asked = Text("causal_mask({n})", {"n": n})
    reply = student.returned(student.call("causal_mask", n, case=str(asked)), asked)
    got = student.numbers(first_array(reply.value), asked)
    return of_shape(without_leading_ones(got, 2), (n, n), asked).data.astype(np.float64)


def padding_of(student: Student) -> Numbers:
    """The student's padding mask for `LENGTHS` as float64, (batch, n_max); axes of length 1 are taken away."""
    require(student, "padding_mask")
    asked = Text("padding_mask({lengths}, {n})", {"lengths": str(list(LENGTHS)), "n": N_MAX})
    reply = _ask_padding(student, asked)
    data = student.numbers(first_array(reply.value), asked).data.astype(np.float64)
    shape = (len(LENGTHS), N_MAX)
    if tuple(extent for extent in data.shape if extent != 1) != shape:
        raise wrong_shape(asked, data.shape, shape)
    if data.shape != shape:
        student.note(
            Text(
                "{asked}: its shape {got} is read as {expected}.",
                {"asked": asked, "got": shape_text(data.shape), "expected": shape_text(shape)},
            )
        )
    return data.reshape(shape)


def _ask_padding(student: Student, asked: Text) -> Returned:
    """Lengths come as an array, else as a list, else as an array of the other library (the two masks may differ)."""
    lengths = np.array(LENGTHS)
    other = Array(lengths, "torch" if student.library == "numpy" else "numpy")
    forms: tuple[Value, ...] = (student.array(lengths), LENGTHS, other)
    first: Reply | None = None
    for form in forms:
        reply = student.call("padding_mask", form, N_MAX, case=str(asked))
        if not isinstance(reply, Raised):
            return student.returned(reply, asked)
        student.observations.pop()  # a form that the function doesn't take says nothing about its answers
        first = first or reply
    assert isinstance(first, Raised)
    raise settled_by(first, asked)


def meaning_of_causal(student: Student) -> Meaning | None:
    """What the entries of the student's causal mask mean; None where it is no causal mask in any convention."""
    mask = causal_of(student, 5)
    return meaning_of(mask, student.references.masks.causal_mask(5))


def causal(student: Student) -> Text | None:
    for n in (5, 1, 2, 8):
        mask = causal_of(student, n)
        expected = student.references.masks.causal_mask(n)
        if n == 5 and np.array_equal(mask, 1.0 - expected):
            return Text(
                "causal_mask(5) is a mask with True = blocked; in this course True (or 1) = may attend. "
                "The other checks read it in your own convention."
            )
        broken = _broken(Text("causal_mask({n})", {"n": n}), mask, expected)
        if broken is not None:
            _settle_additive(mask, expected, broken, "causal_mask_to_be_added")
            return _causal_mistake(mask, n) or broken
    return None


def _causal_mistake(mask: Numbers, n: int) -> Text | None:
    """The usual mistakes by their names."""
    ones = np.ones((n, n))
    usual = (
        (
            np.triu(ones),
            Text(
                "causal_mask({n}) is upside down: token i (row) sees itself and what comes after; it must see "
                "itself and what comes before.",
                {"n": n},
            ),
        ),
        (
            np.tril(ones, -1),
            Text("causal_mask({n}): a token must see itself too, and the diagonal is blocked.", {"n": n}),
        ),
        (
            np.tril(ones, 1),
            Text("causal_mask({n}): each token sees one token ahead, at [i, i + 1].", {"n": n}),
        ),
        (ones, Text("causal_mask({n}) blocks nothing: every token sees the future.", {"n": n})),
    )
    return next((text for wrong, text in usual if n > 2 and np.array_equal(mask, wrong)), None)


def padding(student: Student) -> Text | None:
    mask = padding_of(student)
    expected = student.references.masks.padding_mask(LENGTHS, N_MAX)
    asked = Text("padding_mask({lengths}, {n})", {"lengths": str(list(LENGTHS)), "n": N_MAX})
    if np.array_equal(mask, 1.0 - expected):
        return Text(
            "{asked} is a mask with True = padding; in this course True (or 1) = a real token. "
            "The other checks read it in your own convention.",
            {"asked": asked},
        )
    broken = _broken(asked, mask, expected)
    if broken is not None:
        _settle_additive(mask, expected, broken, "padding_mask_to_be_added")
    return broken or _of_a_list(student, expected)


def _of_a_list(student: Student, expected: Booleans) -> Text | None:
    """Lengths come in a list too; code that indexes them as an array (``lengths[:, None]``) doesn't take one."""
    asked = Text("padding_mask({lengths}, {n}), the lengths in a list", {"lengths": str(list(LENGTHS)), "n": N_MAX})
    reply = student.returned(student.call("padding_mask", LENGTHS, N_MAX, case=str(asked)), asked)
    mask = student.numbers(first_array(reply.value), asked).data.astype(np.float64)
    if mask.size != expected.size:
        raise wrong_shape(asked, mask.shape, expected.shape)
    return _broken(asked, mask.reshape(expected.shape), expected)


def _settle_additive(mask: Numbers, expected: Booleans, broken: Text, mistake: str) -> None:
    """Whatever finite number stands for -inf, it is the same mistake."""
    if not expected.all() and meaning_of(mask, expected) == "additive":
        raise Settled(Verdict.WRONG, broken, suspects=(f"masks/{mistake}",))


def _broken(asked: Text, mask: Numbers, expected: Booleans) -> Text | None:
    """How `mask` isn't `expected` in the course's convention, or None."""
    if np.isnan(mask).any():
        return Text("{asked}: it holds NaN. 0 times infinity is NaN: choose with `where` instead.", {"asked": asked})
    if not expected.all() and meaning_of(mask, expected) == "additive":
        return Text(
            "{asked} is a mask to be added to the scores (0 and {low}); in this course True (or 1) = may attend and "
            "False (or 0) = blocked. The other checks read it in your own convention.",
            {"asked": asked, "low": number_text(float(mask.min()))},
        )
    if not np.isin(mask, (0.0, 1.0)).all():
        odd = mask[~np.isin(mask, (0.0, 1.0))]
        return Text(
            "{asked}: it must hold True and False (or 1 and 0); {got} is neither.",
            {"asked": asked, "got": number_text(float(odd[0]))},
        )
    off = np.argwhere(mask != expected)
    if len(off) == 0:
        return None
    index = [int(i) for i in off[0]]
    values: dict[str, str | int | float | Text] = {
        "asked": asked,
        "index": index_text(index),
        "count": len(off),
        "total": mask.size,
    }
    if expected[tuple(index)]:
        return Text("{asked}: {index} must be True (may attend) and is False; {count} of {total} are wrong.", values)
    return Text("{asked}: {index} must be False (blocked) and is True; {count} of {total} are wrong.", values)


def allowed_by(mask: Numbers, meaning: Meaning | None) -> Booleans:
    """Who may attend to whom, as a mask of this meaning says it (the course's meaning where it has none)."""
    allowed: Booleans = mask == 0 if meaning == "block" else mask > -1e4 if meaning == "additive" else mask != 0
    return allowed


def in_attention(student: Student) -> Text | None:
    meaning = meaning_of_causal(student)
    dice = student.dice("in attention")
    for n in (5, 8):
        allowed = allowed_by(causal_of(student, n), meaning)
        asked = Text("causal_mask({n}) used in attention", {"n": n})
        broken = _weights_broken(student, dice, asked, allowed, student.references.masks.causal_mask(n))
        if broken is not None:
            return broken
    return None


def combined(student: Student) -> Text | None:
    require(student, "causal_mask")
    require(student, "padding_mask")
    future = allowed_by(causal_of(student, N_MAX), meaning_of_causal(student))
    pad = padding_of(student)
    wanted = student.references.masks.padding_mask(LENGTHS, N_MAX)
    real = allowed_by(pad, meaning_of(pad, wanted))
    dice = student.dice("combined")
    for row, length in enumerate(LENGTHS):
        # Rows of padding too: before them the future hides all padding, and only there does it show.
        allowed = future & real[row][None, :]
        expected = student.references.masks.causal_mask(N_MAX) & wanted[row][None, :]
        asked = Text("causal and padding mask together, {length} of {n} tokens real", {"length": length, "n": N_MAX})
        broken = _weights_broken(student, dice, asked, allowed, expected)
        if broken is not None:
            return broken
    return None


def _weights_broken(
    student: Student, dice: np.random.Generator, asked: Text, allowed: Booleans, expected: Booleans
) -> Text | None:
    """What the reference's attention shows when it is given `allowed`, or None where it shows `expected`."""
    empty = ~allowed.any(axis=1)
    if empty.any():
        return Text(
            "{asked}: query {row} may attend to nothing, so its weights are undefined.",
            {"asked": asked, "row": int(empty.argmax())},
        )
    n_q, n_k = allowed.shape
    Q, K, V = dice.normal(0, 1, (n_q, 4)), dice.normal(0, 1, (n_k, 4)), dice.normal(0, 1, (n_k, 3))
    _, weights = student.references.attention.attention(Q, K, V, allowed)
    for visible in (True, False):
        off = np.argwhere((weights > 0) & ~expected if visible else (weights == 0) & expected)
        if len(off):
            values: dict[str, str | int | float | Text] = {
                "asked": asked,
                "query": int(off[0][0]),
                "key": int(off[0][1]),
                "weight": number_text(float(weights[tuple(off[0])])),
            }
            if visible:
                return Text(
                    "{asked}: token {query} gives token {key} a weight of {weight}; it must not see it.", values
                )
            return Text("{asked}: token {query} can't see token {key}, and should.", values)
    return None


COMPONENT = Component(
    "masks",
    (
        Form(
            "either",
            Text("functions"),
            "either",
            (
                Role("causal_mask", "function", ("n",), 1, ("mascara_causal",), optional=True),
                Role("padding_mask", "function", ("lengths", "n_max"), 2, ("mascara_padding",), optional=True),
            ),
            (
                Claim("causal", Text("causal mask: a lower triangle with its diagonal"), causal),
                Claim("padding", Text("padding mask: True for real tokens"), padding),
                Claim("in_attention", Text("in attention: no weight on the future"), in_attention),
                Claim("combined", Text("causal and padding together"), combined),
            ),
        ),
    ),
)
