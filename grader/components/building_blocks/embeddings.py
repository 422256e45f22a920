"""Embeddings: ``Embeddings(vocab_size, d_model, n_max)``, a learned token table plus a learned position table.

Its two tables are told apart by their shapes, so the values are compared exactly.  Vectors multiplied by √d_model, as
in the paper of 2017, are named and cost `values` alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.layer_properties import further_parameters, not_trained
from grader.checks.matches_reference import describe_difference
from grader.checks.student import Settled, Student, settled_by, shape_text
from grader.checks.weighted_layer import Layer, LayerKind, layer_of
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import NoReply, Returned, Text, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]

# Tokens are drawn below _LONGEST: a position table that is indexed by tokens is then wrong, and no IndexError.
_VOCABULARY, _D, _LONGEST = 11, 6, 8
_KIND = LayerKind(
    function="embeddings",
    module="Embeddings",
    constructor=("vocab_size", "d_model", "n_max"),
    shapes={"tokens": ("vocab_size", "d_model"), "positions": ("rows", "d_model")},
    neutral={"positions": 0.0},
)


def _layer(student: Student) -> Layer:
    layer = _with_rows(student, _LONGEST)
    if layer.absent:
        # A table with a row or two more, for positions from 1 on or a padding row, is a learned table all the same.
        shapes = {parameter.shape for parameter in layer.unplaced}
        rows = next((n for n in (_LONGEST + 1, _LONGEST + 2) if {(n, _D), (1, n, _D), (_D, n)} & shapes), None)
        layer = layer if rows is None else _with_rows(student, rows)
    _require_substance(student, layer)
    return layer


def _with_rows(student: Student, rows: int) -> Layer:
    """The layer whose position table has that many rows."""
    return layer_of(
        student,
        _KIND,
        {"vocab_size": _VOCABULARY, "d_model": _D, "n_max": _LONGEST, "rows": rows},
        lambda: [student.references.embeddings.embeddings],
        lambda dice: dice.integers(0, _LONGEST, (1, 3)),
    )


def _require_substance(student: Student, layer: Layer) -> None:
    if "embeddings.substance" not in student.memo:
        weights = layer.weights(student.dice("substance"))
        one, other = (_embedded(layer, idx, weights) for idx in (np.array([[0, 1, 2]]), np.array([[3, 4, 5]])))
        student.memo["embeddings.substance"] = bool(np.isfinite(one).all()) and not np.allclose(one, other)
    if not student.memo["embeddings.substance"]:
        raise Settled(Verdict.WRONG, Text("All tokens get the same vectors."))


def _asked(idx: Ids) -> Text:
    return Text("Embeddings({v}, {d}, {n}) of token ids {shape}", {**_SIZES, "shape": shape_text(idx.shape)})


_SIZES: dict[str, str | int | float | Text] = {"v": _VOCABULARY, "d": _D, "n": _LONGEST}


def _embedded(layer: Layer, idx: Ids, weights: dict[str, Numbers]) -> Numbers:
    return np.asarray(layer(idx, weights, _asked(idx), _D).data, dtype=np.float64)


def values(student: Student) -> Text | None:
    layer = _layer(student)
    if layer.absent:
        return _without_positions(student, layer)
    dice = student.dice("values")
    weights = layer.weights(dice)
    for shape in ((2, 5), (3, _LONGEST), (4, 1)):
        idx = dice.integers(0, _LONGEST, shape)
        got = layer(idx, weights, _asked(idx), _D)
        expected = student.references.embeddings.embeddings(idx, **weights)
        difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
        if difference is not None:
            return describe_difference(_asked(idx), difference)
    return None


def positions_added(student: Student) -> Text | None:
    """From one position to another a token's vector changes, and by the same step for every token."""
    layer = _layer(student)
    dice = student.dice("positions_added")
    weights = layer.weights(dice)
    one, other = dice.choice(_LONGEST, 2, replace=False)
    a, b = (_embedded(layer, np.full((1, 4), token), weights)[0] for token in (one, other))
    steps, others = np.diff(a, axis=0), np.diff(b, axis=0)
    if (np.abs(steps).max(axis=-1) < 1e-6).any():
        student.suspect("embeddings/positions_forgotten")
        return Text("One token has the same vector at every position: where it stands is lost.")
    if np.abs(steps - others).max() < 1e-4:
        return None
    return Text(
        "From one position to the next, different tokens change by different amounts. Positions are a table of their "
        "own, and its rows are added."
    )


