"""A classifier on an encoder: ``EncoderClassifier(encoder, d_model, n_classes)`` (contract, *building_blocks*).

The encoder is ours (``grader.inside.token_encoder``): its outputs are rows of a table that we chose, each the
business of its own token.  So the logits are known exactly, and which tokens the head reads is seen at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.inside_modules import heard_inside, moved_or_nothing_learns
from grader.checks.matches_reference import describe_difference
from grader.checks.modules import call_module, described, first_inputs, randomise
from grader.checks.student import Settled, Student, first_array, shape_text, wrong_shape
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import (
    Array,
    BuildModule,
    CallModule,
    FitModule,
    ModuleDescription,
    Text,
)

__all__ = ["COMPONENT"]

ROLE = "EncoderClassifier"
Numbers = NDArray[np.float64]
# Vocabulary, width, classes; all different, and different from the batches' sizes.
_V, _D, _C = 11, 6, 4
_MOST_LAYERS = 6  # of a head: all their orders are tried


@dataclass(frozen=True, eq=False)
class Built:
    """The student's classifier with random parameters.  `table` (V, d) is what the encoder gives.

    `own` are the indices of the parameters that aren't the encoder's.
    """

    handle: str
    module: ModuleDescription
    values: tuple[Numbers, ...]
    table: Numbers
    own: tuple[int, ...]


def built(student: Student) -> Built:
    if "classifier" not in student.memo:
        student.memo["classifier"] = _build(student)
    found: Built = student.memo["classifier"]
    return found


def _build(student: Student) -> Built:
    asked = Text("EncoderClassifier(encoder, {d}, {c})", {"d": _D, "c": _C})
    table = student.dice("table").normal(0, 1, (_V, _D)).astype(np.float32)
    handle = "classifier"
    encoder = {"token_encoder": Array(table, "torch")}
    first = first_inputs(student.found[ROLE], {})
    reply = student.ask(BuildModule(handle, student.found[ROLE].name, (encoder, _D, _C), first_inputs=first))
    module = described(student, ROLE, reply, asked)
    values = tuple(v.data for v in randomise(student, handle, module, student.dice("parameters"), asked))
    inner = [i for i, p in enumerate(module.parameters) if p.shape == (_V, _D) and p.name.endswith("table")]
    # Overwritten with the rest where it is registered: what the encoder gives is then what we filled it with.
    seen = values[inner[0]] if inner else table.astype(np.float64)
    return Built(handle, module, values, seen, tuple(i for i in range(len(values)) if i not in inner))


def logits(student: Student, idx: NDArray[np.int64]) -> Array:
    asked = Text("the classifier's output for ids {shape}", {"shape": shape_text(idx.shape)})
    reply = call_module(student, ROLE, built(student).handle, idx, case=str(asked))
    got = student.numbers(first_array(student.returned(reply, asked).value), asked)
    if got.shape != (len(idx), _C):
        if got.shape == (*idx.shape, _C):
            student.suspect("encoder_classifier/every_token_classified")
        if got.shape == (idx.shape[1], _C):
            student.suspect("encoder_classifier/first_sample")
        raise wrong_shape(asked, got.shape, (len(idx), _C))
    return got


def _distinct(student: Student, label: str, batch: int, n: int) -> NDArray[np.int64]:
    """No token twice in a sequence, so that the first of a kind isn't taken for the first."""
    dice = student.dice(label)
    return np.stack([dice.permutation(_V)[:n] for _ in range(batch)])


def first_token(student: Student) -> Text | None:
    """The encoder's outputs don't mix tokens here, so only the first token has a say."""
    idx = _distinct(student, "first", 3, 5)
    before = logits(student, idx).data.astype(np.float64)
    changes = np.stack([_with_others(student, idx, [position]) - before for position in range(5)])
    moved = ~(np.abs(changes).max(axis=2) <= 1e-5)  # (position, sample)
    # A maximum takes its numbers from other tokens in each sample, so that one where a token is read tells.
    seen = [position for position, read in enumerate(moved) if read.any() and (position or read.all())]
    if seen == [0]:
        return _whole_text(student, idx)
    # What a mean or a sum makes of other tokens adds up; a maximum doesn't.
    together = _with_others(student, idx, range(5)) - before
    if seen == list(range(5)) and np.abs(together - changes.sum(axis=0)).max() < 1e-4:
        student.suspect("encoder_classifier/mean_over_all_tokens")
    if seen == [4]:
        student.suspect("encoder_classifier/last_token")
    if not seen:
        return Text(
            "The logits must depend on the encoder's output for the first token alone; yours depend on that of no "
            "token."
        )
    return Text(
        "The logits must depend on the encoder's output for the first token alone; yours depend on those at the "
        "positions {seen} (of 0 to 4).",
        {"seen": ", ".join(map(str, seen))},
    )


