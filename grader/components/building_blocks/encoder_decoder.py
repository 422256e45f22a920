"""A small encoder-decoder: ``EncoderDecoder(src_vocab, tgt_vocab, d_model, n_heads, n_layers)``, ``forward(src, tgt)``.

It is judged by who sees whom (contract, *building_blocks*): which logits move when one token of the source or of the
target changes.  Norms, activations and positions are the student's own choice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from grader.checks.claim import Claim
from grader.checks.head_axes import HEADS_MIX_TOKENS
from grader.checks.leaking_targets import heads_mix_targets, nothing_is_masked
from grader.checks.linear_ffn import ffn_without_activation
from grader.checks.number_of_heads import as_many_heads_as_asked
from grader.checks.number_of_layers import as_many_parameters, layers_of_their_own
from grader.checks.one_vector import one_vector_for_memory
from grader.checks.output_layer import activation_on_logits
from grader.checks.source_and_target import (
    BATCH,
    N_SRC,
    N_TGT,
    ORDER,
    ROLE,
    SRC,
    STILL,
    TGT,
    Booleans,
    built,
    last_source_rows,
    logits_of,
    pair,
    require_substance,
    source_influence,
    target_influence,
)
from grader.checks.source_and_target_matrices import (
    in_use,
    layer_matrices,
    moved,
    quiet_logits,
    silencing,
    source_uses,
)
from grader.checks.student import Settled, Student
from grader.checks.without_effect import heads_without_effect, sublayer_without_effect, target_in_the_source_table
from grader.checks.zeroed_matrices import is_matrix, missing_sublayer, seen_in
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

LONGEST = 32


def shapes(student: Student) -> Text | None:
    lengths = ((LONGEST, LONGEST), (6, 5), (2, 7), (7, 1))
    given = logits_of(student, [pair(student, "shapes", *both) for both in lengths])
    require_substance(student)
    positive = all((got >= 0).all() for got in given)
    with np.errstate(over="ignore"):  # logits of hundreds are no logarithms of probabilities
        exponents = given if positive else [np.exp(got) for got in given]
    if all(np.allclose(got.sum(axis=-1), 1, atol=1e-4) for got in exponents):  # of a softmax, or of its logarithm
        student.suspect("encoder_decoder/probabilities_returned")
        return Text("Probabilities came back; logits were asked. The loss takes the softmax itself.")
    if positive:
        student.suspect("encoder_decoder/activation_on_the_logits")
        return Text(
            "Of {count} logits none is negative: something after the last linear layer keeps them so. Logits are what "
            "that layer gives, as it is.",
            {"count": sum(got.size for got in given)},
        )
    return activation_on_logits(student)


def registered(student: Student) -> Text | None:
    """What torch doesn't see isn't trained, isn't saved, and stays on the CPU."""
    require_substance(student)
    loose = built(student).module.unregistered
    one, two = (built(student, n).module.parameter_count for n in (1, 2))
    if not loose and two > one:
        layers = layers_of_their_own(student, lambda: _holds(encoder_sees_all, student))
        unused = layers or sublayer_without_effect(student)
        if unused and (layers or _sees_whom_it_should(student)):
            return unused
        heads = as_many_heads_as_asked(student, lambda: _holds(sees_source, student))
        return heads or heads_without_effect(student) or target_in_the_source_table(student)
    if not loose:
        return as_many_parameters(student, one)
    student.suspect("encoder_decoder/layers_in_a_plain_list")
    return Text(
        "{asked}: torch doesn't see the parameters in {paths}: they sit in a plain Python list or dict. "
        "Use nn.ModuleList or nn.ParameterList.",
        {"asked": Text("EncoderDecoder"), "paths": ", ".join(loose[:3])},
    )


