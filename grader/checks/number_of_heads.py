"""Has an encoder-decoder as many heads as are asked?  If not: which of its attentions hasn't?"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from grader.checks.source_and_target import HEADS, OTHER_HEADS, STILL, Numbers, built, with_other_heads
from grader.checks.source_and_target_matrices import Answer, Silencing, answers, silencing
from grader.checks.student import Settled, Student
from grader.checks.zeroed_matrices import seen_in
from grader.model import Text

__all__ = ["as_many_heads_as_asked"]

CROSS = Text("the cross-attention")


def as_many_heads_as_asked(student: Student, chooses: Callable[[], bool]) -> Text | None:
    """With the same parameters, more heads give something else; where parameters have other shapes, they do anyway.

    One layer, whole and with all but one of its attentions silent.  Where the cross-attention has a single vector to
    read, it `chooses` nothing, and heads make no difference.
    """
    try:
        other = with_other_heads(student)
    except Settled:  # what can't be built or filled isn't said to have too few
        other = None
    if other is None:
        return None
    silent = silencing(student)
    zeroed = [(), silent.cross, (*silent.encoder, *silent.own)]
    one, two = (answers(student, model, 1, zeroed) for model in (built(student, 1), other))
    values: dict[str, str | int | float | Text] = {"one": HEADS, "two": OTHER_HEADS}
    if _same(one[0].logits, two[0].logits):
        student.suspect("encoder_decoder/number_of_heads_ignored")
        return Text(
            "With n_heads = {one} and with n_heads = {two}, the same parameters give the same logits: the number of "
            "heads has no effect.",
            values,
        )
    where = next(_without_heads(one, two, silent), None)
    if where is None or (where == CROSS and not chooses()):
        return None
    student.suspect("encoder_decoder/number_of_heads_ignored")
    return Text(
        "With n_heads = {one} and with n_heads = {two}, {where} gives the same, if the parameters are the same: the "
        "number of heads has no effect there.",
        values | {"where": where},
    )


def _without_heads(one: list[Answer], two: list[Answer], silent: Silencing) -> Iterator[Text]:
    """Attentions that give the same; each is only looked at where it's there, and all others are silent."""
    if silent.encoder and _same(one[0].rows, two[0].rows):
        yield Text("the encoder's attention")
    without_cross, cross_alone = (seen_in(answer.logits) for answer in one[1:])
    own_acts = without_cross is not None and without_cross.others and not without_cross.source
    if own_acts and _same(one[1].logits, two[1].logits):
        yield Text("the decoder's self-attention")
    cross_acts = silent.encoder and cross_alone is not None and cross_alone.source and not cross_alone.others
    if cross_acts and _same(one[2].logits, two[2].logits):
        yield CROSS


def _same(one: Numbers | None, two: Numbers | None) -> bool:
    return one is not None and two is not None and one.shape == two.shape and bool(np.abs(one - two).max() <= STILL)
