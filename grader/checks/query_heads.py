"""A function of query heads and fewer KV heads, as a student wrote it: asked, and seen as a mixer of tokens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.mask_convention import Booleans
from grader.checks.student import Student, first_array, of_shape, shape_text, without_leading_ones
from grader.checks.token_mixing import Mixer
from grader.model import Array, CallFunction, Raised, Reply, Text

__all__ = ["FUNCTION", "attended", "called", "drawn_heads", "mixer_of"]

FUNCTION = "grouped_query_attention"
Numbers = NDArray[np.float64]


def called(Q: Numbers, K: Numbers) -> Text:
    return Text("attention of Q {q} with K and V {k}", {"q": shape_text(Q.shape), "k": shape_text(K.shape)})


def attended(
    student: Student,
    heads: tuple[Numbers, Numbers, Numbers],
    asked: Text,
    mask: Array | None = None,
    allowed: Booleans | None = None,
) -> Array:
    """The output (h, n, d); a settled verdict where nothing of that shape comes back.

    `mask` is handed over as it is; `allowed` says in the course's convention what it means, where that's known.
    """
    plain = tuple(student.array(x) for x in heads)
    reply = _ask(student, plain, mask)
    if mask is None or allowed is not None:  # a trial of some other kind of mask tells nothing of the answers
        told = plain if allowed is None else (*plain, Array(allowed, student.library))
        student.observe(FUNCTION, str(asked), told, reply)
    output = student.numbers(first_array(student.returned(reply, asked).value), asked)
    return of_shape(without_leading_ones(output, 3), heads[0].shape, asked)


def _ask(student: Student, heads: Sequence[Array], mask: Array | None) -> Reply:
    rank = _rank(student)
    shaped = tuple(Array(x.data.reshape((1,) * (rank - 3) + x.shape), x.library, x.dtype) for x in heads)
    definition = student.found[FUNCTION]
    wanted = mask is not None or not (definition.takes(3) or not definition.parameters)
    return student.ask(CallFunction(definition.name, (*shaped, mask) if wanted else shaped))


def _rank(student: Student) -> int:
    """3, or 4 for a function that wants a batch in front."""
    if "gqa.rank" not in student.memo:
        for rank in (3, 4):
            student.memo["gqa.rank"] = rank
            heads = tuple(student.array(np.ones((h, 3, 2))) for h in (2, 1, 1))
            if not isinstance(_ask(student, heads, None), Raised):
                break
        else:
            student.memo["gqa.rank"] = 3
    rank = student.memo["gqa.rank"]
    if rank > 3:
        student.note(Text("Called with arrays of {rank} axes: with (h, n, d) it raises an exception.", {"rank": rank}))
    return int(rank)


def drawn_heads(dice: np.random.Generator, h: int, kv: int, n: int, d: int) -> tuple[Numbers, Numbers, Numbers]:
    """Q (h, n, d), K and V (kv, n, d)."""
    return dice.normal(0, 1, (h, n, d)), dice.normal(0, 1, (kv, n, d)), dice.normal(0, 1, (kv, n, d))


def mixer_of(student: Student) -> Mixer:
    """The function between fixed projections of tokens, six query heads and two KV heads wide."""
    dice = student.dice("projections")
    h, kv, d = 6, 2, 4
    W_Q, W_K, W_V = (dice.normal(0, 12**-0.5, (12, count * d)) for count in (h, kv, kv))

    def run(x: Numbers, mask: Array | None, asked: Text) -> Numbers:
        heads = [(x[0] @ W).reshape(x.shape[1], -1, d).swapaxes(0, 1) for W in (W_Q, W_K, W_V)]
        output = attended(student, (heads[0], heads[1], heads[2]), asked, mask)
        return output.data.astype(np.float64).swapaxes(0, 1).reshape(1, x.shape[1], h * d)

    return Mixer(student, FUNCTION, student.library, 12, 1, student.found[FUNCTION].takes(4), run)
