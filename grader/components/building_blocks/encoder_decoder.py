"""A small encoder-decoder: ``EncoderDecoder(src_vocab, tgt_vocab, d_model, n_heads, n_layers)``, ``forward(src, tgt)``.

It is judged by who sees whom (contract, *building_blocks*): which logits move when one token of the source or of the
target changes.  Norms, activations and positions are the student's own choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.modules import build, call_module, randomise
from grader.checks.student import Settled, Student, first_array, shape_text
from grader.checks.token_modules import constructor_values
from grader.components.component import Component, Form, Role
from grader.model import Array, CallModule, Overheard, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "EncoderDecoder"
ORDER = ("src_vocab", "tgt_vocab", "d_model", "n_heads", "n_layers")
Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]
Booleans = NDArray[np.bool_]
# Vocabularies, width, heads; lengths and batch in the checks; all different.
_SRC, _TGT, _D, _H = 13, 9, 16, 2
_N_SRC, _N_TGT, _B = 6, 5, 3
_LONGEST = 32
_STILL = 2e-6  # a token that isn't seen leaves everything as it is, but for the order of float32 sums


def handle_of(student: Student, n_layers: int = 2) -> str:
    """The student's model with random parameters."""
    key = f"encoder-decoder-{n_layers}"
    if key not in student.memo:
        asked = Text(
            "EncoderDecoder({src}, {tgt}, {d}, {h}, {layers})",
            {"src": _SRC, "tgt": _TGT, "d": _D, "h": _H, "layers": n_layers},
        )
        sizes: dict[str, Value] = dict(zip(ORDER, (_SRC, _TGT, _D, _H, n_layers), strict=True))
        values = constructor_values(student.found[ROLE], **sizes)
        handle, module = build(student, ROLE, ORDER, values, asked)
        randomise(student, handle, module, student.dice(key), asked)
        student.memo[f"{key}-unregistered"] = module.unregistered
        student.memo[f"{key}-parameters"] = module.parameter_count
        student.memo[key] = handle
    handle = student.memo[key]
    return str(handle)


def logits(student: Student, src: Ids, tgt: Ids, n_layers: int = 2) -> Numbers:
    """(B, n_tgt, tgt_vocab), else a settled verdict."""
    asked = Text("src {src} and tgt {tgt}", {"src": shape_text(src.shape), "tgt": shape_text(tgt.shape)})
    reply = call_module(student, ROLE, handle_of(student, n_layers), src, tgt, case=str(asked))
    got = student.numbers(first_array(student.returned(reply, asked).value), asked)
    if got.shape != (*tgt.shape, _TGT):
        if got.shape == (*tgt.shape, _SRC):
            student.suspect("encoder_decoder/logits_over_the_source_vocabulary")
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: the shape is {got}, expected {expected}: a logit for each token of the target's vocabulary, "
                "at each position of the target.",
                {"asked": asked, "got": shape_text(got.shape), "expected": shape_text((*tgt.shape, _TGT))},
            ),
        )
    if not np.isfinite(got.data).all():
        raise _not_finite(student, src, tgt, n_layers, asked)
    return got.data.astype(np.float64)


def _not_finite(student: Student, src: Ids, tgt: Ids, n_layers: int, asked: Text) -> Settled:
    """Where the first NaN stands tells which target position has nothing to look at."""
    handle, n = handle_of(student, n_layers), tgt.shape[1]
    heard = _heard(student, handle, src, tgt)
    outputs = (entry.get("output") for entry in heard)
    shaped = (array for output in outputs if (array := _rows(output, n)) is not None)
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


def _pair(student: Student, label: str, n_src: int = _N_SRC, n_tgt: int = _N_TGT) -> tuple[Ids, Ids]:
    dice = student.dice(label)
    return dice.integers(0, _SRC, (_B, n_src)), dice.integers(0, _TGT, (_B, n_tgt))


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
            moved |= np.abs(run(other) - before).max(axis=(0, 2)) > _STILL
        columns.append(moved)
    return np.stack(columns, axis=1)


def target_influence(student: Student, n_layers: int = 2) -> Booleans:
    src, tgt = _pair(student, "causal")
    key = f"target-influence-{n_layers}"
    if key not in student.memo:
        student.memo[key] = influence(lambda ids: logits(student, src, ids, n_layers), tgt, _TGT)
    seen: Booleans = student.memo[key]
    return seen


def source_influence(student: Student) -> Booleans:
    src, tgt = _pair(student, "source")
    if "source-influence" not in student.memo:
        student.memo["source-influence"] = influence(lambda ids: logits(student, ids, tgt), src, _SRC)
    seen: Booleans = student.memo["source-influence"]
    return seen


def require_substance(student: Student) -> None:
    """Settled WRONG where the logits depend on neither source nor target, or on chance."""
    src, tgt = _pair(student, "substance")
    one, again = logits(student, src, tgt), logits(student, src[[0, 0, 0]], tgt[[0, 0, 0]])
    if np.abs(one[0] - again[1]).max() > 1e-4 or not (
        target_influence(student).any() or source_influence(student).any()
    ):
        raise Settled(Verdict.WRONG, Text("The logits must depend on the source and the target, and on nothing else."))


