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
from grader.checks.returned_masks import allowed_by, departure, departure_in_attention
from grader.checks.student import (
    Settled,
    Student,
    first_array,
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
        broken = departure(Text("causal_mask({n})", {"n": n}), mask, expected)
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
    broken = departure(asked, mask, expected)
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
    return departure(asked, mask.reshape(expected.shape), expected)


def _settle_additive(mask: Numbers, expected: Booleans, broken: Text, mistake: str) -> None:
    """Whatever finite number stands for -inf, it is the same mistake."""
    if not expected.all() and meaning_of(mask, expected) == "additive":
        raise Settled(Verdict.WRONG, broken, suspects=(f"masks/{mistake}",))


def in_attention(student: Student) -> Text | None:
    meaning = meaning_of_causal(student)
    dice = student.dice("in attention")
    for n in (5, 8):
        allowed = allowed_by(causal_of(student, n), meaning)
        asked = Text("causal_mask({n}) used in attention", {"n": n})
        broken = departure_in_attention(
            student.references.attention.attention, dice, asked, allowed, student.references.masks.causal_mask(n)
        )
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
        broken = departure_in_attention(student.references.attention.attention, dice, asked, allowed, expected)
        if broken is not None:
            return broken
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
