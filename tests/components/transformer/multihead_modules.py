"""Multi-head attention as many people write it, rightly and wrongly, as notebook cells."""

# ruff: noqa: E501  (lines of notebooks, as people write them)

from __future__ import annotations

IMPORTS = """
import math
import torch
import torch.nn as nn
import torch.nn.functional as F
"""


def _class(init: str, forward: str, *, mask: str = "mask=None", extra: str = "") -> str:
    def indented(code: str) -> str:
        return "\n".join(" " * 8 + line for line in code.strip().splitlines())

    return f"""
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("d_model must be divisible by n_heads")
        self.h, self.k, self.d = n_heads, d_model // n_heads, d_model
        d, h, k = d_model, n_heads, d_model // n_heads
{indented(init)}
{extra}
    def forward(self, x, {mask}):
        B, n, d = x.shape
        h, k = self.h, self.k
{indented(forward)}
"""


_FOUR = """
self.q = nn.Linear(d, d)
self.k_ = nn.Linear(d, d)
self.v = nn.Linear(d, d)
self.o = nn.Linear(d, d)
"""
_SPLIT = """
q, k_, v = (t.view(B, n, h, k).transpose(1, 2) for t in (self.q(x), self.k_(x), self.v(x)))
"""
_ATTEND = """
s = q @ k_.transpose(-2, -1) / k**0.5
if mask is not None:
    s = s.masked_fill(mask == 0, float("-inf"))
z = s.softmax(-1) @ v
"""
_MERGE = "z = z.transpose(1, 2).reshape(B, n, d)\n"
_PLAIN = _SPLIT + _ATTEND + _MERGE + "return self.o(z)"

_RAW = """
self.W = nn.ParameterList([nn.Parameter(torch.randn(d, d) * d**-0.5) for _ in range(4)])
self.b = nn.ParameterList([nn.Parameter(torch.zeros(d)) for _ in range(4)])
"""
_RAW_FORWARD = (
    "q, k_, v = ((x @ self.W[i] + self.b[i]).view(B, n, h, k).transpose(1, 2) for i in range(3))\n"
    + _ATTEND
    + _MERGE
    + "return z @ self.W[3] + self.b[3]"
)

