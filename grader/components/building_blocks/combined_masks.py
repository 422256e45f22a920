"""Causal and padding mask together: ``combine_masks(lengths, n)`` -> (B, 1, n, n) or (B, n, n) (contract).

Each part is judged where only it shows.  With padding at the end, real tokens can't tell padding that is blocked on the
axis of the keys from padding on that of the queries: for them the future hides it in either case.  The rows of padding
tell: on the queries' axis, or on both, which is the same under a causal mask, they block everything.  Their softmax is
NaN, and so is the gradient of all that it meets.  A check of its own sees to that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.mask_convention import LOW_ENOUGH, MaskConvention, Meaning, remember
from grader.checks.student import Settled, Student, first_array, number_text, shape_text
from grader.components.component import Component, Form, Role
from grader.model import Array, CallFunction, Observation, Raised, Reply, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "combine_masks"
Booleans = NDArray[np.bool_]
Numbers = NDArray[np.float64]
# None of the first batch fills its width, and one of the second does.
QUESTIONS = (((4, 1, 6, 3), 7), ((2, 5), 5))


def called(lengths: tuple[int, ...], n: int) -> Text:
    return Text("combine_masks({lengths}, {n})", {"lengths": str(list(lengths)), "n": n})


def mask_of(student: Student, lengths: tuple[int, ...], n: int) -> Numbers:
    """The student's mask as float64, (B, n, n); a settled verdict where it has another shape or holds NaN."""
    asked = called(lengths, n)
    reply = _ask(student, lengths, n)
    array = student.numbers(first_array(student.returned(reply, asked).value), asked)
    data = array.data.astype(np.float64)
    if data.shape == (len(lengths), 1, n, n):
        data = data[:, 0]
    if data.shape != (len(lengths), n, n):
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: the shape is {got}, expected {expected} or {other}.",
                {
                    "asked": asked,
                    "got": shape_text(data.shape),
                    "expected": shape_text((len(lengths), 1, n, n)),
                    "other": shape_text((len(lengths), n, n)),
                },
            ),
        )
    told = (student.array(np.array(lengths)), n)
    student.observations.append(Observation(ROLE, str(asked), told, {}, Array(data[:, None], array.library)))
    if np.isnan(data).any():
        raise Settled(
            Verdict.WRONG,
            Text("{asked}: it holds NaN. 0 times infinity is NaN: choose with `where` instead.", {"asked": asked}),
        )
    odd = data[(data != 0) & (data != 1) & (data > LOW_ENOUGH)]
    if odd.size:
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: it must hold True and False (or 1 and 0); {got} is neither.",
                {"asked": asked, "got": number_text(float(odd[0]))},
            ),
        )
    return data


def _ask(student: Student, lengths: tuple[int, ...], n: int) -> Reply:
    """Lengths come as an array, else as a list, else as an array of the other library."""
    other = Array(np.array(lengths), "torch" if student.library == "numpy" else "numpy")
    forms: tuple[Value, ...] = (student.array(np.array(lengths)), lengths, other)
    first: Reply | None = None
    for form in forms:
        reply = student.ask(CallFunction(student.found[ROLE].name, (form, n)))
        if not isinstance(reply, Raised):
            return reply
        first = first or reply
    assert first is not None
    return first


def meaning(student: Student) -> Meaning:
    """What the entries mean.  In any mask that is right but for that, token 0 sees itself and not the last one."""
    if "combined.meaning" not in student.memo:
        mask = mask_of(student, *QUESTIONS[0])
        seen, unseen = mask[:, 0, 0], mask[:, 0, -1]
        additive = bool((mask <= LOW_ENOUGH).any())
        block = bool((seen == 0).all() and (unseen == 1).all())
        student.memo["combined.meaning"] = "additive" if additive else "block" if block else "keep"
        # Whoever stands in for the function makes such masks too.
        remember(student, MaskConvention(student.memo["combined.meaning"], "bool"))
    found: Meaning = student.memo["combined.meaning"]
    return found


