"""Grouped-query attention: right in any style passes every check; each mistake fails just its own."""

from __future__ import annotations

import numpy as np
import pytest

from tests.components.judged import failed, judge, messages, references

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2)


def numpy_function(
    repeat: str = "np.repeat(K, g, axis=0), np.repeat(V, g, axis=0)",
    scores: str = "Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])",
    masked: str = "scores = np.where(mask, scores, -np.inf)",
    weights: str = "w / w.sum(-1, keepdims=True)",
) -> str:
    """The function of heads, with one line exchanged."""
    return f"""
        def grouped_query_attention(Q, K, V, mask=None):
            g = Q.shape[0] // K.shape[0]
            K, V = {repeat}
            scores = {scores}
            if mask is not None:
                {masked}
            w = np.exp(scores - scores.max(-1, keepdims=True))
            w = {weights}
            return w @ V, w
        """


def module(
    init: str = "",
    repeat: str = "t.repeat_interleave(self.h // self.kv, dim=1)",
    scale: str = "math.sqrt(self.k)",
    out: str = "self.o(z)",
    kv: str = "kv * self.k",
) -> str:
    """The module with separate projections, with one line exchanged."""
    return f"""
        class GroupedQueryAttention(torch.nn.Module):
            def __init__(self, d_model, n_heads, n_kv_heads):
                super().__init__()
                self.h, kv = n_heads, n_kv_heads
                self.kv, self.k = kv, d_model // n_heads
                self.q_proj = torch.nn.Linear(d_model, d_model)
                self.k_proj = torch.nn.Linear(d_model, {kv})
                self.v_proj = torch.nn.Linear(d_model, {kv})
                self.o = torch.nn.Linear(d_model, d_model)
                {init}

            def forward(self, x, mask=None):
                B, n, d = x.shape
                q = self.q_proj(x).view(B, n, self.h, self.k).transpose(1, 2)
                k, v = (p(x).view(B, n, -1, self.k).transpose(1, 2) for p in (self.k_proj, self.v_proj))
                k, v = ({repeat} for t in (k, v))
                scores = q @ k.mT / {scale}
                if mask is not None:
                    scores = scores.masked_fill(mask == 0, float("-inf"))
                z = (scores.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d)
                return {out}
        """