def _with_others(student: Student, idx: NDArray[np.int64], positions: Iterable[int]) -> Numbers:
    """The logits with other tokens at these positions."""
    other = idx.copy()
    for position in positions:
        other[:, position] = (other[:, position] + 1) % _V
    return np.asarray(logits(student, other).data, dtype=np.float64)


def _whole_text(student: Student, idx: NDArray[np.int64]) -> Text | None:
    """The first output is read of all that the encoder has seen: its input, where torch sees the encoder."""
    call = CallModule(built(student).handle, (Array(idx, "torch"),))
    entries = heard_inside(student, call, Text("the classifier's output"))
    inputs = [part for entry in entries if isinstance(given := entry.get("inputs"), tuple) for part in given]
    given_ids = [part.shape for part in inputs if isinstance(part, Array) and part.data.dtype.kind in "iu"]
    if not given_ids or any(len(shape) == 2 and shape[1] >= idx.shape[1] for shape in given_ids):
        return None
    return Text(
        "The encoder is given ids of shape {got} where the text has {expected}: it must see all of the text before its "
        "first output is read.",
        {"got": shape_text(given_ids[0]), "expected": shape_text(idx.shape)},
    )


def values(student: Student) -> Text | None:
    """One linear layer of the module's own parameters explains the logits; a read of other tokens isn't its matter."""
    module = built(student)
    idx = _distinct(student, "values", 5, 3)
    got = logits(student, idx)
    tolerance = tolerance_for(got.dtype)
    closest: Text | None = None
    rows = module.table[idx]
    for hidden in (rows[:, 0], rows.mean(axis=1), rows.sum(axis=1), rows.max(axis=1), rows[:, 1], rows[:, 2]):
        for weight, bias in _heads(module):
            difference = compare(hidden @ weight + bias, got.data, tolerance).difference
            if difference is None:
                return None if _has_bias(module) else _no_bias(student)
            asked = Text("the logits for ids {shape}", {"shape": shape_text(idx.shape)})
            closest = closest or describe_difference(asked, difference)
    if closest is None and not module.own:
        return Text(
            "Your module has no parameters of its own; one linear layer from d_model to n_classes has ({c}, {d}) and "
            "({c},).",
            {"c": _C, "d": _D},
        )
    if closest is None:
        if _has_hidden_layers(student, module, idx, got.data.astype(np.float64)):
            student.suspect("encoder_classifier/hidden_layer_in_the_head")
        return Text(
            "The parameters of your own are {shapes}; one linear layer from d_model to n_classes has ({c}, {d}) and "
            "({c},).",
            {
                "shapes": ", ".join(shape_text(module.module.parameters[i].shape) for i in module.own),
                "c": _C,
                "d": _D,
            },
        )
    if _are_probabilities(got.data):
        student.suspect("encoder_classifier/probabilities_returned")
        return Text(
            "Probabilities came back; logits were asked. The loss takes the softmax itself. {difference}",
            {"difference": closest},
        )
    return Text(
        "The logits aren't a linear layer on the encoder's output, with your parameters. {difference}",
        {"difference": closest},
    )


def _are_probabilities(data: NDArray[np.floating]) -> bool:
    if (data > 1e-6).any():
        return bool((data >= 0).all() and np.allclose(data.sum(axis=1), 1, atol=1e-4))
    return bool(np.allclose(np.exp(data).sum(axis=1), 1, atol=1e-4))


def _heads(module: Built) -> list[tuple[Numbers, Numbers]]:
    """The ways to take the module's own parameters as a matrix (d, classes) and a bias (classes,)."""
    own = [_without_kernel(module.values[i]) for i in module.own]
    matrices = [v if v.shape == (_D, _C) else v.T for v in own if sorted(v.shape) == sorted((_D, _C))]
    biases = [v for v in own if v.shape == (_C,)] or [np.zeros(_C)]
    if len(own) != len(matrices) + sum(v.shape == (_C,) for v in own) or len(matrices) != 1:
        return []
    return [(matrices[0], bias) for bias in biases]


