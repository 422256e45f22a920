"""Sliding window: ``sliding_window_mask(n, window)`` -> (n, n), token i sees the tokens i - window + 1, ..., i.

Only `mask` asks for the course's convention (True = may attend).  The other checks read the mask as its own convention
means it, so that this costs nothing twice.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks import returned_masks
from grader.checks.claim import Claim
from grader.checks.mask_convention import LOW_ENOUGH, Booleans, Meaning, meaning_of
from grader.checks.returned_masks import departure, departure_in_attention
from grader.checks.student import Settled, Student, first_array, index_text, of_shape, without_leading_ones
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

ROLE = "sliding_window_mask"
Numbers = NDArray[np.float64]

# n and window: some rows see less than a window, more than half see one, and they differ in every size.
SIZES = ((9, 3), (7, 2), (8, 4))


def named(n: int, window: int) -> Text:
    return Text("sliding_window_mask({n}, {window})", {"n": n, "window": window})


def mask_of(student: Student, n: int, window: int) -> Numbers:
    """The student's mask as float64, (n, n); leading axes of length 1 are taken away."""
    asked = named(n, window)
    reply = student.returned(student.call(ROLE, n, window, case=str(asked)), asked)
    got = student.numbers(first_array(reply.value), asked)
    return of_shape(without_leading_ones(got, 2), (n, n), asked).data.astype(np.float64)


def expected(student: Student, n: int, window: int) -> Booleans:
    right: Booleans = student.references.sliding_window.sliding_window_mask(n, window)
    return right


def allowed_by(student: Student, n: int, window: int) -> Booleans:
    """Who may attend to whom in the student's mask, in whatever convention it's written."""
    return returned_masks.allowed_by(mask_of(student, n, window), meaning_in(student))


def meaning_in(student: Student) -> Meaning:
    """The convention of the student's mask, right or wrong: every token sees itself, and the first not the last."""
    if "sliding_window.meaning" not in student.memo:
        n, window = SIZES[0]
        mask = mask_of(student, n, window)
        found = meaning_of(mask, expected(student, n, window))
        if found is None and np.isin(mask, (0.0, 1.0)).all():
            found = "block" if (np.diag(mask) == 0).all() and mask[0, -1] == 1 else "keep"
        elif found is None:
            found = "additive" if (np.diag(mask) == 0).all() and mask.min() <= LOW_ENOUGH else "keep"
        student.memo["sliding_window.meaning"] = found
    meaning: Meaning = student.memo["sliding_window.meaning"]
    return meaning


def require_substance(student: Student) -> None:
    """Settled where the window changes nothing: the causal mask and the identity have half of the properties."""
    narrow, wider = (allowed_by(student, 9, window) for window in (3, 6))
    if np.array_equal(narrow, wider):
        raise Settled(Verdict.WRONG, Text("The mask for 9 tokens is the same for a window of 3 and for one of 6."))


# -- the claims ------------------------------------------------------------------------------------


def mask(student: Student) -> Text | None:
    # All are asked before any is judged: what explains them must explain all.
    masks = [mask_of(student, *size) for size in SIZES]
    for (n, window), got in zip(SIZES, masks, strict=True):
        broken = _broken(named(n, window), got, expected(student, n, window))
        if broken is not None:
            return broken
    return None


def _broken(asked: Text, got: Numbers, right: Booleans) -> Text | None:
    """How `got` isn't `right` in the course's convention, or None."""
    if meaning_of(got, right) == "block":
        return Text(
            "{asked} is a mask with True = blocked; in this course True (or 1) = may attend. "
            "The other checks read it in your own convention.",
            {"asked": asked},
        )
    return departure(asked, got, right)


def no_future(student: Student) -> Text | None:
    require_substance(student)
    for n, window in SIZES:
        allowed = allowed_by(student, n, window)
        ahead = np.argwhere(np.triu(allowed, 1))
        if len(ahead):
            return Text(
                "{asked}: token {query} sees token {key}, which comes after it.",
                {"asked": named(n, window), "query": int(ahead[0][0]), "key": int(ahead[0][1])},
            )
        # Who sees nothing at all has no window: that is `width`'s to say.
        unseen = np.flatnonzero(~np.diag(allowed) & allowed.any(axis=1))
        if len(unseen):
            return Text(
                "{asked}: token {query} doesn't see itself.",
                {"asked": named(n, window), "query": int(unseen[0])},
            )
    return None


def with_diagonal(allowed: Booleans) -> Booleans:
    """`allowed`, with every token itself where none sees itself: `no_future` has said so, and once is enough."""
    return allowed if np.diag(allowed).any() else allowed | np.eye(len(allowed), dtype=np.bool_)


def width(student: Student) -> Text | None:
    """Of itself and what came before, a token sees the newest `window`, and no others."""
    require_substance(student)
    for n, size in (*SIZES, (5, 1), (5, 5)):
        allowed = with_diagonal(allowed_by(student, n, size))
        for query in range(n):
            seen = [int(key) for key in np.flatnonzero(allowed[query, : query + 1])]
            oldest = max(0, query - size + 1)
            if not seen:
                return Text(
                    "{asked}: of itself and the tokens before it, token {query} must see {expected}; it sees none of "
                    "them. (Tokens count from 0, and the window counts the token itself.)",
                    {"asked": named(n, size), "query": query, "expected": _listed(range(oldest, query + 1))},
                )
            if seen != list(range(oldest, query + 1)):
                return Text(
                    "{asked}: of itself and the tokens before it, token {query} must see {expected}; it sees {seen}. "
                    "(Tokens count from 0, and the window counts the token itself.)",
                    {
                        "asked": named(n, size),
                        "query": query,
                        "expected": _listed(range(oldest, query + 1)),
                        "seen": _listed(seen),
                    },
                )
    return None


def _listed(tokens: range | list[int]) -> str:
    return ", ".join(map(str, tokens)) or "-"


def wide_window(student: Student) -> Text | None:
    """A window that is wider than the text leaves the causal mask."""
    require_substance(student)
    n = 5
    causal = np.tril(np.ones((n, n), dtype=np.bool_))
    for window in (7, 12):
        off = np.argwhere(with_diagonal(allowed_by(student, n, window)) != causal)
        if len(off):
            return Text(
                "{asked}: where the window holds the whole text, the causal mask must come out, and at {index} it "
                "doesn't.",
                {"asked": named(n, window), "index": index_text([int(i) for i in off[0]])},
            )
    return None


def in_attention(student: Student) -> Text | None:
    """Used in the reference's attention, each token mixes the values of its window and no others."""
    for n, window in SIZES:
        allowed, right = allowed_by(student, n, window), expected(student, n, window)
        asked = Text("{mask} used in attention", {"mask": named(n, window)})
        broken = departure_in_attention(
            student.references.sliding_window.attention, student.dice("in attention"), asked, allowed, right
        )
        if broken is not None:
            return broken
    return None


COMPONENT = Component(
    "sliding_window",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("n", "window"),
                    2,
                    (
                        "mascara_ventana",
                        "máscara_ventana",
                        "mascara_ventana_deslizante",
                        "mascara_deslizante",
                        "sliding_mask",
                        "window_mask",
                    ),
                ),
            ),
            (
                Claim("mask", Text("the right mask, True = may attend"), mask),
                Claim("no_future", Text("every token sees itself and nothing ahead"), no_future),
                Claim("width", Text("the window holds the newest tokens, as many as asked"), width),
                Claim("wide_window", Text("a window wider than the text is the causal mask"), wide_window),
                Claim("in_attention", Text("in attention: weight on the window alone"), in_attention),
            ),
        ),
    ),
)
