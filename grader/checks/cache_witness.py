"""Does a step read keys and values that were kept?  Seen in what it gives, not in how much is computed.

What a student's process says of its own work can be forged there.  So the weights are exchanged in the middle of a
text, between one step and the next, in a model of one layer: a cache still holds keys and values of the old weights;
whoever computes them again, from the tokens or from what came in, gets those of the new ones.

The new matrices are the old ones with the other sign.  A token whose embedding has the other sign too has the same keys
and values under them as before: -W norm(-x) = W norm(x), for each norm without a bias.  So what a cache must give is
known: what the student's own step gives from the start under the new matrices, for a text whose earlier tokens have the
other sign.  Only what all matrices have in common is used, so it doesn't matter how they are called, joined or split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from grader.checks.cached_model import Decoder, Style
from grader.checks.cached_style import continued
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student, number_text
from grader.checks.uncached_model import Model, Numbers, Tokens, fill, untouched, with_values, work_of
from grader.model import Array, ParameterDescription, ReadParameters, Returned, Text, Verdict

__all__ = ["CACHED", "keeps_keys_and_values"]

# The vocabulary's size is that of nothing else, so that the tables of tokens are known by it.
SIZES = Sizes(V=13, d=12, h=3, L=1, C=44)
# Long enough that what starts over in the middle of a text shows.
CACHED = 40
EARLIER = 6  # tokens that the text before consists of; the logits of the others are compared
DRAWS = 3
# Two answers are the same if they are this much nearer to each other than to a third that is to differ; and that one
# differs by so much of the range of the logits, which is far above what float32 rounds.
SAME, APART = 1e-3, 0.02
# Positions that aren't among the parameters keep their sign.  Beside large embeddings that hardly shows; but neither
# does attention in the logits.
LARGE, NEAR, APART_IF_LARGE = 30.0, 0.2, 1e-3

Weights = tuple[Array, ...]


@dataclass(frozen=True, eq=False)
class Witness:
    """A model of one layer, and a text: `tokens` (1, CACHED + 1), of which the last doesn't come before."""

    model: Model
    style: Style
    tokens: Tokens
    # Of the parameters, in their order:
    tables: Sequence[bool]  # which belong to tokens
    vectors: Sequence[bool]  # which aren't matrices: gains, biases
    positions: Sequence[bool]  # which belong to positions, as far as it's seen

    def turned(self, weights: Weights, only: int | None = None) -> Weights:
        """All matrices with the other sign (or `only` one and the positions), but for those of the tokens."""
        return tuple(
            Array(-w.data, "torch") if self.is_matrix(at) and (only in (None, at) or self.positions[at]) else w
            for at, w in enumerate(weights)
        )

    def with_earlier_turned(self, weights: Weights) -> Weights:
        """What belongs to the tokens before the last one has the other sign."""
        return tuple(
            Array(self._earlier_turned(w.data), "torch") if table else w
            for w, table in zip(weights, self.tables, strict=True)
        )

    def is_matrix(self, at: int) -> bool:
        return not self.tables[at] and not self.vectors[at]

    def _earlier_turned(self, table: Numbers) -> Numbers:
        changed = np.moveaxis(table.copy(), table.shape.index(SIZES.V), 0)
        changed[np.unique(self.tokens[0, :-1])] *= -1
        return np.moveaxis(changed, 0, table.shape.index(SIZES.V))

    def last_step(self, weights: Weights, before: Weights | None = None) -> Numbers:
        """The logits of the last step under `weights`, of tokens that don't come before.

        What comes earlier is computed under `before`, if it's given: then the weights are exchanged in between.
        """
        model = self.model
        asked = Text("a step after {n} tokens", {"n": CACHED})
        decoder = Decoder(with_values(model, weights if before is None else before), self.style)
        # One step more than the prompt: who builds the cache in the first one computes the prompt twice, and no more.
        if before is None:
            logits = continued(decoder, self.tokens, CACHED - 1, asked)[-1][0]
        else:
            continued(decoder, self.tokens[:, :-1], CACHED - 1, asked)
            fill(model.student, decoder.module, weights)
            logits = decoder.last_after_step(self.tokens[:, -1], asked)[0]
        return np.delete(logits, np.unique(self.tokens[0, :-1]))


def keeps_keys_and_values(student: Student, style: Style) -> Text | None:
    """Nothing if what was computed before the weights were exchanged is still used; else what is done instead.

    Settled for the teacher where the answers fit neither.
    """
    witness, weights = _drawn(student, style, 1.0, 0)
    if _any_still_used(student, style, 1.0, SAME, APART):
        return None
    if _computes_again(student, witness, weights):
        return _told(student, witness, weights)
    if _any_still_used(student, style, LARGE, NEAR, APART_IF_LARGE):
        return None
    # Where keys come of two matrices in a row, both signs together change nothing.
    if any(_still_used(witness, weights, at, SAME, APART) for at in range(len(weights)) if witness.is_matrix(at)):
        return None
    raise Settled(
        Verdict.FOR_REVIEW,
        Text(
            "Whether step reads a cache couldn't be told: the model's matrices were replaced after {n} tokens, and "
            "what step gave then comes neither of keys and values that were kept nor of such as were computed again. "
            "Your teacher will look at it.",
            {"n": CACHED},
        ),
    )