def every_sample(student: Student) -> Text | None:
    layer = _layer(student)
    dice = student.dice("every_sample")
    weights = layer.weights(dice)
    idx = dice.integers(0, _LONGEST, (3, 5))
    alone = np.concatenate([_embedded(layer, row[None], weights) for row in idx])
    together = layer(idx, weights, _asked(idx), _D)
    difference = compare(alone, together.data, tolerance_for(together.dtype)).difference
    if difference is None:
        return None
    return Text(
        "A text must get the same vectors alone and in a batch: positions count along axis 1, not over the batch. "
        "{difference}",
        {"difference": describe_difference(_asked(idx), difference)},
    )


def _without_positions(student: Student, layer: Layer) -> Text:
    same_token = np.zeros((1, 4), dtype=np.int64)
    steps = np.diff(_embedded(layer, same_token, layer.weights(student.dice("tables"))), axis=1)
    if np.abs(steps).max() <= 1e-6:
        student.suspect("embeddings/positions_forgotten")
    elif not any(parameter.shape[-1:] == (_D,) for parameter in layer.unplaced):
        student.suspect("embeddings/fixed_positions")
    return Text(
        "Embeddings({v}, {d}, {n}) has no parameter of shape ({n}, {d}): the positions' vectors are learned too.",
        _SIZES,
    )


def learned_tables(student: Student) -> Text | None:
    layer = _layer(student)
    if layer.absent:
        return _without_positions(student, layer)
    return further_parameters(layer) if layer.unplaced else _not_trained(student, layer)


def _not_trained(student: Student, layer: Layer) -> Text | None:
    """A table that is frozen, or detached, is what it was after two steps of training, although it has a say."""
    idx = np.arange(5)[None]
    weights = layer.weights(student.dice("not-trained"))
    before = _embedded(layer, idx, weights)
    acting = [
        name for name in weights if not np.allclose(_embedded(layer, idx, {**weights, name: 0 * weights[name]}), before)
    ]
    still = not_trained(layer, acting, idx, idx)
    if not still:
        return None
    student.suspect("embeddings/table_not_trained")
    return Text(
        "After two steps of training, {names} is what it was: no gradient gets to it. The vectors of tokens and of "
        "positions are both learned.",
        {"names": ", ".join(still)},
    )


def longest_text(student: Student) -> Text | None:
    layer = _layer(student)
    weights = layer.weights(student.dice("longest"))
    full = np.arange(_LONGEST)[None]
    _embedded(layer, full, weights)
    beyond = np.zeros((1, _LONGEST + 1), dtype=np.int64)
    reply = layer.reply(beyond, weights, _asked(beyond))
    if isinstance(reply, Returned):
        return Text(
            "Embeddings({v}, {d}, {n}) takes {more} tokens without an error, although it has vectors for {n} positions "
            "only. An error says so; anything else gives some token a position that isn't its own.",
            {**_SIZES, "more": _LONGEST + 1},
        )
    if isinstance(reply, NoReply):
        raise settled_by(reply, _asked(beyond))
    # The error that was wanted says nothing against the module.
    layer.student.observations.pop()
    return None


COMPONENT = Component(
    "embeddings",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (
                Role(
                    "Embeddings",
                    "class",
                    ("vocab_size", "d_model", "n_max"),
                    3,
                    ("EmbeddingsConPosicion", "EmbeddingsConPosición"),
                ),
            ),
            (
                Claim("values", Text("token vector plus position vector"), values),
                Claim("positions_added", Text("each position adds its own vector"), positions_added),
                Claim("every_sample", Text("each text of a batch by itself"), every_sample),
                Claim("learned_tables", Text("two learned tables, nothing else"), learned_tables),
                Claim("longest_text", Text("n_max tokens, and no more"), longest_text),
            ),
        ),
    ),
)
