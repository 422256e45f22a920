"""The student's encoder-decoder, run: logits, what moves them, what modules inside are given and give.

What belongs together is asked in one question: a question takes as long as a forward of so small a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.in_turn import asked_in_turn
from grader.checks.inside_modules import heard_in, heard_inside
from grader.checks.modules import build, note_call, randomise
from grader.checks.student import Settled, Student, first_array, shape_text
from grader.checks.token_modules import constructor_values
from grader.checks.zeroed_matrices import Shape
from grader.model import (
    Array,
    CallModule,
    ModuleDescription,
    Overheard,
    Reply,
    SetParameters,
    Text,
    Value,
    Verdict,
)

__all__ = [
    "BATCH",
    "HEADS",
    "N_SRC",
    "N_TGT",
    "ORDER",
    "OTHER_HEADS",
    "ROLE",
    "SRC",
    "STILL",
    "TGT",
    "Booleans",
    "Built",
    "D",
    "Ids",
    "Numbers",
    "Pair",
    "Place",
    "built",
    "heard",
    "influence",
    "last_source_rows",
    "listening",
    "logits",
    "logits_of",
    "pair",
    "place_of_source_rows",
    "question",
    "require_substance",
    "rows_heard",
    "rows_of",
    "source_influence",
    "target_influence",
    "with_other_heads",
]

ROLE = "EncoderDecoder"
ORDER = ("src_vocab", "tgt_vocab", "d_model", "n_heads", "n_layers")
Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]
Booleans = NDArray[np.bool_]
Pair = tuple[Ids, Ids]
# Vocabularies, width, heads; lengths and batch in the checks; all different.  Neither 2, 3 nor 4 times the width is a
# length that a table of positions is likely to have: what belongs to a layer is told by the shapes.
SRC, TGT, D, HEADS, OTHER_HEADS = 13, 9, 24, 2, 4
N_SRC, N_TGT, BATCH = 6, 5, 3
STILL = 2e-6  # a token that isn't seen leaves everything as it is, but for the order of float32 sums


@dataclass(frozen=True, eq=False)
class Built:
    """The student's model under `handle`; `values` are its parameters by position, random ones."""

    handle: str
    module: ModuleDescription
    values: tuple[Array, ...]

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(parameter.shape for parameter in self.module.parameters)


def built(student: Student, n_layers: int = 2) -> Built:
    """One for all checks."""
    key = f"encoder-decoder-{n_layers}"
    if key not in student.memo:
        handle, module, asked = _build(student, HEADS, n_layers)
        student.memo[key] = Built(handle, module, randomise(student, handle, module, student.dice(key), asked))
    found: Built = student.memo[key]
    return found


def with_other_heads(student: Student) -> Built | None:
    """The model of one layer with more heads and the same parameters; None where its parameters have other shapes."""
    one = built(student, 1)
    handle, module, asked = _build(student, OTHER_HEADS, 1)
    other = Built(handle, module, one.values)
    if other.shapes != one.shapes:
        return None
    student.returned(student.ask(SetParameters(handle, one.values)), asked)
    return other


def _build(student: Student, heads: int, n_layers: int) -> tuple[str, ModuleDescription, Text]:
    asked = Text(
        "EncoderDecoder({src}, {tgt}, {d}, {h}, {layers})",
        {"src": SRC, "tgt": TGT, "d": D, "h": heads, "layers": n_layers},
    )
    sizes: dict[str, Value] = dict(zip(ORDER, (SRC, TGT, D, heads, n_layers), strict=True))
    values = constructor_values(student.found[ROLE], **sizes)
    return *build(student, ROLE, ORDER, values, asked), asked


# Logits


def logits(student: Student, src: Ids, tgt: Ids, n_layers: int = 2) -> Numbers:
    """(B, n_tgt, tgt_vocab), else a settled verdict."""
    return logits_of(student, [(src, tgt)], n_layers)[0]