# The checks


def shapes(student: Student) -> Text | None:
    for n_src, n_tgt in ((_LONGEST, _LONGEST), (6, 5), (2, 7), (7, 1)):
        got = logits(student, *_pair(student, "shapes", n_src, n_tgt))
    require_substance(student)
    if (got >= 0).all() and np.allclose(got.sum(axis=-1), 1, atol=1e-4):
        student.suspect("encoder_decoder/probabilities_returned")
        return Text("Probabilities came back; logits were asked. The loss takes the softmax itself.")
    return None


def registered(student: Student) -> Text | None:
    """What torch doesn't see isn't trained, isn't saved, and stays on the CPU."""
    require_substance(student)
    handle_of(student)
    loose = student.memo["encoder-decoder-2-unregistered"]
    handle_of(student, 1)
    one, two = (student.memo[f"encoder-decoder-{n}-parameters"] for n in (1, 2))
    if not loose and two > one:
        return None
    if not loose:
        student.suspect("encoder_decoder/number_of_layers_ignored")
        return Text(
            "With n_layers = 1 and with n_layers = 2 the model has the same {count} parameters: the number of layers "
            "has no effect.",
            {"count": one},
        )
    student.suspect("encoder_decoder/layers_in_a_plain_list")
    return Text(
        "{asked}: torch doesn't see the parameters in {paths}: they sit in a plain Python list or dict. "
        "Use nn.ModuleList or nn.ParameterList.",
        {"asked": Text("EncoderDecoder"), "paths": ", ".join(loose[:3])},
    )


def decoder_causal(student: Student) -> Text | None:
    seen, wanted = target_influence(student), np.tril(np.ones((_N_TGT, _N_TGT), dtype=np.bool_))
    if np.array_equal(seen, wanted):
        return None
    # In one layer, for the last position, which has nothing left, may look everywhere and tell the others in the next.
    past = ~np.eye(_N_TGT, dtype=np.bool_) & wanted
    upside_down = seen.all() and not target_influence(student, 1)[:-1][past[:-1]].any()
    # Where the source has no say, the cross-attention may read the target, and that without a mask.
    if seen.all() and not upside_down and source_influence(student).any():
        student.suspect("encoder_decoder/decoder_without_a_causal_mask")
    if upside_down or np.array_equal(seen, wanted.T):
        student.suspect("encoder_decoder/causal_mask_upside_down")
    if np.array_equal(seen, np.eye(_N_TGT, dtype=np.bool_)):
        student.suspect("encoder_decoder/decoder_without_self_attention")
    i, j = (int(v) for v in np.argwhere(seen != wanted)[0])
    if seen[i, j]:
        return Text(
            "When token {j} of the target changes, the logits at position {i} before it change too: the decoder sees "
            "the future.",
            {"i": i, "j": j},
        )
    return Text(
        "When token {j} of the target changes, the logits at position {i} stay as they are: they must depend on all "
        "targets up to their own.",
        {"i": i, "j": j},
    )


def sees_source(student: Student) -> Text | None:
    seen = source_influence(student)
    if seen.all():
        return _one_vector_for_memory(student)
    if not seen.any():
        student.suspect("encoder_decoder/source_ignored")
        return Text("No logit depends on the source at all.")
    i, j = (int(v) for v in np.argwhere(~seen)[0])
    return Text(
        "When token {j} of the source changes, the logits at position {i} of the target stay as they are; every target "
        "position must see all of the source.",
        {"i": i, "j": j},
    )


def _one_vector_for_memory(student: Student) -> Text | None:
    """Every logit may depend on all of the source through a single vector, its mean or its last token's.

    That is told by a module inside the decoder that is given the target's rows and one row beside them, where none is
    given the source's; code without such a module keeps the point.
    """
    beside: set[int] = set()
    for entry in _heard(student, handle_of(student), *_pair(student, "memory")):
        inputs = entry.get("inputs")
        given = inputs if isinstance(inputs, tuple) else ()
        if any(_rows(tensor, _N_TGT) is not None for tensor in given):
            beside |= {n for n in (1, _N_SRC) if any(_rows(tensor, n) is not None for tensor in given)}
    if beside != {1}:
        return None
    student.suspect("encoder_decoder/one_vector_for_the_source")
    return Text(
        "The decoder is given a single vector for the whole source. Each target position must be able to choose among "
        "the vectors of all source tokens."
    )