def decoder_causal(student: Student) -> Text | None:
    seen, wanted = target_influence(student), np.tril(np.ones((N_TGT, N_TGT), dtype=np.bool_))
    if np.array_equal(seen, wanted):
        return None
    # In one layer, for the last position, which has nothing left, may look everywhere and tell the others in the next.
    past = ~np.eye(N_TGT, dtype=np.bool_) & wanted
    upside_down = seen.all() and not target_influence(student, 1)[:-1][past[:-1]].any()
    # Where the source has no say, the cross-attention may read the target, and that without a mask.
    if seen.all() and not upside_down and source_influence(student).any() and nothing_is_masked(student):
        student.suspect("encoder_decoder/decoder_without_a_causal_mask")
    if upside_down or np.array_equal(seen, wanted.T):
        student.suspect("encoder_decoder/causal_mask_upside_down")
    if np.array_equal(seen, np.eye(N_TGT, dtype=np.bool_)):
        student.suspect("encoder_decoder/decoder_without_self_attention")
    i, j = (int(v) for v in np.argwhere(seen != wanted)[0])
    mixed = heads_mix_targets(student)
    if mixed:
        return HEADS_MIX_TOKENS[mixed]
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
        return one_vector_for_memory(student) or _source_blocked(student)
    if not seen.any():
        student.suspect("encoder_decoder/source_ignored")
        return Text("No logit depends on the source at all.")
    i, j = (int(v) for v in np.argwhere(~seen)[0])
    return Text(
        "When token {j} of the source changes, the logits at position {i} of the target stay as they are; every target "
        "position must see all of the source.",
        {"i": i, "j": j},
    )


def _source_blocked(student: Student) -> Text | None:
    """Does cross-attention itself see all of the memory?  The encoder has told its last row of all tokens.

    One layer, whose encoder is kept from mixing tokens: a single matrix at zero does that, W_V or W_O of its attention.
    """
    apart = silencing(student).encoder
    if not apart:
        return None
    src, tgt = (np.repeat(ids[:1], N_SRC + 1, axis=0) for ids in pair(student, "blocked"))
    for j in range(N_SRC):
        src[j + 1, j] = (src[j + 1, j] + 5) % SRC
    got = quiet_logits(student, apart, (src, tgt))
    seen = np.ones((N_TGT, N_SRC), dtype=np.bool_) if got is None else (np.abs(got[1:] - got[0]).max(axis=2) > STILL).T
    if seen.all() or not seen.any():
        return None
    if np.array_equal(seen, np.tril(np.ones_like(seen))):
        student.suspect("encoder_decoder/causal_mask_over_the_source")
    if (seen.sum(axis=1) == 1).all():
        student.suspect("encoder_decoder/one_vector_for_the_source")
    i, j = (int(v) for v in np.argwhere(~seen)[0])
    return Text(
        "With the encoder's own attention silenced (its weights 0), target position {i} no longer depends on token {j} "
        "of the source: something keeps the cross-attention from seeing all of the memory.",
        {"i": i, "j": j},
    )


def order(student: Student) -> Text | None:
    """Tokens in another order are another sentence.  One layer, for several causal ones tell the order by themselves.

    What isn't seen at all has no order: that costs the checks above and not this one.
    """
    require_substance(student)
    dice = student.dice("order")
    src = np.stack([dice.permutation(SRC)[:N_SRC] for _ in range(BATCH)])
    tgt = np.stack([dice.permutation(TGT)[:N_TGT] for _ in range(BATCH)])
    exchanged = tgt[:, [0, 2, 1, 3, 4]]
    asked = [(src, tgt), (src[:, ::-1].copy(), tgt), (src, exchanged)]
    before, backwards, other = logits_of(student, asked, 1)
    others = target_influence(student) & ~np.eye(N_TGT, dtype=np.bool_)
    if not others.any() and not source_influence(student).any():
        return Text("No logit depends on another token, so there is no order yet.")
    if source_influence(student).any() and np.abs(backwards - before).max() < 1e-4:
        # Bare embeddings have no order either, whatever the encoder has.
        if _holds(encoder_sees_all, student):
            student.suspect("encoder_decoder/no_positions_in_the_encoder")
        return Text("The source read backwards gives the same logits: the encoder knows nothing of positions.")
    # What the other three positions say of the same tokens in another order.
    same = np.abs(other - before)[:, [0, 3, 4]].max() < 1e-4
    if others.any() and same:
        student.suspect("encoder_decoder/no_positions_in_the_decoder")
        return Text(
            "With two targets exchanged the other logits stay the same: the decoder knows nothing of positions."
        )
    return None


