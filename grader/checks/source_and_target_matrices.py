"""What the matrices of the student's encoder-decoder are for: each is zero in turn, and training moves those in use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from grader.checks.in_turn import asked_in_turn
from grader.checks.inside_modules import moved_by_training
from grader.checks.source_and_target import (
    BATCH,
    SRC,
    STILL,
    TGT,
    Booleans,
    Built,
    Numbers,
    Pair,
    built,
    listening,
    pair,
    place_of_source_rows,
    question,
    rows_heard,
)
from grader.checks.student import Settled, Student, first_array
from grader.checks.zeroed_matrices import Matrices, is_matrix, per_layer, seen_in
from grader.model import Array, FitModule, Overheard, Returned, SetParameters, Text, Value, WithZeros

__all__ = [
    "Answer",
    "Silencing",
    "SourceUse",
    "answers",
    "in_use",
    "layer_matrices",
    "logits_with",
    "moved",
    "quiet_logits",
    "silencing",
    "source_uses",
    "with_matrix_at_zero",
]


@dataclass(frozen=True, eq=False)
class Answer:
    """To the three samples of `_samples`: `logits` (3, n_tgt, tgt_vocab), and the last `rows` of the source
    (3, n_src, width); None where they aren't finite, or can't be heard.
    """

    logits: Numbers | None
    rows: Numbers | None


def answers(student: Student, model: Built, n_layers: int, zeroed: Sequence[tuple[int, ...]]) -> list[Answer]:
    """One for each of `zeroed`: positions of the parameters of `model`, of `n_layers` layers, that are zero then.

    No note is taken of what the module gives: it's not the student's any more.
    """
    src, tgt = _samples(student)
    place = place_of_source_rows(student, n_layers)
    inner = question(model, src, tgt) if place is None else listening(model, src, tgt, place)
    replies = asked_in_turn(student, [WithZeros(model.handle, positions, inner) for positions in zeroed])
    found = []
    for reply in replies:
        body = reply.value if isinstance(reply, Returned) else None
        value = body.get("value") if isinstance(inner, Overheard) and isinstance(body, Mapping) else body
        rows = None if place is None else rows_heard(body, place)
        if rows is not None and not np.isfinite(rows).all():
            rows = None
        found.append(Answer(_finite(value, (*tgt.shape, TGT)), rows))
    return found


def _samples(student: Student) -> Pair:
    """A source and a target; with other targets at positions 0, 2, ...; with another source at positions 0, 2, ..."""
    src, tgt = (np.repeat(ids[:1], BATCH, axis=0) for ids in pair(student, "zeroed"))
    tgt[1, ::2] = (tgt[1, ::2] + 4) % TGT
    src[2, ::2] = (src[2, ::2] + 5) % SRC
    return src, tgt


def _finite(value: Value, shape: tuple[int, ...]) -> Numbers | None:
    got = first_array(value)
    if not isinstance(got, Array) or got.shape != shape or not np.isfinite(got.data).all():
        return None
    return got.data.astype(np.float64)


def quiet_logits(student: Student, zeroed: tuple[int, ...], ids: Pair) -> Numbers | None:
    """Of the model of one layer with these parameters zero, with no note taken; None where they aren't finite."""
    model = built(student, 1)
    reply = student.ask(WithZeros(model.handle, zeroed, question(model, *ids)))
    return _finite(reply.value if isinstance(reply, Returned) else None, (*ids[1].shape, TGT))


def logits_with(student: Student, factors: Mapping[int, float], ids: Pair) -> Numbers | None:
    """Of the model of one layer with these parameters times a factor; no note is taken, and None where not finite.

    Factors that are powers of two leave what is linear as it is, to the last bit.
    """
    model, asked = built(student, 1), Text("EncoderDecoder")
    values = tuple(Array(factors.get(i, 1.0) * old.data, old.library) for i, old in enumerate(model.values))
    try:
        student.returned(student.ask(SetParameters(model.handle, values)), asked)
        found = quiet_logits(student, (), ids)
    finally:
        restored = student.ask(SetParameters(model.handle, model.values))
    student.returned(restored, asked)
    return found


def _each_at_zero(student: Student, n_layers: int) -> tuple[Answer, dict[int, Answer]]:
    """The answer as the model is, and with each of its matrices at zero, by position."""
    key = f"each-at-zero-{n_layers}"
    if key not in student.memo:
        model = built(student, n_layers)
        matrices = [i for i, shape in enumerate(model.shapes) if is_matrix(shape)]
        plain, *others = answers(student, model, n_layers, [(), *((i,) for i in matrices)])
        student.memo[key] = plain, dict(zip(matrices, others, strict=True))
    found: tuple[Answer, dict[int, Answer]] = student.memo[key]
    return found


