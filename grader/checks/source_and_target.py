"""The student's encoder-decoder, run: logits, what moves them, what modules inside are given, parameters at zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.inside_modules import heard_inside
from grader.checks.modules import build, call_module, randomise
from grader.checks.student import Settled, Student, first_array, shape_text
from grader.checks.token_modules import constructor_values
from grader.checks.zeroed_matrices import Matrices, Shape, is_matrix, per_layer
from grader.model import Array, CallModule, ModuleDescription, Returned, SetParameters, Text, Value, Verdict

__all__ = [
    "BATCH",
    "N_SRC",
    "N_TGT",
    "ORDER",
    "ROLE",
    "SRC",
    "STILL",
    "TGT",
    "Booleans",
    "Built",
    "Ids",
    "Numbers",
    "SourceUse",
    "Zeroed",
    "built",
    "heard",
    "influence",
    "last_source_rows",
    "layer_matrices",
    "logits",
    "pair",
    "quiet_logits",
    "require_substance",
    "rows_of",
    "source_influence",
    "source_uses",
    "target_influence",
]

ROLE = "EncoderDecoder"
ORDER = ("src_vocab", "tgt_vocab", "d_model", "n_heads", "n_layers")
Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]
Booleans = NDArray[np.bool_]
# Vocabularies, width, heads; lengths and batch in the checks; all different.
SRC, TGT, _D, _H = 13, 9, 16, 2
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
        asked = Text(
            "EncoderDecoder({src}, {tgt}, {d}, {h}, {layers})",
            {"src": SRC, "tgt": TGT, "d": _D, "h": _H, "layers": n_layers},
        )
        sizes: dict[str, Value] = dict(zip(ORDER, (SRC, TGT, _D, _H, n_layers), strict=True))
        values = constructor_values(student.found[ROLE], **sizes)
        handle, module = build(student, ROLE, ORDER, values, asked)
        filled = randomise(student, handle, module, student.dice(key), asked)
        student.memo[key] = Built(handle, module, filled)
    found: Built = student.memo[key]
    return found


def logits(student: Student, src: Ids, tgt: Ids, n_layers: int = 2) -> Numbers:
    """(B, n_tgt, tgt_vocab), else a settled verdict."""
    asked = _asked(src, tgt)
    reply = call_module(student, ROLE, built(student, n_layers).handle, src, tgt, case=str(asked))
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
    outputs = (entry.get("output") for entry in heard(student, src, tgt, n_layers))
    shaped = (array for output in outputs if (array := rows_of(output, n)) is not None)
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


def pair(student: Student, label: str, n_src: int = N_SRC, n_tgt: int = N_TGT) -> tuple[Ids, Ids]:
    dice = student.dice(label)
    return dice.integers(0, SRC, (BATCH, n_src)), dice.integers(0, TGT, (BATCH, n_tgt))


def influence(run: Callable[[Ids], Numbers], ids: Ids, vocabulary: int) -> Booleans:
    """(rows, n): does a row of the output move, in some sample, when token j is another one?"""
    before = run(ids)
    columns = []
    for j in range(ids.shape[1]):
        # Two other tokens: one may happen to make no difference.
        moved = np.zeros(before.shape[1], dtype=np.bool_)
        for step in (1, 4):
            other = ids.copy()
            other[:, j] = (other[:, j] + step) % vocabulary
            moved |= np.abs(run(other) - before).max(axis=(0, 2)) > STILL
        columns.append(moved)
    return np.stack(columns, axis=1)


def target_influence(student: Student, n_layers: int = 2) -> Booleans:
    src, tgt = pair(student, "causal")
    key = f"target-influence-{n_layers}"
    if key not in student.memo:
        student.memo[key] = influence(lambda ids: logits(student, src, ids, n_layers), tgt, TGT)
    seen: Booleans = student.memo[key]
    return seen


def source_influence(student: Student) -> Booleans:
    src, tgt = pair(student, "source")
    if "source-influence" not in student.memo:
        student.memo["source-influence"] = influence(lambda ids: logits(student, ids, tgt), src, SRC)
    seen: Booleans = student.memo["source-influence"]
    return seen


def require_substance(student: Student) -> None:
    """Settled WRONG where the logits depend on neither source nor target, or on chance."""
    src, tgt = pair(student, "substance")
    one, again = logits(student, src, tgt), logits(student, src[[0, 0, 0]], tgt[[0, 0, 0]])
    if np.abs(one[0] - again[1]).max() > 1e-4 or not (
        target_influence(student).any() or source_influence(student).any()
    ):
        raise Settled(Verdict.WRONG, Text("The logits must depend on the source and the target, and on nothing else."))


def last_source_rows(student: Student, src: Ids, tgt: Ids, n_layers: int = 2) -> Numbers | None:
    """The last array with a row for each source token that a module inside is given, or gives: (B, n_src, width).

    A module ends after those within it, but what it was given is older than what they were.
    """
    entries = [
        (str(entry.get("path")), _source_rows(entry.get("output")), _source_rows(entry.get("inputs")))
        for entry in heard(student, src, tgt, n_layers)
    ]
    for path, output, given in reversed(entries):
        if output is not None:
            return output
        within = (entry for entry in entries if entry[0].startswith(f"{path}."))
        if given is not None and all(out is None and into is None for _, out, into in within):
            return given
    return None


def _source_rows(value: Value) -> Numbers | None:
    """The last of these arrays that has a row for each source token."""
    parts = value if isinstance(value, tuple) else (value,)
    return next((rows for part in reversed(parts) if (rows := rows_of(part, N_SRC)) is not None), None)


def heard(student: Student, src: Ids, tgt: Ids, n_layers: int = 2) -> list[Mapping[str, Value]]:
    """What the modules inside are given and give."""
    call = CallModule(built(student, n_layers).handle, (Array(src, "torch"), Array(tgt, "torch")))
    return heard_inside(student, call, _asked(src, tgt))


def _asked(src: Ids, tgt: Ids) -> Text:
    return Text("src {src} and tgt {tgt}", {"src": shape_text(src.shape), "tgt": shape_text(tgt.shape)})


def rows_of(tensor: Value, n: int) -> Numbers | None:
    """`tensor` as (B, n, width), whichever of batch and tokens stands first; None where it's nothing of the kind."""
    if not isinstance(tensor, Array) or tensor.data.ndim != 3 or tensor.data.dtype.kind != "f":
        return None
    data = tensor.data.swapaxes(0, 1) if tensor.shape[:2] == (n, BATCH) else tensor.data
    return data.astype(np.float64) if data.shape[:2] == (BATCH, n) else None