RIGHT = {
    "numpy function": numpy_function(),
    "torch function, the groups an axis of their own, in Spanish": """
        def atencion_consulta_agrupada(consultas, claves, valores, mascara=None):
            kv, n, d = claves.shape
            q = consultas.reshape(kv, -1, n, d)
            puntuaciones = torch.einsum("gind,gmd->ginm", q, claves) / d**0.5
            if mascara is not None:
                puntuaciones = puntuaciones.masked_fill(~mascara.bool(), float("-inf"))
            return torch.einsum("ginm,gmd->gind", puntuaciones.softmax(-1), valores).reshape(consultas.shape)
        """,
    "a loop over the heads": """
        def grouped_query_attention(Q, K, V, mask=None):
            outputs = []
            for i in range(len(Q)):
                j = i // (len(Q) // len(K))
                s = Q[i] @ K[j].T * Q.shape[-1] ** -0.5
                if mask is not None:
                    s = s + np.where(mask, 0, -1e9)
                e = np.exp(s - s.max(axis=1, keepdims=True))
                outputs.append(e / e.sum(axis=1, keepdims=True) @ V[j])
            return np.stack(outputs)
        """,
    "torch function of batches": """
        def grouped_query_attention(Q, K, V, mask=None):
            B, h, n, d = Q.shape
            g = h // K.shape[1]
            K = K[:, :, None].expand(B, -1, g, n, d).reshape(B, h, n, d)
            V = V[:, :, None].expand(B, -1, g, n, d).reshape(B, h, n, d)
            s = Q @ K.transpose(-2, -1) / math.sqrt(d)
            if mask is not None:
                s = s.masked_fill(mask == 0, -1e9)
            w = torch.softmax(s, -1)
            return w @ V, w
        """,
    "module": module(),
    "module without biases, declared in another order, in Spanish": """
        class AtencionConsultaAgrupada(torch.nn.Module):
            def __init__(self, d_model, n_cabezas, n_cabezas_kv, dropout=0.1):
                super().__init__()
                self.h, self.kv, self.k = n_cabezas, n_cabezas_kv, d_model // n_cabezas
                self.salida = torch.nn.Linear(d_model, d_model, bias=False)
                self.valores = torch.nn.Linear(d_model, self.kv * self.k, bias=False)
                self.claves = torch.nn.Linear(d_model, self.kv * self.k, bias=False)
                self.consultas = torch.nn.Linear(d_model, d_model, bias=False)
                self.dropout = torch.nn.Dropout(dropout)

            def forward(self, x, mascara=None):
                B, n, d = x.shape
                q = self.consultas(x).reshape(B, n, self.kv, self.h // self.kv, self.k)
                k, v = (p(x).reshape(B, n, self.kv, self.k) for p in (self.claves, self.valores))
                s = torch.einsum("bngid,bmgd->bginm", q, k) * self.k**-0.5
                if mascara is not None:
                    s = s.masked_fill(~mascara.bool() if mascara.dim() == 2 else ~mascara.bool()[:, :, None], -1e9)
                z = torch.einsum("bginm,bmgd->bngid", self.dropout(s.softmax(-1)), v)
                return self.salida(z.reshape(B, n, d)), s.softmax(-1)
        """,
    "module, fused keys and values": """
        class GroupedQueryAttention(torch.nn.Module):
            def __init__(self, dim, heads, kv_heads):
                super().__init__()
                self.h, self.kv, self.k = heads, kv_heads, dim // heads
                self.to_q, self.to_kv = torch.nn.Linear(dim, dim), torch.nn.Linear(dim, 2 * kv_heads * self.k)
                self.out = torch.nn.Linear(dim, dim)

            def forward(self, x, mask=None):
                B, n, d = x.shape
                q = self.to_q(x).view(B, n, self.h, self.k).transpose(1, 2)
                k, v = self.to_kv(x).chunk(2, dim=-1)
                k, v = (t.view(B, n, self.kv, self.k).transpose(1, 2) for t in (k, v))
                k, v = (t.repeat_interleave(self.h // self.kv, dim=1) for t in (k, v))
                s = q @ k.transpose(2, 3) / self.k**0.5
                if mask is not None:
                    s = s.masked_fill(mask == 0, float("-inf"))
                return self.out((s.softmax(-1) @ v).transpose(1, 2).flatten(2))
        """,
    "module, one fused projection and raw matrices": """
        class GroupedQueryAttention(torch.nn.Module):
            def __init__(self, d_model, n_heads, n_kv_heads):
                super().__init__()
                self.h, self.kv, self.k = n_heads, n_kv_heads, d_model // n_heads
                self.W = torch.nn.Parameter(torch.randn(d_model, (n_heads + 2 * n_kv_heads) * self.k) / d_model**0.5)
                self.W_O = torch.nn.Parameter(torch.randn(d_model, d_model) / d_model**0.5)

            def forward(self, x, mask=None):
                B, n, d = x.shape
                q, k, v = (x @ self.W).split([d, self.kv * self.k, self.kv * self.k], dim=-1)
                q, k, v = (t.view(B, n, -1, self.k).transpose(1, 2) for t in (q, k, v))
                k, v = (t.repeat_interleave(self.h // self.kv, dim=1) for t in (k, v))
                s = q @ k.mT / self.k**0.5
                if mask is not None:
                    s = s.masked_fill(mask == 0, float("-inf"))
                return (s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d) @ self.W_O
        """,
}

EVERY = {"values", "group_order", "equals_multihead", "parameters", "mask", "convention"}