def logits_of(student: Student, pairs: Sequence[Pair], n_layers: int = 2) -> list[Numbers]:
    """Of several sources and targets: (B, n_tgt, tgt_vocab) each, else a settled verdict."""
    calls = [question(built(student, n_layers), src, tgt) for src, tgt in pairs]
    replies = asked_in_turn(student, calls)
    got = []
    for (src, tgt), call, reply in zip(pairs, calls, replies, strict=True):
        note_call(student, ROLE, call, reply, str(_asked(src, tgt)))
        got.append(_logits_in(student, reply, src, tgt, n_layers))
    return got


def question(model: Built, src: Ids, tgt: Ids) -> CallModule:
    return CallModule(model.handle, (Array(src, "torch"), Array(tgt, "torch")))


def _logits_in(student: Student, reply: Reply, src: Ids, tgt: Ids, n_layers: int) -> Numbers:
    asked = _asked(src, tgt)
    got = student.numbers(first_array(student.returned(reply, asked).value), asked)
    if got.shape != (*tgt.shape, TGT):
        if got.shape == (*tgt.shape, SRC):
            student.suspect("encoder_decoder/logits_over_the_source_vocabulary")
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: the shape is {got}, expected {expected}: a logit for each token of the target's vocabulary, "
                "at each position of the target.",
                {"asked": asked, "got": shape_text(got.shape), "expected": shape_text((*tgt.shape, TGT))},
            ),
        )
    if not np.isfinite(got.data).all():
        raise _not_finite(student, src, tgt, n_layers, asked)
    return got.data.astype(np.float64)


def _not_finite(student: Student, src: Ids, tgt: Ids, n_layers: int, asked: Text) -> Settled:
    """Where the first NaN stands tells which target position has nothing to look at."""
    n = tgt.shape[1]
    entries = heard_inside(student, question(built(student, n_layers), src, tgt), asked)
    shaped = (array for entry in entries if (array := rows_of(entry.get("output"), n)) is not None)
    rows: Booleans | None = next(
        (np.asarray(np.isnan(array).any(axis=(0, 2))) for array in shaped if np.isnan(array).any()), None
    )
    if rows is None or rows.sum() != 1 or n < 2 or not (rows[0] or rows[-1]):
        return Settled(Verdict.WRONG, Text("{asked}: some logits are not finite.", {"asked": asked}))
    suspect = "encoder_decoder/own_token_blocked" if rows[0] else "encoder_decoder/allowed_taken_for_blocked"
    return Settled(
        Verdict.WRONG,
        Text(
            "{asked}: the logits are NaN. The first NaN comes out of the decoder's attention at target position {row}: "
            "the mask leaves it nothing to look at.",
            {"asked": asked, "row": int(rows.argmax())},
        ),
        suspects=(suspect,),
    )


def pair(student: Student, label: str, n_src: int = N_SRC, n_tgt: int = N_TGT) -> Pair:
    dice = student.dice(label)
    return dice.integers(0, SRC, (BATCH, n_src)), dice.integers(0, TGT, (BATCH, n_tgt))


def _asked(src: Ids, tgt: Ids) -> Text:
    return Text("src {src} and tgt {tgt}", {"src": shape_text(src.shape), "tgt": shape_text(tgt.shape)})


# What moves them


def influence(student: Student, pairs: Sequence[Pair], n_layers: int) -> Booleans:
    """(n_tgt, n): do the logits there move, in some sample, when token j is another one?

    `pairs` are the tokens as they are, and then two of each j: one other token may happen to make no difference.
    """
    before, *others = logits_of(student, pairs, n_layers)
    moved = np.stack([np.abs(other - before).max(axis=(0, 2)) > STILL for other in others], axis=1)
    return np.asarray(moved[:, ::2] | moved[:, 1::2])


def _others(ids: Ids, vocabulary: int) -> list[Ids]:
    """The tokens as they are, then with each one exchanged for two others in turn."""
    found = [ids]
    for j in range(ids.shape[1]):
        for step in (1, 4):
            other = ids.copy()
            other[:, j] = (other[:, j] + step) % vocabulary
            found.append(other)
    return found


def target_influence(student: Student, n_layers: int = 2) -> Booleans:
    key = f"target-influence-{n_layers}"
    if key not in student.memo:
        src, tgt = pair(student, "causal")
        student.memo[key] = influence(student, [(src, ids) for ids in _others(tgt, TGT)], n_layers)
    seen: Booleans = student.memo[key]
    return seen