# Parameters at zero


class Zeroed:
    """A block in which some parameters of the student's model are zero; afterwards they are what they were."""

    def __init__(self, student: Student, n_layers: int, zeroed: tuple[int, ...]) -> None:
        self.student, self.model, self.zeroed = student, built(student, n_layers), zeroed

    def __enter__(self) -> None:
        values = list(self.model.values)
        for i in self.zeroed:
            values[i] = Array(np.zeros_like(values[i].data), "torch")
        self._set(tuple(values))

    def __exit__(self, *_: object) -> None:
        self._set(self.model.values)

    def _set(self, values: tuple[Array, ...]) -> None:
        reply = self.student.ask(SetParameters(self.model.handle, values))
        self.student.returned(reply, Text("EncoderDecoder"))


def layer_matrices(student: Student) -> Matrices:
    """The matrices of the model of one layer that each further layer has too."""
    one, two = (built(student, n_layers).shapes for n_layers in (1, 2))
    repeated = per_layer(one, two)
    src, tgt = pair(student, "zeroed")
    src, tgt = np.repeat(src[:1], 3, axis=0), np.repeat(tgt[:1], 3, axis=0)
    tgt[1, ::2] = (tgt[1, ::2] + 4) % TGT
    src[2] = (src[2] + 5) % SRC

    def run(zeroed: tuple[int, ...]) -> Numbers | None:
        with Zeroed(student, 1, zeroed):
            return quiet_logits(student, src, tgt)

    return Matrices(tuple(i for i, shape in enumerate(one) if shape in repeated), one, run)


def quiet_logits(student: Student, src: Ids, tgt: Ids) -> Numbers | None:
    """Logits of the model of one layer, with no note taken of the call; None where they are no finite numbers."""
    reply = student.ask(CallModule(built(student, 1).handle, (Array(src, "torch"), Array(tgt, "torch"))))
    got = first_array(reply.value) if isinstance(reply, Returned) else None
    if not isinstance(got, Array) or got.shape != (*tgt.shape, TGT) or not np.isfinite(got.data).all():
        return None
    return got.data.astype(np.float64)


@dataclass(frozen=True)
class SourceUse:
    """What a matrix does to the source's rows: does it act on them, and do tokens see each other without it?"""

    acts: bool
    still_mixed: bool
    still_read: bool


def source_uses(student: Student, n_layers: int) -> dict[int, SourceUse] | None:
    """By index, for each matrix of the model; None where the source's rows can't be heard."""
    key = f"source-uses-{n_layers}"
    if key not in student.memo:
        student.memo[key] = _source_uses(student, n_layers)
    uses: dict[int, SourceUse] | None = student.memo[key]
    return uses


def _source_uses(student: Student, n_layers: int) -> dict[int, SourceUse] | None:
    src, tgt = pair(student, "source-uses")
    src = np.repeat(src[:1], BATCH, axis=0)
    src[1, ::2] = (src[1, ::2] + 5) % SRC
    plain = last_source_rows(student, src, tgt, n_layers)
    uses = {}
    for i, shape in enumerate(built(student, n_layers).shapes):
        if plain is None or not is_matrix(shape):
            continue
        with Zeroed(student, n_layers, (i,)):
            rows = last_source_rows(student, src, tgt, n_layers)
        if rows is not None and rows.shape == plain.shape and np.isfinite(rows).all():
            moved = np.abs(rows[1] - rows[0]).max(axis=1) > STILL
            uses[i] = SourceUse(
                bool(np.abs(rows - plain).max() > STILL), bool(moved[1::2].any()), bool(moved[::2].any())
            )
    return None if plain is None else uses