AHEAD = "scores = scores + torch.full((n, n), -torch.inf).triu(1)"
MIXED = {"values", "group_order", "equals_multihead", "mask"}
# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "tiled": (numpy_function(repeat="np.tile(K, (g, 1, 1)), np.tile(V, (g, 1, 1))"), {"values", "group_order"}),
    "the first KV head for all": (numpy_function(repeat="K[:1], V[:1]"), {"values", "group_order", "equals_multihead"}),
    "no scale": (numpy_function(scores="Q @ K.swapaxes(-1, -2)"), {"values"}),
    "divided by d": (numpy_function(scores="Q @ K.swapaxes(-1, -2) / Q.shape[-1]"), {"values"}),
    "mask after the softmax": (
        numpy_function(masked="after = mask", weights="(w / w.sum(-1, keepdims=True)) * (1 if mask is None else mask)"),
        {"mask"},
    ),
    "mask ignored": (numpy_function(masked="pass"), {"mask"}),
    "mask on the first head only": (
        numpy_function(masked="scores[0] = np.where(mask, scores[0], -np.inf)"),
        {"mask"},
    ),
    "True means blocked": (numpy_function(masked="scores = np.where(mask, -np.inf, scores)"), {"convention"}),
    "a mask to be added": (numpy_function(masked="scores = scores + mask"), {"convention"}),
    "module: True means blocked": (
        module().replace("mask == 0", "mask.bool()"),
        {"convention"},
    ),
    "the softmax over all heads": (
        numpy_function(weights="w / w.sum(0, keepdims=True)"),
        {"values", "equals_multihead", "mask"},
    ),
    "module: tiled": (module(repeat="t.repeat(1, self.h // self.kv, 1, 1)"), {"group_order"}),
    "keys times queries": (numpy_function(scores="K @ Q.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])"), {"values"}),
    "module: keys times queries": (module().replace("q @ k.mT", "k @ q.mT"), {"values", "group_order"}),
    "module: no scale": (module(scale="1"), {"values"}),
    "module: full projections": (
        module(kv="d_model", repeat="t"),
        {"values", "group_order", "parameters"},
    ),
    "module: no output projection": (
        module(init="del self.o", out="z"),
        {"values", "group_order", "equals_multihead", "parameters"},
    ),
    "module: an output projection that isn't used": (module(out="z"), {"values", "group_order", "equals_multihead"}),
    "module: mask ignored": (module().replace("if mask is not None", "if False"), {"mask"}),
    "the softmax over the queries": (
        numpy_function(weights="np.exp(scores) / np.exp(scores).sum(-2, keepdims=True)"),
        {"values", "mask"},
    ),
    "the softmax over the heads": (
        numpy_function(weights="np.exp(scores) / np.exp(scores).sum(0)"),
        {"values", "equals_multihead", "mask"},
    ),
    "causal": (
        numpy_function(scores="np.where(np.tri(Q.shape[1]), Q @ K.swapaxes(-1, -2) / Q.shape[-1]**0.5, -np.inf)"),
        {"values"},
    ),
    "module: causal": (
        module().replace(
            "                if mask",
            f"                {AHEAD}\n                if mask",
        ),
        {"values"},
    ),
    "module: causal without a mask": (
        module().replace(
            "                if mask is",
            f"                if mask is None:\n                    {AHEAD}\n                if mask is",
        ),
        {"values"},
    ),
    "module: heads merged without a transpose": (
        module().replace(".transpose(1, 2).reshape(B, n, d)", ".reshape(B, n, d)"),
        MIXED,
    ),
    "module: heads split without a transpose": (
        module()
        .replace("view(B, n, self.h, self.k).transpose(1, 2)", "view(B, self.h, n, self.k)")
        .replace("view(B, n, -1, self.k).transpose(1, 2)", "view(B, -1, n, self.k)"),
        MIXED,
    ),
    "module: mask after the softmax": (
        module()
        .replace('scores = scores.masked_fill(mask == 0, float("-inf"))', "pass")
        .replace("scores.softmax(-1)", "(scores.softmax(-1) * (1 if mask is None else mask))"),
        {"mask"},
    ),
    "module: the softmax over the heads": (module().replace("softmax(-1)", "softmax(1)"), MIXED),
    "module: the softmax over the queries": (
        module().replace("softmax(-1)", "softmax(-2)"),
        MIXED,
    ),
    "module: values of another group": (
        module().replace(
            "k, v = (t.repeat_interleave(self.h // self.kv, dim=1) for t in (k, v))",
            "k, v = k.repeat_interleave(self.h // self.kv, dim=1), v.repeat(1, self.h // self.kv, 1, 1)",
        ),
        {"values", "group_order"},
    ),
    "module: the mean of the KV heads": (
        module(repeat="t.mean(1, keepdim=True).expand(-1, self.h, -1, -1)"),
        {"values", "group_order", "equals_multihead"},
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("grouped_query_attention", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("grouped_query_attention", source, seed) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "return Q",
        "return 0 * Q",
        "return None",
        "return np.random.random(Q.shape)",
        "return Q + V.mean(0)",
        "raise NameError",
    ],
)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    source = f"def grouped_query_attention(Q, K, V, mask=None):\n    {answer}"
    assert failed("grouped_query_attention", source, 1) == EVERY - {"parameters"}


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("tiled", "kv_heads_tiled"),
        ("the first KV head for all", "one_kv_head_for_all"),
        ("mask ignored", "mask_ignored"),
        ("mask after the softmax", "mask_after_the_softmax"),
        ("True means blocked", "true_means_blocked"),
        ("a mask to be added", "mask_added_to_the_scores"),
        ("module: True means blocked", "true_means_blocked"),
        ("module: tiled", "kv_heads_tiled"),
        ("module: full projections", "kv_projections_of_full_width"),
        ("the softmax over the heads", "softmax_over_the_heads"),
        ("the softmax over the queries", "softmax_over_the_queries"),
        ("module: mask after the softmax", "mask_after_the_softmax"),
        ("module: mask ignored", "mask_ignored"),
        ("module: heads merged without a transpose", "heads_merged_without_transpose"),
        ("module: heads split without a transpose", "heads_split_without_transpose"),
        ("causal", "causal_by_itself"),
        ("module: causal", "causal_by_itself"),
        ("module: causal without a mask", "causal_by_itself"),
        ("module: the softmax over the heads", "softmax_over_the_heads"),
        ("module: the softmax over the queries", "softmax_over_the_queries"),
        ("module: values of another group", "values_from_another_group"),
        ("module: the mean of the KV heads", "kv_heads_averaged"),
        ("module: no scale", "no_scaling"),
        ("keys times queries", "keys_times_queries"),
        ("module: keys times queries", "keys_times_queries"),
        ("module: no output projection", "no_output_projection"),
    ],
)
def test_a_known_mistake_is_named(mistake: str, name: str) -> None:
    found = judge("grouped_query_attention", WRONG[mistake][0], 1, diagnosed=True).diagnosis
    assert found[0].id == f"grouped_query_attention/{name}"