def source_influence(student: Student) -> Booleans:
    if "source-influence" not in student.memo:
        src, tgt = pair(student, "source")
        student.memo["source-influence"] = influence(student, [(ids, tgt) for ids in _others(src, SRC)], 2)
    seen: Booleans = student.memo["source-influence"]
    return seen


def require_substance(student: Student) -> None:
    """Settled WRONG where the logits depend on neither source nor target, or on chance."""
    key = "depends-on-its-inputs"
    if key not in student.memo:
        src, tgt = pair(student, "substance")
        one, again = logits_of(student, [(src, tgt), (src[[0, 0, 0]], tgt[[0, 0, 0]])])
        student.memo[key] = np.abs(one[0] - again[1]).max() <= 1e-4 and bool(
            target_influence(student).any() or source_influence(student).any()
        )
    if not student.memo[key]:
        raise Settled(Verdict.WRONG, Text("The logits must depend on the source and the target, and on nothing else."))


# What the modules inside are given and give


def heard(student: Student, n_layers: int = 2) -> list[Mapping[str, Value]]:
    """Of one source and one target."""
    key = f"heard-{n_layers}"
    if key not in student.memo:
        src, tgt = pair(student, "heard")
        student.memo[key] = heard_inside(student, question(built(student, n_layers), src, tgt), _asked(src, tgt))
    entries: list[Mapping[str, Value]] = student.memo[key]
    return entries


def last_source_rows(student: Student, pairs: Sequence[Pair], n_layers: int = 2) -> list[Numbers | None] | None:
    """The last array with a row for each source token that a module inside is given, or gives: (B, n_src, width).

    One for each of `pairs`; None altogether where no module is given or gives anything of the kind.
    """
    place = place_of_source_rows(student, n_layers)
    if place is None:
        return None
    calls = [listening(built(student, n_layers), src, tgt, place) for src, tgt in pairs]
    replies = zip(asked_in_turn(student, calls), pairs, strict=True)
    return [rows_heard(student.returned(reply, _asked(*ids)).value, place) for reply, ids in replies]


@dataclass(frozen=True)
class Place:
    """The module at `path`: is it what it gives, or what it's given?"""

    path: str
    given: bool


def place_of_source_rows(student: Student, n_layers: int) -> Place | None:
    """A module ends after those within it, but what it was given is older than what they were."""
    entries = [
        (str(entry.get("path")), _source_rows(entry.get("output")), _source_rows(entry.get("inputs")))
        for entry in heard(student, n_layers)
    ]
    for path, output, given in reversed(entries):
        if output is not None:
            return Place(path, given=False)
        within = (entry for entry in entries if entry[0].startswith(f"{path}."))
        if given is not None and all(out is None and into is None for _, out, into in within):
            return Place(path, given=True)
    return None


def listening(model: Built, src: Ids, tgt: Ids, place: Place) -> Overheard:
    return Overheard(model.handle, question(model, src, tgt), (place.path,))


def rows_heard(body: Value, place: Place) -> Numbers | None:
    found = (_source_rows(entry.get("inputs" if place.given else "output")) for entry in reversed(heard_in(body)))
    return next((rows for rows in found if rows is not None), None)


def _source_rows(value: Value) -> Numbers | None:
    """The last of these arrays that has a row for each source token."""
    parts = value if isinstance(value, tuple) else (value,)
    return next((rows for part in reversed(parts) if (rows := rows_of(part, N_SRC)) is not None), None)


def rows_of(tensor: Value, n: int) -> Numbers | None:
    """`tensor` as (B, n, width), whichever of batch and tokens stands first; None where it's nothing of the kind."""
    if not isinstance(tensor, Array) or tensor.data.ndim != 3 or tensor.data.dtype.kind != "f":
        return None
    data = tensor.data.swapaxes(0, 1) if tensor.shape[:2] == (n, BATCH) else tensor.data
    return data.astype(np.float64) if data.shape[:2] == (BATCH, n) else None