def _holds(claim: Callable[[Student], Text | None], student: Student) -> bool:
    """Where it's false, it costs what it costs, and no other claim that builds on it."""
    suspects = list(student.suspects)
    try:
        return claim(student) is None
    except Settled:
        return True
    finally:
        student.suspects[:] = suspects


def _sees_whom_it_should(student: Student) -> bool:
    """Attention that is missing where it's needed has its own checks, as a missing FFN of the decoder has."""
    return all(_holds(claim, student) for claim in (decoder_causal, sees_source, encoder_sees_all, sublayers))


def encoder_sees_all(student: Student) -> Text | None:
    """Read off the last array inside that has a row for each source token: the memory, or what is made of its rows."""
    require_substance(student)
    src, tgt = pair(student, "encoder")
    sources = [src]
    for j in range(N_SRC):
        sources.append(src.copy())
        sources[-1][:, j] = (src[:, j] + 5) % SRC
    rows = last_source_rows(student, [(ids, tgt) for ids in sources])
    if rows is None or rows[0] is None:
        raise Settled(
            Verdict.FOR_REVIEW,
            Text(
                "No module inside yours is given an array of shape (B, n_src, d), so what the encoder sees can't be "
                "seen. A teacher will look at it."
            ),
        )
    seen = np.zeros((N_SRC, N_SRC), dtype=np.bool_)
    for j, after in enumerate(rows[1:]):
        if after is not None and after.shape == rows[0].shape:
            seen[:, j] = np.abs(after - rows[0]).max(axis=(0, 2)) > STILL
    if seen.all():
        return None
    if built(student).module.unregistered:
        raise Settled(
            Verdict.NOT_APPLICABLE, Text("torch doesn't see all of the layers, so what the encoder sees can't be seen.")
        )
    if np.array_equal(seen, np.tril(np.ones_like(seen))):
        student.suspect("encoder_decoder/encoder_causal")
        return Text(
            "The encoder is causal: a source token sees only those before it. The source is there as a whole, so each "
            "of its tokens may see all others."
        )
    if np.array_equal(seen, np.eye(N_SRC, dtype=np.bool_)):
        student.suspect("encoder_decoder/encoder_without_attention")
        return Text("In the encoder no source token sees another one: what makes the memory has no attention in it.")
    i, j = (int(v) for v in np.argwhere(~seen)[0])
    return Text("In the encoder, source token {i} doesn't see source token {j}.", {"i": i, "j": j})


_MISSING = {
    "self": (
        "encoder_decoder/no_residual_at_self_attention",
        Text(
            "With the decoder's self-attention silenced (one of its matrices 0), no logit depends on the target any "
            "more: its residual is missing (y + attention(…))."
        ),
    ),
    "cross": (
        "encoder_decoder/no_residual_at_cross_attention",
        Text(
            "With the cross-attention silenced (one of its matrices 0), the logits depend on nothing any more: its "
            "residual is missing (y + attention(…))."
        ),
    ),
    "ffn": (
        "encoder_decoder/no_residual_at_the_ffn",
        Text(
            "With the decoder's FFN silenced (one of its matrices 0), the logits depend on nothing any more: its "
            "residual is missing (y + FFN(…))."
        ),
    ),
    "cross or ffn": (
        "",
        Text(
            "With one of a sublayer's matrices 0, the logits depend on nothing any more: a residual is missing in the "
            "decoder, around the cross-attention or around the FFN."
        ),
    ),
    "no ffn": (
        "encoder_decoder/no_ffn_in_the_decoder",
        Text(
            "With both attentions of the decoder silenced, no two matrices of its layer have a say any more: its third "
            "sublayer, the feed-forward network of two linear layers, isn't there."
        ),
    ),
}