def test_the_order_of_a_module_is_said_to_be_learnable() -> None:
    said = messages("grouped_query_attention", WRONG["module: tiled"][0])["group_order"]
    assert "With weights of its own your module can learn all the same" in said


def test_the_reference_is_multi_head_attention_where_every_head_has_its_own_keys() -> None:
    reference = references("building_blocks").grouped_query_attention
    core = references().multihead
    dice = np.random.default_rng(0)
    weights = core.AttentionWeights(*dice.normal(0, 0.3, (4, 12, 12)), *dice.normal(0, 1, (4, 12)))
    x = dice.normal(0, 1, (2, 5, 12))
    grouped = reference.grouped_multi_head_attention(x, weights, 4, 4, np.tril(np.ones((5, 5), dtype=bool)))
    np.testing.assert_allclose(grouped, core.multi_head_attention(x, weights, 4, np.tril(np.ones((5, 5), dtype=bool))))


def test_the_reference_is_torchs_grouped_attention() -> None:
    import torch
    from torch.nn import functional as F

    dice = np.random.default_rng(0)
    Q, K, V = dice.normal(0, 1, (6, 5, 4)), dice.normal(0, 1, (2, 5, 4)), dice.normal(0, 1, (2, 5, 4))
    got, _ = references("building_blocks").grouped_query_attention.grouped_query_attention(Q, K, V)
    q, k, v = (torch.tensor(t)[None] for t in (Q, K, V))
    wanted = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)[0]
    np.testing.assert_allclose(got, wanted.numpy())
