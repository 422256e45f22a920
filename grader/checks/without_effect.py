"""Parameters of an encoder-decoder that torch sees and no logit depends on: some heads' part, the target's table, or
a whole sublayer's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.checks.source_and_target import (
    HEADS,
    SRC,
    STILL,
    TGT,
    Booleans,
    D,
    built,
    logits,
    pair,
)
from grader.checks.source_and_target_matrices import in_use, moved, source_uses, with_matrix_at_zero
from grader.checks.student import Settled, Student
from grader.checks.zeroed_matrices import Shape, is_matrix, per_layer, seen_in
from grader.model import Array, SetParameters, Text

__all__ = ["heads_without_effect", "sublayer_without_effect", "target_in_the_source_table"]


def target_in_the_source_table(student: Student) -> Text | None:
    """With the source's table at zero no target is told from another, and a table for the target is there, unused.

    A single table, shared on purpose, is not judged.
    """
    shapes, used = built(student, 1).shapes, in_use(student, 1)
    plain, others = with_matrix_at_zero(student, 1)
    whole = seen_in(plain)
    if whole is None or not whole.target or not any(TGT in shapes[i] for i in others if i not in used):
        return None
    told = {i: seen for i, given in others.items() if (seen := seen_in(given)) is not None}
    if any(SRC in shapes[i] and not seen.target for i, seen in told.items()):
        student.suspect("encoder_decoder/target_in_the_source_table")
        return Text(
            "The target's tokens are looked up in the table of the source: with that at 0, no logit depends on the "
            "target any more, and the table of the target has no effect."
        )
    return None


def sublayer_without_effect(student: Student) -> Text | None:
    """A layer's FFN or attention that is built, and what it computes isn't used.

    Encoder and decoder may have one class of layers, whose cross-attention the encoder leaves alone.  A decoder that
    uses no FFN, or has nothing but one vector of the memory to choose from, costs another check.
    """
    one, two = (built(student, n).shapes for n in (1, 2))
    used, repeated = in_use(student, 1), per_layer(one, two)
    unused = [i for i, shape in enumerate(one) if shape in repeated and is_matrix(shape) and i not in used]
    if not unused:
        return None
    names = [parameter.name for parameter in built(student, 1).module.parameters]
    uses = source_uses(student, 1) or {}
    idle: dict[str, list[int]] = {}
    for i in unused:
        idle.setdefault(_layer_around(names[i], [names[j] for j in used]), []).append(i)
    for layer, matrices in idle.items():
        beside = [j for j in used if layer and names[j].startswith(f"{layer}.")]
        in_encoder = 2 * sum(j in uses and uses[j].acts for j in beside) > len(beside)
        if len(matrices) < 2:
            continue  # a single one that was left over is no sublayer
        if layer and in_encoder is _are_of_attention([one[i] for i in matrices]):
            continue
        part = names[matrices[0]].removeprefix(f"{layer}.").split(".")[0]
        return Text(
            "No logit depends on {name}: it's built, and nothing that it computes is used.",
            {"name": f"{layer}.{part}" if layer else part},
        )
    return None


def _layer_around(name: str, used: Sequence[str]) -> str:
    """The innermost module around the parameter `name` that has others in use; "" is the model."""
    path = name.rpartition(".")[0]
    while path and not any(other.startswith(f"{path}.") for other in used):
        path = path.rpartition(".")[0]
    return path


def _are_of_attention(shapes: Sequence[Shape]) -> bool:
    """W_1 and W_2 are turned to each other; attention has q, k, v and o, apart, side by side, or by head."""
    extents = [tuple(e for e in shape if e > 1) for shape in shapes]
    turned = any((b, a) in extents for a, *rest in extents for b in rest if a > b >= D)
    return not turned and all(e in (D // HEADS, D, 2 * D, 3 * D) for pair in extents for e in pair)


def heads_without_effect(student: Student) -> Text | None:
    """Training moves one head's part of a matrix and not the other's; other numbers there give the same logits."""
    try:
        found = moved(student, 2)
    except Settled:  # what can't be trained costs another check
        return None
    model = built(student)
    idle = {i: part for i, moves in enumerate(found or ()) if (part := _idle_heads(moves)) is not None}
    if not idle:
        return None
    ids = pair(student, "without-effect")
    before, dice = logits(student, *ids), student.dice("without-effect")
    values = [
        Array(np.where(idle[i], dice.normal(0, 1, old.shape), old.data).astype(old.data.dtype), old.library)
        if i in idle
        else old
        for i, old in enumerate(model.values)
    ]
    asked = Text("EncoderDecoder")
    try:
        student.returned(student.ask(SetParameters(model.handle, tuple(values))), asked)
        after = logits(student, *ids)
    finally:
        restored = student.ask(SetParameters(model.handle, model.values))
    student.returned(restored, asked)
    if np.abs(after - before).max() > STILL:
        return None
    student.suspect("encoder_decoder/one_head_used")
    return Text(
        "{name}: with n_heads = {heads}, only the part of one head has any effect on the logits. Other numbers in the "
        "rest change nothing.",
        {"name": model.module.parameters[min(idle)].name, "heads": HEADS},
    )


def _idle_heads(moves: Booleans) -> Booleans | None:
    """Where some heads' rows (or columns) of a (d, d) or (3 d, d) matrix don't move at all, and all of another's do.

    W_Q and W_K don't move as a whole where there is one key to choose from: that isn't the heads' fault.
    """
    if moves.ndim != 2 or any(extent % D for extent in moves.shape):
        return None
    for axis in (1, 0):
        lines = np.asarray(moves.any(axis=axis, keepdims=True))
        heads: Booleans = lines.reshape((-1, HEADS, D // HEADS))  # of W_Q, W_K and W_V in turn, where they are one
        moving, partly = np.asarray(np.all(heads, axis=2)), np.asarray(np.any(heads, axis=2))
        split = np.asarray(np.any(moving, axis=1) & ~np.all(moving, axis=1))
        if split.any() and (moving == partly).all() and (moving[split] == moving[split][0]).all():
            idle = ~heads & split[:, None, None]
            return np.broadcast_to(idle.reshape(lines.shape), moves.shape)
    return None
