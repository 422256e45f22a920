"""Grouped-query attention (contract, *building_blocks*), in two forms.

As a function of heads, ``grouped_query_attention(Q, K, V, mask=None)``, and as a module,
``GroupedQueryAttention(d_model, n_heads, n_kv_heads)``.  In the function the order of the groups is fixed by the
arguments; in a module any order is a relabelling of free parameters, so there it costs `group_order` alone.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from grader.checks import token_mixing
from grader.checks.claim import Claim
from grader.checks.explained_by_weights import Evidence, masked_probes, module_probes, scale_slips, unexplained
from grader.checks.mask_convention import Booleans, convention_of, naming
from grader.checks.matches_reference import describe_difference
from grader.checks.modules import build
from grader.checks.query_heads import FUNCTION, attended, called, drawn_heads, mixer_of
from grader.checks.student import Settled, Student
from grader.checks.token_modules import TokenModule, constructor_values, token_module
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.layouts.attention import scaled
from grader.layouts.grouped_attention import TILED, grouped_readings
from grader.layouts.search import Reading
from grader.layouts.weights import AttentionWeights
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

CLASS = "GroupedQueryAttention"
Numbers = NDArray[np.float64]


# The function


def require_substance(student: Student) -> None:
    """Settled WRONG unless the outputs depend on the queries, and on keys and values, and on nothing else."""
    if "gqa.substance" not in student.memo:
        dice = student.dice("substance")
        Q, K, V = drawn_heads(dice, 4, 2, 5, 3)
        other, *_ = drawn_heads(dice, 4, 2, 5, 3)
        asked = called(Q, K)
        trials = ((Q, K, V), (Q, K, V), (other, K, V), (Q, K, V[..., ::-1]))
        first, again, by_query, by_value = (attended(student, heads, asked).data for heads in trials)
        student.memo["gqa.substance"] = bool(
            np.array_equal(first, again) and not np.allclose(first, by_query) and not np.allclose(first, by_value)
        )
    if not student.memo["gqa.substance"]:
        raise Settled(Verdict.WRONG, Text("The output must depend on the queries, the keys and the values alone."))


def function_values(student: Student) -> Text | None:
    dice = student.dice("values")
    masked = False
    if student.found[FUNCTION].takes(4):
        masked = token_mixing.learn_masks(mixer_of(student)).convention is not None
    for h, kv, n, d in ((6, 2, 5, 4), (8, 4, 3, 5), (3, 1, 7, 6)):
        for allowed in (None, np.tril(np.ones((n, n), dtype=np.bool_))) if masked else (None,):
            heads = drawn_heads(dice, h, kv, n, d)
            asked = called(*heads[:2])
            mask = None if allowed is None else convention_of(student).encode(allowed, student.library)
            got = attended(student, heads, asked, mask, allowed)
            exact = [student.array(x).data.astype(np.float64) for x in heads]
            expected, _ = student.references.grouped_query_attention.grouped_query_attention(*exact, allowed)
            difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
            if difference is not None:
                return describe_difference(asked, difference)
    return None


def function_group_order(student: Student) -> Text | None:
    """Read off which outputs move when one KV head changes."""
    require_substance(student)
    dice = student.dice("group order")
    Q, K, V = drawn_heads(dice, 6, 3, 5, 4)
    asked = called(Q, K)
    before = attended(student, (Q, K, V), asked).data
    for j in range(3):
        other = V.copy()
        other[j] += dice.uniform(0.5, 1.5, V.shape[1:])
        moved = np.abs(attended(student, (Q, K, other), asked).data - before).max(axis=(1, 2)) > 1e-5
        reading = [int(i) for i in np.flatnonzero(moved)]
        if reading != [2 * j, 2 * j + 1]:
            return Text(
                "With 6 query heads and 3 KV heads, KV head {j} must be read by the query heads {wanted}; here it is "
                "read by {got}.",
                {"j": j, "wanted": f"{2 * j}, {2 * j + 1}", "got": ", ".join(map(str, reading)) or "-"},
            )
    return None


def function_equals_multihead(student: Student) -> Text | None:
    """With a KV head for each query head, every head comes out as it does among its like."""
    require_substance(student)
    Q, K, V = heads = drawn_heads(student.dice("multihead"), 4, 4, 5, 3)
    asked = called(Q, K)
    got = attended(student, heads, asked)
    one = Text("one of these heads, four times")  # as many heads as before, should a wrong divisor count them
    alone = [attended(student, (Q[[i] * 4], K[[i] * 4], V[[i] * 4]), one).data[0] for i in range(4)]
    difference = compare(np.stack(alone), got.data, tolerance_for(got.dtype)).difference
    if difference is None:
        return None
    return Text(
        "With as many KV heads as query heads this is plain multi-head attention: each query head with the KV head of "
        "its own. {difference}",
        {"difference": describe_difference(asked, difference)},
    )


def function_mask(student: Student) -> Text | None:
    require_substance(student)
    mixer = mixer_of(student)
    token_mixing.require_mixing(mixer)
    if mixer.takes_mask:
        token_mixing.learn_masks(mixer)
        # Asked for the diagnosis: what the answer under a mask is like tells the mistakes about masks apart.
        causal = np.tril(np.ones((5, 5), dtype=np.bool_))
        heads = drawn_heads(student.dice("masked"), 4, 2, 5, 3)
        mask = convention_of(student).encode(causal, student.library)
        attended(student, heads, Text("attention with a causal mask"), mask, causal)
    return token_mixing.mask_hides_exactly(mixer, ("(n, n)",))


def function_convention(student: Student) -> Text | None:
    require_substance(student)
    return _convention(mixer_of(student))


def _convention(mixer: token_mixing.Mixer) -> Text | None:
    """A mask that blocks what another convention says is named, and costs this check alone."""
    token_mixing.require_mixing(mixer)
    found = token_mixing.learn_masks(mixer).convention if mixer.takes_mask else None
    if found is None:
        raise Settled(
            Verdict.NOT_APPLICABLE, Text("No mask does what it should here, so there is no convention to judge.")
        )
    named = naming(found)
    if named is not None:
        which = "true_means_blocked" if found.meaning == "block" else "mask_added_to_the_scores"
        mixer.student.suspect(f"grouped_query_attention/{which}")
    return named


def not_in_this_form(student: Student) -> Text | None:
    raise Settled(Verdict.NOT_APPLICABLE, Text("The function is given its heads: it has no parameters."))


# The module

_D, _H, _KV = 24, 6, 3


def _module(student: Student, kv: int) -> TokenModule:
    if f"gqa.module.{kv}" not in student.memo:
        module = token_module(student, CLASS, _D, _H, f"kv-{kv}", n_kv_heads=kv)
        student.memo[f"gqa.module.{kv}"] = module
    found: TokenModule = student.memo[f"gqa.module.{kv}"]
    token_mixing.require_mixing(found.mixer)
    return found


def explained(student: Student, kv: int) -> tuple[Reading[AttentionWeights], Text | None]:
    """The reading that explains the module, with what is wrong by a factor if something is; else settled."""
    module = _module(student, kv)
    asked = Text("GroupedQueryAttention({d}, {h}, {kv}) with random parameters", {"d": _D, "h": _H, "kv": kv})
    known = f"evidence-{CLASS}-{kv}"  # where the diagnosis looks for it
    if known not in student.memo:
        readings = list(grouped_readings(module.parameters, _D, _H, kv))
        student.memo[known] = Evidence(
            _H, module_probes(module, asked), lambda: iter(readings), lambda: masked_probes(module, asked)
        )
    evidence: Evidence[AttentionWeights] = student.memo[known]
    reference = student.references.grouped_query_attention.grouped_multi_head_attention

    def right(weights: AttentionWeights, x: Numbers, allowed: Booleans | None) -> Numbers:
        output: Numbers = reference(x, weights, _H, kv, allowed)
        return output

    found = evidence.explained(right)
    if found is not None:
        return found.reading, None
    for factor, what, mistake in scale_slips(_D, _H):
        change = lambda r, f=factor: replace(r, weights=scaled(r.weights, f))
        slip = evidence.explained(right, change)
        if slip is not None:
            student.suspect(f"grouped_query_attention/{mistake}")
            return slip.reading, Text(
                "{asked}: the outputs are right but for one thing: {what}.", {"asked": asked, "what": what}
            )
    raise unexplained(student, evidence, right, module.module, asked, (equivariant, module_mask, parameters))


def equivariant(student: Student) -> Text | None:
    return token_mixing.permutes_with_tokens(_module(student, _KV).mixer)


def module_values(student: Student) -> Text | None:
    for kv in (_KV, 1):
        _, slip = explained(student, kv)
        if slip is not None:
            return slip
    if token_mixing.learn_masks(_module(student, _KV).mixer).causal:
        student.suspect("grouped_query_attention/causal_by_itself")
        return token_mixing.CAUSAL_UNASKED
    return None


def module_group_order(student: Student) -> Text | None:
    reading, _ = explained(student, _KV)
    if reading.layout != TILED:
        return None
    student.suspect("grouped_query_attention/kv_heads_tiled")
    return Text(
        "Your query heads are dealt out to the {kv} KV heads one by one: 0, 1, 2, 0, 1, 2. Neighbours must share: "
        "0, 0, 1, 1, 2, 2. With weights of its own your module can learn all the same; weights from elsewhere "
        "wouldn't fit.",
        {"kv": _KV},
    )


def module_equals_multihead(student: Student) -> Text | None:
    explained(student, _H)
    return None


def parameters(student: Student) -> Text | None:
    _module(student, _KV)
    k = _D // _H
    for kv in (3, 2, 1, 6):
        asked = Text("GroupedQueryAttention({d}, {h}, {kv})", {"d": _D, "h": _H, "kv": kv})
        values = constructor_values(student.found[CLASS], d_model=_D, n_heads=_H, n_kv_heads=kv)
        _, module = build(student, CLASS, ("d_model", "n_heads", "n_kv_heads", "dropout"), values, asked)
        matrices = 2 * _D * _D + 2 * _D * kv * k
        biases = {0, _D, 2 * kv * k, _D + 2 * kv * k, 2 * _D + 2 * kv * k}  # none, or those of some or all projections
        if module.parameter_count - matrices in biases:
            continue
        full = 4 * _D * _D
        if module.parameter_count - full in (0, _D, 3 * _D, 4 * _D):
            student.suspect("grouped_query_attention/kv_projections_of_full_width")
        if module.parameter_count + _D * _D - matrices in {0, _D, 2 * kv * k, _D + 2 * kv * k}:
            student.suspect("grouped_query_attention/no_output_projection")
        return Text(
            "{asked} has {count} parameters. Keys and values of {kv} heads of {k} features need two matrices of "
            "({d}, {w}): {wanted} in all, and {biased} with biases.",
            {
                "asked": asked,
                "count": module.parameter_count,
                "kv": kv,
                "k": k,
                "d": _D,
                "w": kv * k,
                "wanted": matrices,
                "biased": matrices + 2 * _D + 2 * kv * k,
            },
        )
    return None


def module_mask(student: Student) -> Text | None:
    return token_mixing.mask_hides_exactly(_module(student, _KV).mixer, ("(n, n)", "(B, 1, n, n)"))


def module_convention(student: Student) -> Text | None:
    return _convention(_module(student, _KV).mixer)


_VALUES = Text("right values")
_ORDER = Text("neighbouring query heads share a KV head")
_MULTIHEAD = Text("plain multi-head attention where each query head has a KV head")
_PARAMETERS = Text("parameters of keys and values shrink with the number of KV heads")
_MASK = Text("the mask reaches every head")
_CONVENTION = Text("mask: True (1) = may attend")

COMPONENT = Component(
    "grouped_query_attention",
    (
        Form(
            "torch",
            Text("torch module"),
            "torch",
            (
                Role(
                    CLASS,
                    "class",
                    ("d_model", "n_heads", "n_kv_heads"),
                    3,
                    ("AtencionGrupos", "AtencionConsultaAgrupada", "AtencionConsultasAgrupadas"),
                ),
            ),
            (
                Claim("values", _VALUES, module_values),
                Claim("group_order", _ORDER, module_group_order),
                Claim("equals_multihead", _MULTIHEAD, module_equals_multihead),
                Claim("parameters", _PARAMETERS, parameters),
                Claim("mask", _MASK, module_mask),
                Claim("convention", _CONVENTION, module_convention),
            ),
            supporting=("convention",),
        ),
        Form(
            "numpy",
            Text("function of heads"),
            "either",
            (
                Role(
                    FUNCTION,
                    "function",
                    ("Q", "K", "V", "mask"),
                    3,
                    ("atencion_grupos", "atencion_consulta_agrupada", "atencion_consultas_agrupadas"),
                ),
            ),
            (
                Claim("values", _VALUES, function_values),
                Claim("group_order", _ORDER, function_group_order),
                Claim("equals_multihead", _MULTIHEAD, function_equals_multihead),
                Claim("parameters", _PARAMETERS, not_in_this_form),
                Claim("mask", _MASK, function_mask),
                Claim("convention", _CONVENTION, function_convention),
            ),
            supporting=("convention",),
        ),
    ),
)