def _has_hidden_layers(student: Student, module: Built, idx: NDArray[np.int64], got: Numbers) -> bool:
    """Does a chain of two or more of its matrices lead from d_model to n_classes, with the first token alone at stake?

    `got` are the logits for `idx`.  A matrix that weighs the tokens is no layer of the head.
    """
    matrices = [v.shape for i in module.own if (v := _without_kernel(module.values[i])).ndim == 2]
    if not _leads_on(_D, tuple(matrices[:_MOST_LAYERS]), 0):
        return False
    other = idx.copy()
    other[:, 1:] = (other[:, 1:] + 1) % _V
    return bool(np.abs(logits(student, other).data - got).max() < 1e-5)


def _leads_on(width: int, left: tuple[tuple[int, ...], ...], passed: int) -> bool:
    """From `width`, by matrices of these shapes in whichever order and orientation, after `passed` others."""
    for i, shape in enumerate(left):
        if width in shape:
            end = shape[0] if shape[1] == width else shape[1]
            if (end == _C and passed) or _leads_on(end, (*left[:i], *left[i + 1 :]), passed + 1):
                return True
    return False


def _has_bias(module: Built) -> bool:
    return any(_without_kernel(module.values[i]).size == _C for i in module.own)


def _no_bias(student: Student) -> Text:
    student.suspect("encoder_classifier/no_bias")
    return Text(
        "The logits are the encoder's output times your matrix, and nothing is added: a bias of shape ({c},) is "
        "missing, one number for each class.",
        {"c": _C},
    )


def _without_kernel(value: Numbers) -> Numbers:
    """A convolution of kernel 1, (classes, d, 1), is a linear layer too."""
    return value[..., 0] if value.ndim == 3 and value.shape[-1] == 1 else value


def encoder_inside(student: Student) -> Text | None:
    """The encoder's parameters are the classifier's too, and the head reads that encoder."""
    module = built(student)
    idx = _distinct(student, "inside", 4, 3)
    if np.ptp(logits(student, idx).data, axis=0).max() < 1e-5:
        return Text("The logits are the same whatever the encoder gives.")
    if np.ptp(logits(student, idx[[0, 0, 0, 0]]).data, axis=0).max() > 1e-5:
        return Text("Equal sequences of a batch must get equal logits.")
    if len(module.own) < len(module.values):
        return _both_learn(student, module, idx)
    student.suspect("encoder_classifier/encoder_not_registered")
    return Text(
        "parameters() of your classifier doesn't have the encoder's: an optimiser would never train them, and "
        "state_dict() forgets them. Keep the encoder in an attribute of its own."
    )


def _both_learn(student: Student, module: Built, idx: NDArray[np.int64]) -> Text | None:
    """Two steps of training move the encoder's table and the head: no detach() or no_grad() stands between, nothing is
    frozen.

    A forward whose logits can't be trained on has its own checks.
    """
    targets = np.arange(len(idx)) % _C
    fit = FitModule(module.handle, Array(idx, "torch"), Array(targets, "torch"), steps=2, learning_rate=0.1)
    values = [Array(value, "torch") for value in module.values]
    try:
        moved = moved_or_nothing_learns(student, fit, values, Text("two steps of training"))
    except Settled:
        return None
    if moved is None:
        return None
    if any(moved[i].any() for i in range(len(moved)) if i not in module.own):
        return _head_frozen(student, module, [i for i in module.own if not moved[i].any()])
    student.suspect("encoder_classifier/encoder_frozen")
    return Text(
        "After two steps of training, the encoder's parameters are what they were: no gradient gets to them. The "
        "encoder is to be trained along with the head."
    )


def _head_frozen(student: Student, module: Built, still: Sequence[int]) -> Text | None:
    """What training leaves as it was is frozen or detached, where the head is one matrix and one bias: both count."""
    if not still or not _heads(module) or len(module.own) > 2:
        return None
    student.suspect("encoder_classifier/head_frozen")
    return Text(
        "After two steps of training, {names} is what it was: no gradient gets to it. The head is to be trained along "
        "with the encoder.",
        {"names": ", ".join(module.module.parameters[i].name for i in still)},
    )


COMPONENT = Component(
    "encoder_classifier",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (Role(ROLE, "class", ("encoder", "d_model", "n_classes"), 3, ("ClasificadorSobreEncoder",)),),
            (
                Claim("values", Text("logits of one linear layer on the encoder's output"), values),
                Claim("first_token", Text("reads the first token"), first_token),
                Claim("encoder_inside", Text("the encoder is part of the model"), encoder_inside),
            ),
        ),
    ),
)