RIGHT: dict[str, str] = {
    "four linears": _class(_FOUR, _PLAIN),
    "key first": _class(
        "self.k_ = nn.Linear(d, d)\nself.q = nn.Linear(d, d)\nself.v = nn.Linear(d, d)\nself.o = nn.Linear(d, d)",
        _PLAIN,
    ),
    "output declared first": _class(
        "self.o = nn.Linear(d, d)\nself.v = nn.Linear(d, d)\nself.q = nn.Linear(d, d)\nself.k_ = nn.Linear(d, d)",
        _PLAIN,
    ),
    "fused chunk (nanoGPT)": _class(
        "self.c_attn = nn.Linear(d, 3 * d)\nself.c_proj = nn.Linear(d, d)",
        "q, k_, v = self.c_attn(x).split(d, dim=2)\n"
        "q, k_, v = (t.view(B, n, h, k).transpose(1, 2) for t in (q, k_, v))\n"
        + _ATTEND
        + _MERGE
        + "return self.c_proj(z)",
    ),
    "fused (3, h, k) permuted": _class(
        "self.qkv = nn.Linear(d, 3 * d)\nself.o = nn.Linear(d, d)",
        "q, k_, v = self.qkv(x).reshape(B, n, 3, h, k).permute(2, 0, 3, 1, 4)\n"
        + _ATTEND
        + _MERGE
        + "return self.o(z)",
    ),
    "fused (h, 3k)": _class(
        "self.qkv_proj = nn.Linear(d, 3 * d)\nself.o_proj = nn.Linear(d, d)",
        "q, k_, v = self.qkv_proj(x).reshape(B, n, h, 3 * k).transpose(1, 2).chunk(3, dim=-1)\n"
        + _ATTEND
        + _MERGE
        + "return self.o_proj(z)",
    ),
    "fused (h, k, 3), v first": _class(
        "self.all = nn.Linear(d, 3 * d)\nself.out = nn.Linear(d, d)",
        "v, q, k_ = self.all(x).reshape(B, n, h, k, 3).permute(4, 0, 2, 1, 3)\n"
        + _ATTEND
        + _MERGE
        + "return self.out(z)",
    ),
    "fused kv": _class(
        "self.to_q = nn.Linear(d, d)\nself.to_kv = nn.Linear(d, 2 * d)\nself.to_out = nn.Linear(d, d)",
        "q = self.to_q(x)\nk_, v = self.to_kv(x).chunk(2, -1)\n"
        "q, k_, v = (t.view(B, n, h, k).transpose(1, 2) for t in (q, k_, v))\n"
        + _ATTEND
        + _MERGE
        + "return self.to_out(z)",
    ),
    "fused raw parameter": _class(
        "self.W_qkv = nn.Parameter(torch.randn(d, 3 * d))\nself.b_qkv = nn.Parameter(torch.zeros(3 * d))\n"
        "self.W_o = nn.Parameter(torch.randn(d, d))\nself.b_o = nn.Parameter(torch.zeros(d))",
        "q, k_, v = (x @ self.W_qkv + self.b_qkv).chunk(3, -1)\n"
        "q, k_, v = (t.view(B, n, h, k).transpose(1, 2) for t in (q, k_, v))\n"
        + _ATTEND
        + _MERGE
        + "return z @ self.W_o + self.b_o",
    ),
    "list of heads (ng-video-lecture)": """
class Head(nn.Module):
    def __init__(self, d_model, size):
        super().__init__()
        self.key = nn.Linear(d_model, size)
        self.query = nn.Linear(d_model, size)
        self.value = nn.Linear(d_model, size)

    def forward(self, x, mask=None):
        q, k, v = self.query(x), self.key(x), self.value(x)
        wei = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5
        if mask is not None:
            wei = wei.masked_fill(mask == 0, float("-inf"))
        return F.softmax(wei, dim=-1) @ v


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        assert d_model % n_heads == 0
        self.heads = nn.ModuleList([Head(d_model, d_model // n_heads) for _ in range(n_heads)])
        self.proj = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, mask=None):
        if mask is not None and mask.dim() == 4:
            mask = mask[:, 0]
        return self.dropout(self.proj(torch.cat([head(x, mask) for head in self.heads], dim=-1)))
""",
    "lists by kind, without a loop over tokens": _class(
        "self.Wq = nn.ModuleList([nn.Linear(d, k) for _ in range(h)])\n"
        "self.Wk = nn.ModuleList([nn.Linear(d, k) for _ in range(h)])\n"
        "self.Wv = nn.ModuleList([nn.Linear(d, k) for _ in range(h)])\n"
        "self.Wo = nn.Linear(d, d)",
        "q, k_, v = (torch.stack([f(x) for f in kind], 1) for kind in (self.Wq, self.Wk, self.Wv))\n"
        + _ATTEND
        + _MERGE
        + "return self.Wo(z)",
    ),
    "one fused linear per head": _class(
        "self.qkv = nn.ModuleList([nn.Linear(d, 3 * k) for _ in range(h)])\nself.Wo = nn.Linear(d, d)",
        "q, k_, v = torch.stack([f(x) for f in self.qkv], 1).chunk(3, -1)\n" + _ATTEND + _MERGE + "return self.Wo(z)",
    ),
    "an output matrix per head, added": _class(
        "self.qs = nn.ModuleList([nn.Linear(d, k) for _ in range(h)])\n"
        "self.ks = nn.ModuleList([nn.Linear(d, k) for _ in range(h)])\n"
        "self.vs = nn.ModuleList([nn.Linear(d, k) for _ in range(h)])\n"
        "self.os = nn.ModuleList([nn.Linear(k, d, bias=i == 0) for i in range(h)])",
        "q, k_, v = (torch.stack([f(x) for f in kind], 1) for kind in (self.qs, self.ks, self.vs))\n"
        + _ATTEND
        + "return sum(o(z[:, i]) for i, o in enumerate(self.os))",
    ),
    "raw x @ W in a ParameterList": _class(_RAW, _RAW_FORWARD),
    "raw W as (out, in)": _class(
        "for name in ('W_Q', 'W_K', 'W_V', 'W_O'):\n    setattr(self, name, nn.Parameter(torch.randn(d, d)))\n"
        "for name in ('b_Q', 'b_K', 'b_V', 'b_O'):\n    setattr(self, name, nn.Parameter(torch.zeros(d)))",
        "q = F.linear(x, self.W_Q, self.b_Q)\nk_ = F.linear(x, self.W_K, self.b_K)\nv = F.linear(x, self.W_V, self.b_V)\n"
        "q, k_, v = (t.view(B, n, h, k).transpose(1, 2) for t in (q, k_, v))\n"
        + _ATTEND
        + _MERGE
        + "return F.linear(z, self.W_O, self.b_O)",
    ),
    "raw, biases beside their matrices": _class(
        "self.Wq = nn.Parameter(torch.randn(d, d)); self.bq = nn.Parameter(torch.zeros(d))\n"
        "self.Wk = nn.Parameter(torch.randn(d, d)); self.bk = nn.Parameter(torch.zeros(d))\n"
        "self.Wv = nn.Parameter(torch.randn(d, d)); self.bv = nn.Parameter(torch.zeros(d))\n"
        "self.Wo = nn.Parameter(torch.randn(d, d)); self.bo = nn.Parameter(torch.zeros(d))",
        "q, k_, v = x @ self.Wq + self.bq, x @ self.Wk + self.bk, x @ self.Wv + self.bv\n"
        "q, k_, v = (t.view(B, n, h, k).transpose(1, 2) for t in (q, k_, v))\n"
        + _ATTEND
        + _MERGE
        + "return z @ self.Wo + self.bo",
    ),
    "einsum with (h, d, k) tensors": _class(
        "self.W_Q = nn.Parameter(torch.randn(h, d, k) * d**-0.5)\nself.W_K = nn.Parameter(torch.randn(h, d, k) * d**-0.5)\n"
        "self.W_V = nn.Parameter(torch.randn(h, d, k) * d**-0.5)\nself.W_O = nn.Parameter(torch.randn(h, k, d) * d**-0.5)\n"
        "self.b_Q = nn.Parameter(torch.zeros(h, k))\nself.b_K = nn.Parameter(torch.zeros(h, k))\n"
        "self.b_V = nn.Parameter(torch.zeros(h, k))\nself.b_O = nn.Parameter(torch.zeros(d))",
        "q = torch.einsum('bnd,hdk->bhnk', x, self.W_Q) + self.b_Q[:, None]\n"
        "k_ = torch.einsum('bnd,hdk->bhnk', x, self.W_K) + self.b_K[:, None]\n"
        "v = torch.einsum('bnd,hdk->bhnk', x, self.W_V) + self.b_V[:, None]\n"
        + _ATTEND
        + "return torch.einsum('bhnk,hkd->bnd', z, self.W_O) + self.b_O",
    ),
    "einsum with (d, h, k) tensors": _class(
        "self.wq = nn.Parameter(torch.randn(d, h, k))\nself.wk = nn.Parameter(torch.randn(d, h, k))\n"
        "self.wv = nn.Parameter(torch.randn(d, h, k))\nself.out = nn.Linear(d, d)\n"
        "self.bq = nn.Parameter(torch.zeros(d)); self.bk = nn.Parameter(torch.zeros(d)); self.bv = nn.Parameter(torch.zeros(d))",
        "q, k_, v = (torch.einsum('bnd,dhk->bhnk', x, w) + b.view(h, 1, k) for w, b in "
        "((self.wq, self.bq), (self.wk, self.bk), (self.wv, self.bv)))\n" + _ATTEND + _MERGE + "return self.out(z)",
    ),
    "interleaved on both sides": _class(
        _FOUR,
        "q, k_, v = (t.view(B, n, k, h).permute(0, 3, 1, 2) for t in (self.q(x), self.k_(x), self.v(x)))\n"
        + _ATTEND
        + "return self.o(z.permute(0, 2, 3, 1).reshape(B, n, d))",
    ),
    # With weights of its own a module can have a head's features anywhere: that only relabels them.
    "interleaved queries and keys, values head by head": _class(
        _FOUR,
        "q, k_ = (t.view(B, n, k, h).permute(0, 3, 1, 2) for t in (self.q(x), self.k_(x)))\n"
        "v = self.v(x).view(B, n, h, k).transpose(1, 2)\n" + _ATTEND + _MERGE + "return self.o(z)",
    ),
    "fused, interleaved queries and keys": _class(
        "self.qkv = nn.Linear(d, 3 * d)\nself.o = nn.Linear(d, d)",
        "q, k_, v = self.qkv(x).chunk(3, -1)\nq, k_ = (t.view(B, n, k, h).permute(0, 3, 1, 2) for t in (q, k_))\n"
        "v = v.view(B, n, h, k).transpose(1, 2)\n" + _ATTEND + _MERGE + "return self.o(z)",
    ),
    "interleaved on the way in": _class(
        _FOUR,
        "q, k_, v = (t.view(B, n, k, h).permute(0, 3, 1, 2) for t in (self.q(x), self.k_(x), self.v(x)))\n"
        + _ATTEND
        + _MERGE
        + "return self.o(z)",
    ),
    "interleaved on the way out": _class(
        _FOUR, _SPLIT + _ATTEND + "return self.o(z.permute(0, 2, 3, 1).reshape(B, n, d))"
    ),
    "returns the pair": _class(_FOUR, _SPLIT + _ATTEND + _MERGE + "return self.o(z), s.softmax(-1)"),
    "the student's attention function": """
def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask.bool(), -1e9)
    weights = scores.softmax(-1)
    return weights @ V, weights
"""
    + _class(_FOUR, _SPLIT + "z, _ = attention(q, k_, v, mask)\n" + _MERGE + "return self.o(z)"),
    "heads folded into the batch, bmm": _class(
        _FOUR,
        "q, k_, v = (t.view(B, n, h, k).permute(2, 0, 1, 3).reshape(h * B, n, k) for t in (self.q(x), self.k_(x), self.v(x)))\n"
        "s = torch.bmm(q * k**-0.5, k_.transpose(1, 2))\n"
        "if mask is not None:\n    s = s.view(h, B, n, n).masked_fill(mask.expand(B, 1, n, n)[:, 0] == 0, -1e9).view(h * B, n, n)\n"
        "z = torch.bmm(s.softmax(-1), v).view(h, B, n, k).permute(1, 2, 0, 3).reshape(B, n, d)\nreturn self.o(z)",
    ),
    "True = blocked": _class(
        _FOUR,
        _SPLIT + "s = q @ k_.transpose(-2, -1) / k**0.5\n"
        "if mask is not None:\n    s = s.masked_fill(mask, float('-inf'))\nz = s.softmax(-1) @ v\n"
        + _MERGE
        + "return self.o(z)",
    ),
    "additive mask": _class(
        _FOUR,
        _SPLIT + "s = q @ k_.transpose(-2, -1) / k**0.5\n"
        "if mask is not None:\n    s = s + mask\nz = s.softmax(-1) @ v\n" + _MERGE + "return self.o(z)",
    ),
    "a mask is required": _class(_FOUR, _PLAIN.replace("if mask is not None:\n    s =", "s ="), mask="mask"),
    "query, key and value": """
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        assert d_model % n_heads == 0
        self.h = n_heads
        self.linears = nn.ModuleList([nn.Linear(d_model, d_model) for _ in range(4)])
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        B = query.size(0)
        q, k, v = [l(t).view(B, -1, self.h, t.size(-1) // self.h).transpose(1, 2) for l, t in zip(self.linears, (query, key, value))]
        s = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
        if mask is not None:
            s = s.masked_fill(mask == 0, -1e9)
        z = self.dropout(s.softmax(-1)) @ v
        return self.linears[-1](z.transpose(1, 2).contiguous().view(B, -1, self.h * q.size(-1)))
""",
    "Spanish": _class(_FOUR, _PLAIN)
    .replace("MultiHeadAttention", "AtencionMultiCabeza")
    .replace("n_heads", "n_cabezas"),
    "float64": "torch.set_default_dtype(torch.float64)\n" + _class(_FOUR, _PLAIN),
    "scores times d to the power -1/4 on both sides": _class(
        _FOUR, _PLAIN.replace("q @ k_.transpose(-2, -1) / k**0.5", "(q * k**-0.25) @ (k_ * k**-0.25).transpose(-2, -1)")
    ),
}