@dataclass(frozen=True)
class SourceUse:
    """What a matrix does to the source's rows: does it act on them, and do tokens see each other without it?"""

    acts: bool
    still_mixed: bool
    still_read: bool


def source_uses(student: Student, n_layers: int) -> dict[int, SourceUse] | None:
    """By position, for each matrix of the model; None where the source's rows can't be heard."""
    plain, others = _each_at_zero(student, n_layers)
    if plain.rows is None:
        return None
    uses = {}
    for i, other in others.items():
        if other.rows is not None and other.rows.shape == plain.rows.shape:
            still_read, still_mixed = _read_and_mixed(other.rows)
            uses[i] = SourceUse(bool(np.abs(other.rows - plain.rows).max() > STILL), still_mixed, still_read)
    return uses


def _read_and_mixed(rows: Numbers) -> tuple[bool, bool]:
    """Do the source's rows depend on their own tokens, and on others?"""
    moving = np.abs(rows[2] - rows[0]).max(axis=1) > STILL
    return bool(moving[::2].any()), bool(moving[1::2].any())


@dataclass(frozen=True)
class Silencing:
    """Positions of the matrices of one layer that, at zero, silence the encoder's attention, the decoder's own, or the
    cross-attention; () where there are none.
    """

    encoder: tuple[int, ...]
    own: tuple[int, ...]
    cross: tuple[int, ...]


def silencing(student: Student) -> Silencing:
    plain, others = _each_at_zero(student, 1)
    mixes = plain.rows is not None and _read_and_mixed(plain.rows)[1]
    uses = (source_uses(student, 1) or {}) if mixes else {}
    seen = {i: seen for i, other in others.items() if (seen := seen_in(other.logits)) is not None}
    return Silencing(
        tuple(i for i, use in uses.items() if use.acts and use.still_read and not use.still_mixed),
        tuple(i for i, found in seen.items() if found.target and found.source and not found.others),
        tuple(i for i, found in seen.items() if found.target and not found.source),
    )


def in_use(student: Student, n_layers: int) -> set[int]:
    """Positions of the matrices that the logits depend on."""
    plain, others = _each_at_zero(student, n_layers)
    return {
        i
        for i, other in others.items()
        if other.logits is None or plain.logits is None or np.abs(other.logits - plain.logits).max() > STILL
    }


def with_matrix_at_zero(student: Student, n_layers: int) -> tuple[Numbers | None, dict[int, Numbers | None]]:
    """Logits of three samples, as `seen_in` reads them: of the model as it is, and with each matrix at zero."""
    plain, others = _each_at_zero(student, n_layers)
    return plain.logits, {i: other.logits for i, other in others.items()}


def layer_matrices(student: Student) -> Matrices:
    """The matrices of the model of one layer that each further layer has too."""
    one, two = (built(student, n_layers).shapes for n_layers in (1, 2))
    repeated = per_layer(one, two)
    plain, others = _each_at_zero(student, 1)
    chosen = {i: others[i].logits for i, shape in enumerate(one) if shape in repeated}

    def run(zeroed: Sequence[tuple[int, ...]]) -> list[Numbers | None]:
        return [answer.logits for answer in answers(student, built(student, 1), 1, zeroed)]

    return Matrices(one, plain.logits, chosen, run)


def moved(student: Student, n_layers: int) -> list[Booleans] | None:
    """By parameter of the model: which of its numbers do two steps of training move?  Settled where they stop.

    Where the logits don't depend on a parameter, no gradient gets to it.
    """
    key = f"moved-{n_layers}"
    if key not in student.memo:
        try:
            student.memo[key] = _moved(student, built(student, n_layers))
        except Settled as settled:
            student.memo[key] = settled
    found: list[Booleans] | Settled | None = student.memo[key]
    if isinstance(found, Settled):
        raise found
    return found


def _moved(student: Student, model: Built) -> list[Booleans] | None:
    src, tgt = pair(student, "learning")
    source, before, targets = (Array(ids, "torch") for ids in (src, tgt, (tgt + 1) % TGT))
    fit = FitModule(model.handle, source, targets, steps=2, learning_rate=0.1, further=(before,))
    return moved_by_training(student, fit, model.values, Text("two steps of training"))