def _any_still_used(student: Student, style: Style, scale: float, near: float, apart: float) -> bool:
    """By the first weights that tell."""
    found = (_still_used(*_drawn(student, style, scale, draw), None, near, apart) for draw in range(DRAWS))
    return next((used for used in found if used is not None), False)


def _still_used(witness: Witness, weights: Weights, only: int | None, near: float, apart: float) -> bool | None:
    """None where that can't be seen."""
    new = witness.turned(weights, only)
    again, kept = witness.last_step(new), witness.last_step(witness.with_earlier_turned(new))
    if _distance(again, kept) < apart * np.ptp(again):
        return None
    return _distance(witness.last_step(new, before=weights), kept) < near * _distance(again, kept)


def _computes_again(student: Student, witness: Witness, weights: Weights) -> bool:
    """Under new matrices that have nothing to do with the old: is nothing left of what was before them?"""
    # Who keeps what came into the layer keeps the positions that were in it.
    other = tuple(
        Array(_matrix(student, f"cached.witness.other.{at}", w.data.shape), "torch")
        if witness.is_matrix(at) and not witness.positions[at]
        else w
        for at, w in enumerate(weights)
    )
    again, otherwise = witness.last_step(other), witness.last_step(witness.with_earlier_turned(other))
    apart = _distance(again, otherwise)
    if apart < APART * np.ptp(again):
        return False
    return _distance(witness.last_step(other, before=weights), again) < SAME * apart


def _told(student: Student, witness: Witness, weights: Weights) -> Text:
    # Other embeddings of the earlier tokens change nothing for who keeps what came into the layer.
    other = witness.with_earlier_turned(weights)
    now, whole = witness.last_step(other, before=weights), witness.last_step(other)
    from_tokens = _distance(now, whole) < SAME * _distance(witness.last_step(weights), whole)
    student.suspect(f"cached_decoding/{'recomputes_everything' if from_tokens else 'keys_and_values_recomputed'}")
    _note_work(student, witness)
    return Text(
        "After {n} tokens the model's matrices were replaced by others, and the next step gave just what the new ones "
        "give for the whole text: keys and values of earlier tokens were computed again. They never change, so they "
        "are to be kept; only the new token may go through the projections.",
        {"n": CACHED},
    )


def _note_work(student: Student, witness: Witness) -> None:
    """As information: it's counted in the student's own process."""
    alone, everything = (work_of(witness.model, witness.tokens[:, :n]) for n in (1, CACHED + 1))
    decoder = Decoder(witness.model, witness.style)
    decoder.prefill(witness.tokens[:, :CACHED])
    if not isinstance(decoder.step(witness.tokens[:, CACHED], counting=True), Returned) or not alone:
        return
    student.note(
        Text(
            "For information: a step after {n} tokens takes {ratio} times the multiplications of a single token; "
            "without a cache it would be {whole} times, and with one hardly more than 1.",
            {
                "n": CACHED,
                "ratio": number_text(round(decoder.work / alone, 1)),
                "whole": number_text(round(everything / alone, 1)),
            },
        )
    )


def _distance(a: Numbers, b: Numbers) -> float:
    return float(np.abs(a - b).max())


# -- weights under which all that is exact -----------------------------------------------------------


def _drawn(student: Student, style: Style, scale: float, draw: int) -> tuple[Witness, Weights]:
    description = untouched(student, SIZES)[1]
    initial = _initial(student)
    label = f"cached.witness.{scale}.{draw}"
    tables = [SIZES.V in parameter.shape for parameter in description.parameters]
    vectors = [not table and _is_vector(p) for table, p in zip(tables, description.parameters, strict=True)]
    positions = [SIZES.C in p.shape or p.owner_type == "Embedding" for p in description.parameters]
    weights = []
    for at, (table, vector, before) in enumerate(zip(tables, vectors, initial, strict=True)):
        if table:
            drawn = scale * student.dice(f"{label}.{at}").normal(0, 1, before.shape)
        elif not vector:
            drawn = _matrix(student, f"{label}.{at}", before.shape)
        else:
            # What starts at one value is a gain; all else is no part of an odd function, such as a bias.
            is_gain = bool((before == before.flat[0]).all()) and before.flat[0] != 0
            drawn = student.dice(f"{label}.{at}").uniform(0.6, 1.4, before.shape) * is_gain
        weights.append(Array(drawn.astype(np.float32).astype(np.float64), "torch"))
    tokens = student.dice(f"{label}.tokens").permutation(SIZES.V)
    text = np.append(student.dice(f"{label}.text").choice(tokens[:EARLIER], CACHED), tokens[EARLIER])
    model = Model(student, SIZES, description, tuple(weights))
    return Witness(model, style, text[None], tables, vectors, positions), tuple(weights)


def _initial(student: Student) -> list[Numbers]:
    """The parameters as the constructor leaves them."""
    if "cached.witness.initial" not in student.memo:
        asked = Text("The model's parameters")
        reply = student.returned(student.ask(ReadParameters(untouched(student, SIZES)[0])), asked)
        values = reply.value if isinstance(reply.value, tuple) else ()
        student.memo["cached.witness.initial"] = [student.numbers(value, asked).data for value in values]
    found: list[Numbers] = student.memo["cached.witness.initial"]
    return found


def _is_vector(parameter: ParameterDescription) -> bool:
    return sum(length > 1 for length in parameter.shape) <= 1


def _matrix(student: Student, label: str, shape: tuple[int, ...]) -> Numbers:
    return student.dice(label).normal(0, shape[-1] ** -0.5, shape)