def allowed_of(student: Student, lengths: tuple[int, ...], n: int) -> Booleans:
    """(B, n, n): who may attend to whom, in the student's own convention."""
    mask, how = mask_of(student, lengths, n), meaning(student)
    allowed: Booleans = mask > LOW_ENOUGH if how == "additive" else mask == 0 if how == "block" else mask != 0
    return allowed


def _graded(allowed: Booleans, length: int) -> Booleans:
    """(n, 1): every row but those of padding that block everything."""
    rows = np.arange(len(allowed)) < length
    return (rows | allowed.any(axis=1))[:, None]


def future(student: Student) -> Text | None:
    """Among real keys: a token sees itself and what comes before, and nothing after it."""
    for lengths, n in QUESTIONS:
        allowed = allowed_of(student, lengths, n)
        row, column = np.indices((n, n))
        for b, length in enumerate(lengths):
            told = _graded(allowed[b], length) & (column < length)
            off = np.argwhere((allowed[b] != (column <= row)) & told)
            if len(off):
                i, j = (int(v) for v in off[0])
                values: dict[str, str | int | float | Text] = {"asked": called(lengths, n), "b": b, "i": i, "j": j}
                if allowed[b, i, j]:
                    return Text("{asked}: in sequence {b}, token {i} sees token {j}, which comes after it.", values)
                return Text("{asked}: in sequence {b}, token {i} can't see token {j}, and should.", values)
    return None


def padding(student: Student) -> Text | None:
    """Nobody sees padding; but somebody sees something."""
    for lengths, n in QUESTIONS:
        allowed = allowed_of(student, lengths, n)
        if not allowed.any():
            return Text("{asked}: no token sees anything.", {"asked": called(lengths, n)})
        for b, length in enumerate(lengths):
            values: dict[str, str | int | float | Text] = {"asked": called(lengths, n), "b": b, "length": length}
            off = np.argwhere(allowed[b] & (np.arange(n) >= length))
            if len(off):
                return Text(
                    "{asked}: sequence {b} has {length} real tokens, and token {i} sees token {j}, which is padding.",
                    values | {"i": int(off[0][0]), "j": int(off[0][1])},
                )
    return None


def padded_rows(student: Student) -> Text | None:
    """A row of padding sees the real tokens before it; where the past is hidden from real tokens, that is the cause."""
    for lengths, n in QUESTIONS:
        allowed = allowed_of(student, lengths, n)
        if not all(allowed[b, length - 1, 0] for b, length in enumerate(lengths)):
            continue
        for b, length in enumerate(lengths):
            empty = np.flatnonzero(~allowed[b, length:].any(axis=1)) + length
            if len(empty):
                student.suspect("combined_masks/padding_on_the_queries")
                return Text(
                    "{asked}: sequence {b} has {length} real tokens, and row {i} blocks everything. The softmax of "
                    "such a row is NaN. The padding mask speaks of keys: a token of padding may see the real ones.",
                    {"asked": called(lengths, n), "b": b, "length": length, "i": int(empty[0])},
                )
    return None


def convention(student: Student) -> Text | None:
    how = meaning(student)
    if how == "block":
        student.suspect("combined_masks/true_means_blocked")
        return Text(
            "Your mask uses True = blocked; in this course True (or 1) = may attend and False (or 0) = blocked. "
            "The other checks are judged with your own convention."
        )
    if how == "additive":
        student.suspect("combined_masks/to_be_added")
        return Text(
            "Your mask is added to the scores (0 = may attend, -inf = blocked); in this course True (or 1) = may "
            "attend and False (or 0) = blocked. The other checks are judged with your own convention."
        )
    return None


COMPONENT = Component(
    "combined_masks",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("lengths", "n"),
                    2,
                    ("combinar_mascaras", "mascara_combinada", "combined_mask", "combined_masks"),
                ),
            ),
            (
                Claim("future", Text("no token sees what comes after it"), future),
                Claim("padding", Text("no token sees padding"), padding),
                Claim("padded_rows", Text("no row of padding blocks everything"), padded_rows),
                Claim("convention", Text("True (or 1) means: may attend"), convention),
            ),
            supporting=("padded_rows", "convention"),
        ),
    ),
)