def order(student: Student) -> Text | None:
    """Tokens in another order are another sentence.  One layer, for several causal ones tell the order by themselves.

    What isn't seen at all has no order: that costs the checks above and not this one.
    """
    require_substance(student)
    dice = student.dice("order")
    src = np.stack([dice.permutation(_SRC)[:_N_SRC] for _ in range(_B)])
    tgt = np.stack([dice.permutation(_TGT)[:_N_TGT] for _ in range(_B)])
    before = logits(student, src, tgt, 1)
    others = target_influence(student) & ~np.eye(_N_TGT, dtype=np.bool_)
    if not others.any() and not source_influence(student).any():
        return Text("No logit depends on another token, so there is no order yet.")
    backwards = logits(student, src[:, ::-1].copy(), tgt, 1)
    if source_influence(student).any() and np.abs(backwards - before).max() < 1e-4:
        if _mixes(student):
            student.suspect("encoder_decoder/no_positions_in_the_encoder")
        return Text("The source read backwards gives the same logits: the encoder knows nothing of positions.")
    other = tgt[:, [0, 2, 1, 3, 4]]  # what the other three positions say of the same tokens in another order
    same = np.abs(logits(student, src, other, 1) - before)[:, [0, 3, 4]].max() < 1e-4
    if others.any() and same:
        student.suspect("encoder_decoder/no_positions_in_the_decoder")
        return Text(
            "With two targets exchanged the other logits stay the same: the decoder knows nothing of positions."
        )
    return None


def _mixes(student: Student) -> bool:
    """Does the memory have an encoder behind it?  Bare embeddings have no order either, whatever the encoder has."""
    try:
        return encoder_sees_all(student) is None
    except Settled:
        return True


def encoder_sees_all(student: Student) -> Text | None:
    """Read off the last array inside that has a row for each source token: the memory, or what is made of its rows."""
    require_substance(student)
    src, tgt = _pair(student, "encoder")
    before = _last_source_rows(student, src, tgt)
    if before is None:
        raise Settled(
            Verdict.FOR_REVIEW,
            Text(
                "No module inside yours is given an array of shape (B, n_src, d), so what the encoder sees can't be "
                "seen. A teacher will look at it."
            ),
        )
    seen = np.zeros((_N_SRC, _N_SRC), dtype=np.bool_)
    for j in range(_N_SRC):
        other = src.copy()
        other[:, j] = (other[:, j] + 5) % _SRC
        after = _last_source_rows(student, other, tgt)
        if after is not None and after.shape == before.shape:
            seen[:, j] = np.abs(after - before).max(axis=(0, 2)) > _STILL
    if seen.all():
        return None
    if student.memo["encoder-decoder-2-unregistered"]:
        raise Settled(
            Verdict.NOT_APPLICABLE, Text("torch doesn't see all of the layers, so what the encoder sees can't be seen.")
        )
    if np.array_equal(seen, np.tril(np.ones_like(seen))):
        student.suspect("encoder_decoder/encoder_causal")
        return Text(
            "The encoder is causal: a source token sees only those before it. The source is there as a whole, so each "
            "of its tokens may see all others."
        )
    if np.array_equal(seen, np.eye(_N_SRC, dtype=np.bool_)):
        student.suspect("encoder_decoder/encoder_without_attention")
        return Text("In the encoder no source token sees another one: what makes the memory has no attention in it.")
    i, j = (int(v) for v in np.argwhere(~seen)[0])
    return Text("In the encoder, source token {i} doesn't see source token {j}.", {"i": i, "j": j})


def _last_source_rows(student: Student, src: Ids, tgt: Ids) -> Numbers | None:
    """The last array with a row for each source token that a module inside is given, or gives: (B, n_src, width)."""
    for entry in reversed(_heard(student, handle_of(student), src, tgt)):
        inputs = entry.get("inputs")
        given = inputs if isinstance(inputs, tuple) else ()
        for tensor in (entry.get("output"), *reversed(given)):
            rows = _rows(tensor, _N_SRC)
            if rows is not None:
                return rows
    return None


def _heard(student: Student, handle: str, src: Ids, tgt: Ids) -> list[Mapping[str, Value]]:
    """What the modules inside are given and give."""
    call = CallModule(handle, (Array(src, "torch"), Array(tgt, "torch")))
    asked = Text("src {src} and tgt {tgt}", {"src": shape_text(src.shape), "tgt": shape_text(tgt.shape)})
    value = student.returned(student.ask(Overheard(handle, call)), asked).value
    entries = value.get("heard") if isinstance(value, Mapping) else ()
    return [entry for entry in entries if isinstance(entry, Mapping)] if isinstance(entries, tuple) else []


def _rows(tensor: Value, n: int) -> Numbers | None:
    """`tensor` as (B, n, width), whichever of batch and tokens stands first; None where it's nothing of the kind."""
    if not isinstance(tensor, Array) or tensor.data.ndim != 3 or tensor.data.dtype.kind != "f":
        return None
    data = tensor.data.swapaxes(0, 1) if tensor.shape[:2] == (n, _B) else tensor.data
    return data.astype(np.float64) if data.shape[:2] == (_B, n) else None


COMPONENT = Component(
    "encoder_decoder",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (Role(ROLE, "class", ORDER, 5, ("CodificadorDecodificador",)),),
            (
                Claim("shapes", Text("logits over the target's vocabulary"), shapes),
                Claim("decoder_causal", Text("the decoder sees its past and no more"), decoder_causal),
                Claim("sees_source", Text("every target position sees all of the source"), sees_source),
                Claim("order", Text("the order of source and target matters"), order),
                Claim("encoder_sees_all", Text("each source token sees all others"), encoder_sees_all),
                Claim("registered", Text("torch sees all parameters, and more with more layers"), registered),
            ),
            supporting=("registered",),
        ),
    ),
)