def sublayers(student: Student) -> Text | None:
    """Self-attention, cross-attention and FFN, each with a residual; read off a decoder of one layer."""
    require_substance(student)
    if built(student).module.unregistered:
        raise Settled(
            Verdict.NOT_APPLICABLE, Text("torch doesn't see what belongs to a layer, so its sublayers can't be told.")
        )
    model = layer_matrices(student)
    if not model.others:
        raise Settled(
            Verdict.NOT_APPLICABLE,
            Text(
                "With n_layers = 2 the model has no more matrices than with n_layers = 1. What belongs to a layer, and "
                "so its sublayers, can't be told."
            ),
        )
    plain = seen_in(model.plain)
    if plain is None or not plain.target or not plain.source:
        raise Settled(
            Verdict.NOT_APPLICABLE, Text("The logits don't depend on source and target, so no sublayers can be told.")
        )
    missing = missing_sublayer(model, plain)
    if missing is None:
        return ffn_without_activation(student, model, plain)
    name, message = _MISSING[missing]
    if name:
        student.suspect(name)
    return message


def encoder_learns(student: Student) -> Text | None:
    """Two steps of training move what makes the memory, and all that is as wide as a vocabulary: no detach() or
    no_grad() stands between encoder and decoder, and neither table nor output layer is frozen."""
    require_substance(student)
    if not source_influence(student).any():
        raise Settled(Verdict.NOT_APPLICABLE, Text("No logit depends on the source at all."))
    shapes, found = built(student).shapes, moved(student, 2)
    matrices = [i for i, shape in enumerate(shapes) if is_matrix(shape)]
    if found is not None and any(SRC in shape for shape in shapes) and all(found[i].any() for i in matrices):
        return None  # all learn, so the encoder's do
    uses, shapes = source_uses(student, 1) or {}, built(student, 1).shapes
    acting = [i for i, use in uses.items() if use.acts]
    acting = acting or [i for i, shape in enumerate(shapes) if SRC in shape]
    found = moved(student, 1)
    if not acting or found is None:
        raise Settled(Verdict.NOT_APPLICABLE, Text("It can't be seen which parameters are the encoder's."))
    # The last rows that are heard may be the decoder's keys or values, and a table of sines may be frozen.
    if 2 * sum(found[i].any() for i in acting) >= len(acting):
        return _not_trained(student, found)
    student.suspect("encoder_decoder/memory_detached")
    return Text(
        "After two steps of training, the encoder's matrices are what they were: no gradient gets to them. The encoder "
        "is to be trained along with the decoder."
    )


def _not_trained(student: Student, moves: Sequence[Booleans]) -> Text | None:
    """Positions may be a fixed table of sines, as wide as no vocabulary; the tables of tokens and the last layer learn.

    `moves` tells which numbers of each parameter of one layer training moved.
    """
    parameters, used = built(student, 1).module.parameters, in_use(student, 1)
    still = [p.name for i, p in enumerate(parameters) if i in used and {SRC, TGT} & {*p.shape} and not moves[i].any()]
    if not still:
        return None
    student.suspect("encoder_decoder/table_not_trained")
    return Text(
        "After two steps of training, {names} is what it was, although the logits depend on it: no gradient gets to "
        "it. The tables of tokens and the last layer are learned, as all the rest.",
        {"names": ", ".join(still)},
    )


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
                Claim("sublayers", Text("three sublayers in the decoder, each with its residual"), sublayers),
                Claim("encoder_learns", Text("the encoder learns along with the decoder"), encoder_learns),
                Claim(
                    "registered",
                    Text("n_layers layers of n_heads heads, and torch sees all their parameters"),
                    registered,
                ),
            ),
            supporting=("registered", "encoder_learns"),
        ),
    ),
)