_MASK_AFTER = """
a = (q @ k_.transpose(-2, -1) / k**0.5).softmax(-1)
if mask is not None:
    a = a * mask
z = a @ v
"""

WRONG: dict[str, tuple[str, set[str]]] = {
    "merge without transpose (MH-01)": (
        _class(_FOUR, _SPLIT + _ATTEND + "return self.o(z.reshape(B, n, d))"),
        {"values", "equivariant", "mask_reaches_heads"},
    ),
    "split without transpose (MH-02)": (
        _class(
            _FOUR,
            "q, k_, v = (t.reshape(B, h, n, k) for t in (self.q(x), self.k_(x), self.v(x)))\n"
            + _ATTEND
            + _MERGE
            + "return self.o(z)",
        ),
        {"values", "equivariant", "mask_reaches_heads"},
    ),
    "both without transpose (MH-03)": (
        _class(
            _FOUR,
            "q, k_, v = (t.reshape(B, h, n, k) for t in (self.q(x), self.k_(x), self.v(x)))\n"
            + _ATTEND
            + "return self.o(z.reshape(B, n, d))",
        ),
        {"values", "equivariant", "mask_reaches_heads"},
    ),
    "no output matrix (MH-06)": (
        _class(_FOUR.replace("self.o = nn.Linear(d, d)", ""), _SPLIT + _ATTEND + _MERGE + "return z"),
        {"values", "one_head", "parameter_count"},
    ),
    "heads averaged (MH-07)": (
        _class(
            _FOUR.replace("self.o = nn.Linear(d, d)", "self.o = nn.Linear(k, d)"),
            _SPLIT + _ATTEND + "return self.o(z.mean(1))",
        ),
        {"values", "parameter_count"},
    ),
    "all heads the same matrix (MH-09)": (
        _class(
            "self.q = nn.Linear(d, k)\nself.k_ = nn.Linear(d, k)\nself.v = nn.Linear(d, k)\nself.o = nn.Linear(d, d)",
            "q, k_, v = (torch.stack([f(x)] * h, 1) for f in (self.q, self.k_, self.v))\n"
            + _ATTEND
            + _MERGE
            + "return self.o(z)",
        ),
        {"values", "parameter_count"},
    ),
    "each head d_model wide (MH-10)": (
        _class(
            "self.q = nn.Linear(d, h * d)\nself.k_ = nn.Linear(d, h * d)\nself.v = nn.Linear(d, h * d)\nself.o = nn.Linear(h * d, d)",
            "k = d\n" + _SPLIT + _ATTEND + "return self.o(z.transpose(1, 2).reshape(B, n, h * d))",
        ),
        {"parameter_count"},
    ),
    "input cut before one small projection (MH-11)": (
        _class(
            "self.q = nn.Linear(k, k)\nself.k_ = nn.Linear(k, k)\nself.v = nn.Linear(k, k)\nself.o = nn.Linear(d, d)",
            "xs = x.view(B, n, h, k).transpose(1, 2)\nq, k_, v = self.q(xs), self.k_(xs), self.v(xs)\n"
            + _ATTEND
            + _MERGE
            + "return self.o(z)",
        ),
        {"values", "parameter_count"},
    ),
    "integer division drops features (MH-12)": (
        _class(
            "d = h * k\nself.q = nn.Linear(d_model, d)\nself.k_ = nn.Linear(d_model, d)\nself.v = nn.Linear(d_model, d)\nself.o = nn.Linear(d, d_model)",
            _SPLIT + _ATTEND + "return self.o(z.transpose(1, 2).reshape(B, n, h * k))",
        ).replace(
            '        if d_model % n_heads:\n            raise ValueError("d_model must be divisible by n_heads")\n', ""
        ),
        {"divisibility"},
    ),
    "batch and sequence exchanged (MH-13)": (
        _class(
            _FOUR,
            "x = x.transpose(0, 1)\nn, B = B, n\n" + _SPLIT + _ATTEND + _MERGE + "return self.o(z).transpose(0, 1)",
        ),
        {"values", "one_head", "equivariant", "mask_reaches_heads"},
    ),
    "heads in a plain list (MH-18)": (
        _class(
            "self.heads = [nn.Linear(d, k) for _ in range(3 * h)]\nself.o = nn.Linear(d, d)",
            "q, k_, v = (torch.stack([head(x) for head in self.heads[i::3]], 1) for i in range(3))\n"
            + _ATTEND
            + _MERGE
            + "return self.o(z)",
        ),
        {"values", "one_head", "parameter_count"},
    ),
    "residual inside (MH-19)": (
        _class(_FOUR, _PLAIN.replace("return self.o(z)", "return x + self.o(z)")),
        {"values", "one_head"},
    ),
    "biases missing": (
        _class(_FOUR.replace("(d, d)", "(d, d, bias=False)"), _PLAIN),
        {"parameter_count"},
    ),
    "bias on the output alone": (
        _class(_FOUR.replace("(d, d)", "(d, d, bias=False)", 3), _PLAIN),
        {"parameter_count"},
    ),
    "no scale (S10.1)": (_class(_FOUR, _PLAIN.replace(" / k**0.5", "")), {"values", "one_head"}),
    "scaled by d_model": (_class(_FOUR, _PLAIN.replace(" / k**0.5", " / d**0.5")), {"values"}),
    "divided by d_k": (_class(_FOUR, _PLAIN.replace(" / k**0.5", " / k")), {"values", "one_head"}),
    "softmax over queries (S11.5)": (
        _class(_FOUR, _PLAIN.replace("softmax(-1)", "softmax(-2)")),
        {"values", "one_head", "mask_reaches_heads"},
    ),
    "softmax over heads (S11.5)": (
        _class(_FOUR, _PLAIN.replace("softmax(-1)", "softmax(1)")),
        {"values", "one_head", "mask_reaches_heads"},
    ),
    "keys for values (AT-14)": (
        _class(_FOUR, _PLAIN.replace("softmax(-1) @ v", "softmax(-1) @ k_")),
        {"values", "one_head"},
    ),
    "one matrix for queries and keys (AT-23)": (
        _class(_FOUR.replace("self.k_ = nn.Linear(d, d)", ""), _PLAIN.replace("self.k_(x)", "self.q(x)")),
        {"values", "one_head", "parameter_count"},
    ),
    "mask after the softmax (S10.3)": (
        _class(_FOUR, _SPLIT + _MASK_AFTER + _MERGE + "return self.o(z)"),
        {"mask_reaches_heads"},
    ),
    "mask ignored (MK-04)": (
        _class(_FOUR, _PLAIN.replace("if mask is not None:", "if False:")),
        {"mask_reaches_heads"},
    ),
    "mask on the first head alone": (
        _class(_FOUR, _PLAIN.replace("s = s.masked_fill(mask == 0", "s[:, :1] = s[:, :1].masked_fill(mask == 0")),
        {"mask_reaches_heads"},
    ),
    "no mask parameter": (
        _class(_FOUR, _PLAIN, mask="*, nothing=None").replace(
            "if mask is not None", "mask = None\n        if mask is not None"
        ),
        {"mask_reaches_heads"},
    ),
    "mask of the wrong sample (MK-11)": (
        _class(
            _FOUR,
            _PLAIN.replace(
                "if mask is not None:\n", "if mask is not None:\n    mask = mask.flip(0) if mask.dim() == 4 else mask\n"
            ),
        ),
        {"mask_reaches_heads"},
    ),
    "causal whether asked or not": (
        _class(
            _FOUR,
            _PLAIN.replace(
                "if mask is not None:", "s = s.masked_fill(torch.ones(n, n).triu(1).bool(), -1e9)\nif mask is not None:"
            ),
        ),
        {"equivariant"},
    ),
    "view without contiguous (S11.2)": (
        _class(_FOUR, _PLAIN.replace(".transpose(1, 2).reshape(B, n, d)", ".transpose(1, 2).view(B, n, d)")),
        # With one head there is nothing to bring together, and view works.
        {"values", "equivariant", "mask_reaches_heads"},
    ),
    "one sequence at a time": (
        _class(_FOUR, _PLAIN)
        .replace("B, n, d = x.shape", "n, d = x.shape")
        .replace("view(B, n, h, k).transpose(1, 2)", "view(n, h, k).transpose(0, 1)")
        .replace("transpose(1, 2).reshape(B, n, d)", "transpose(0, 1).reshape(n, d)"),
        {"equivariant"},
    ),
}
EVERY = {"values", "one_head", "parameter_count", "divisibility", "equivariant", "mask_reaches_heads"}
# What forward does when it is called, and the checks that this costs: those that need what it gives.
NEEDS_FORWARD = {"values", "one_head", "equivariant", "mask_reaches_heads"}
RAISES: dict[str, tuple[str, set[str]]] = {
    "a layer that doesn't exist": (_class(_FOUR, "return self.projection(x)"), NEEDS_FORWARD),
    "a view of another size": (_class(_FOUR, "return self.o(x.view(3, 5, 7))"), NEEDS_FORWARD),
    "a layer that doesn't exist, and no width refused": (
        _class(_FOUR, "return self.projection(x)").replace("if d_model % n_heads:", "if False:"),
        NEEDS_FORWARD | {"divisibility"},
    ),
}

TRIVIAL: dict[str, str] = {
    name: _class(_FOUR, f"return {output}")
    for name, output in {
        "input": "x",
        "zeros": "torch.zeros_like(x)",
        "noise": "torch.randn_like(x)",
        "None": "None",
        "mean": "x.mean(1, keepdim=True).expand_as(x)",
        "linear": "self.o(x)",
    }.items()
} | {"not written": _class(_FOUR, "raise NotImplementedError")}
