"""Transformer blocks as modules, written rightly and wrongly, as notebook cells."""

# ruff: noqa: E501  (lines of notebooks, as people write them)

from __future__ import annotations

from tests.components.transformer.multihead_modules import RIGHT as ATTENTION

_ATTENTION = ATTENTION["four linears"]


def _block(init: str, forward: str, *, attention: str = _ATTENTION, mask: str = "mask=None", before: str = "") -> str:
    def indented(code: str) -> str:
        return "\n".join(" " * 8 + line for line in code.strip().splitlines())

    return f"""{attention}
{before}
class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        d, h, p = d_model, n_heads, dropout
{indented(init)}

    def forward(self, x, {mask}):
{indented(forward)}
"""


_NORMS = "self.n1 = nn.LayerNorm(d)\nself.n2 = nn.LayerNorm(d)\n"
_ATT = "self.att = MultiHeadAttention(d, h)\n"
_FFN = "self.ffn = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d), nn.Dropout(p))\n"
_DROP = "self.drop = nn.Dropout(p)\n"
_INIT = _NORMS + _ATT + _FFN + _DROP
_PRE = "x = x + self.drop(self.att(self.n1(x), mask))\nreturn x + self.ffn(self.n2(x))"
_POST = "x = self.n1(x + self.drop(self.att(x, mask)))\nreturn self.n2(x + self.ffn(x))"

_OWN_NORM = """
class Norm(nn.Module):
    def __init__(self, d, eps={eps}):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d))
        self.beta = nn.Parameter(torch.zeros(d))
        self.eps = eps

    def forward(self, x):
        mean, var = {statistics}
        return self.gamma * {normalised} + self.beta
"""
_EACH = "x.mean(-1, keepdim=True), x.var(-1, unbiased=False, keepdim=True)"
_INSIDE = "(x - mean) / torch.sqrt(var + self.eps)"


def _norm(statistics: str = _EACH, normalised: str = _INSIDE, eps: str = "1e-5") -> str:
    return _OWN_NORM.format(statistics=statistics, normalised=normalised, eps=eps)


_OWN = "self.n1 = Norm(d)\nself.n2 = Norm(d)\n" + _ATT + _FFN + _DROP


def _with_eps(eps: str) -> str:
    return _INIT.replace("nn.LayerNorm(d)", f"nn.LayerNorm(d, eps={eps})")


_FUSED_ATTENTION = ATTENTION["fused chunk (nanoGPT)"]

RIGHT: dict[str, str] = {
    "plain": _block(_INIT, _PRE),
    "nanoGPT": _block(
        "self.ln_1 = nn.LayerNorm(d)\nself.attn = MultiHeadAttention(d, h)\nself.ln_2 = nn.LayerNorm(d)\n"
        "self.mlp = nn.ModuleDict(dict(c_fc=nn.Linear(d, 4 * d), c_proj=nn.Linear(4 * d, d), act=nn.GELU(), dropout=nn.Dropout(p)))\n",
        "x = x + self.attn(self.ln_1(x), mask)\nm = self.mlp\n"
        "return x + m.dropout(m.c_proj(m.act(m.c_fc(self.ln_2(x)))))",
        attention=_FUSED_ATTENTION,
    ),
    "GELU by tanh, eps 1e-12": _block(_with_eps("1e-12").replace("nn.GELU()", "nn.GELU(approximate='tanh')"), _PRE),
    "eps 1e-6": _block(_with_eps("1e-6"), _PRE),
    "eps 1e-3": _block(_with_eps("1e-3"), _PRE),
    "norm by hand": _block(_OWN, _PRE, before=_norm()),
    "bias before gain in a norm by hand": _block(
        _OWN,
        _PRE,
        before=_norm()
        .replace("self.gamma = nn.Parameter(torch.ones(d))", "")
        .replace(
            "self.beta = nn.Parameter(torch.zeros(d))",
            "self.first = nn.Parameter(torch.zeros(d))\n        self.second = nn.Parameter(torch.ones(d))",
        )
        .replace("self.gamma", "self.second")
        .replace("self.beta", "self.first"),
    ),
    "norms without parameters": _block(
        _INIT.replace("nn.LayerNorm(d)", "nn.LayerNorm(d, elementwise_affine=False)"), _PRE
    ),
    "list of heads": _block(_INIT, _PRE, attention=ATTENTION["list of heads (ng-video-lecture)"]),
    "raw attention": _block(_INIT, _PRE, attention=ATTENTION["raw W as (out, in)"]),
    "interleaved heads": _block(_INIT, _PRE, attention=ATTENTION["interleaved on both sides"]),
    "einsum attention": _block(_INIT, _PRE, attention=ATTENTION["einsum with (h, d, k) tensors"]),
    "attention returns a pair": _block(
        _INIT,
        _PRE.replace("self.att(self.n1(x), mask)", "self.att(self.n1(x), mask)[0]"),
        attention=ATTENTION["returns the pair"],
    ),
    "block returns a pair": _block(
        _INIT, _PRE.replace("return x + self.ffn(self.n2(x))", "return x + self.ffn(self.n2(x)), None")
    ),
    "everything raw in the block": _block(
        "for name in ('W_Q', 'W_K', 'W_V', 'W_O'):\n"
        "    setattr(self, name, nn.Parameter(torch.randn(d, d)))\n"
        "    setattr(self, name.replace('W', 'b'), nn.Parameter(torch.zeros(d)))\n"
        "self.W1 = nn.Parameter(torch.randn(d, 4 * d)); self.b1 = nn.Parameter(torch.zeros(4 * d))\n"
        "self.W2 = nn.Parameter(torch.randn(4 * d, d)); self.b2 = nn.Parameter(torch.zeros(d))\n"
        "self.gamma1 = nn.Parameter(torch.ones(d)); self.beta1 = nn.Parameter(torch.zeros(d))\n"
        "self.gamma2 = nn.Parameter(torch.ones(d)); self.beta2 = nn.Parameter(torch.zeros(d))\n"
        "self.h = h\nself.p = p",
        "B, n, d = x.shape\nk = d // self.h\n"
        "z = F.layer_norm(x, (d,), self.gamma1, self.beta1)\n"
        "q, k_, v = ((z @ W + b).view(B, n, self.h, k).transpose(1, 2) for W, b in "
        "((self.W_Q, self.b_Q), (self.W_K, self.b_K), (self.W_V, self.b_V)))\n"
        "s = q @ k_.transpose(-2, -1) / k**0.5\n"
        "if mask is not None:\n    s = s.masked_fill(mask == 0, -1e9)\n"
        "z = (s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d)\n"
        "x = x + F.dropout(z @ self.W_O + self.b_O, self.p, self.training)\n"
        "z = F.layer_norm(x, (d,), self.gamma2, self.beta2)\n"
        "return x + F.gelu(z @ self.W1 + self.b1) @ self.W2 + self.b2",
    ),
    "FFN first declared, norms last": _block(
        _FFN + _ATT + "self.n2 = nn.LayerNorm(d)\nself.n1 = nn.LayerNorm(d)\n" + _DROP, _PRE
    ),
    "True = blocked": _block(_INIT, _PRE, attention=ATTENTION["True = blocked"]),
    "Spanish": _block(_INIT, _PRE)
    .replace("TransformerBlock", "BloqueTransformer")
    .replace("n_heads, dropout", "n_cabezas, tasa_dropout"),
    "GELU by hand": _block(
        _INIT.replace("nn.GELU()", "Gelu()"),
        _PRE,
        before="""
class Gelu(nn.Module):
    def forward(self, x):
        return 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))
""",
    ),
    "float64": "torch.set_default_dtype(torch.float64)\n" + _block(_INIT, _PRE),
}

# Dropout acts on the second sum, and not on what the FFN gives.
DROPPED_SUM = _block(
    _NORMS + _ATT + _FFN.replace(", nn.Dropout(p))", ")") + _DROP,
    _PRE.replace("x + self.ffn(self.n2(x))", "self.drop(x + self.ffn(self.n2(x)))"),
)

STRUCTURE = {"residuals", "norm_order"}

WRONG: dict[str, tuple[str, set[str]]] = {
    "post-LN for pre-LN": (_block(_INIT, _POST), {"norm_order"}),
    "ReLU for GELU": (_block(_INIT.replace("nn.GELU()", "nn.ReLU()"), _PRE), {"values"}),
    "post-LN and ReLU": (_block(_INIT.replace("nn.GELU()", "nn.ReLU()"), _POST), {"values", "norm_order"}),
    "unbiased variance (LN-01)": (
        _block(_OWN, _PRE, before=_norm("x.mean(-1, keepdim=True), x.var(-1, keepdim=True)")),
        {"layer_norm"},
    ),
    "eps outside the root (LN-02)": (
        _block(_OWN, _PRE, before=_norm(normalised="(x - mean) / (torch.sqrt(var) + self.eps)", eps="1e-6")),
        {"layer_norm_eps"},
    ),
    "annotated transformer's norm": (
        _block(
            _OWN,
            _PRE,
            before=_norm("x.mean(-1, keepdim=True), x.std(-1, keepdim=True)", "(x - mean) / (var + self.eps)", "1e-6"),
        ),
        {"layer_norm", "layer_norm_eps"},
    ),
    "no eps (LN-03)": (_block(_OWN, _PRE, before=_norm(normalised="(x - mean) / torch.sqrt(var)")), {"layer_norm_eps"}),
    "divides by the variance (LN-04)": (
        _block(_OWN, _PRE, before=_norm(normalised="(x - mean) / (var + self.eps)")),
        {"values", "layer_norm"},
    ),
    "mean not subtracted (LN-05)": (
        _block(_OWN, _PRE, before=_norm("0, (x * x).mean(-1, keepdim=True)")),
        {"values", "layer_norm"},
    ),
    "norm over the tokens (LN-06)": (
        _block(_OWN, _PRE, before=_norm("x.mean(1, keepdim=True), x.var(1, unbiased=False, keepdim=True)")),
        {"values", "layer_norm"},
    ),
    "norm over tokens and features (LN-07)": (
        _block(_OWN, _PRE, before=_norm("x.mean((1, 2), keepdim=True), x.var((1, 2), unbiased=False, keepdim=True)")),
        {"values", "layer_norm"},
    ),
    "first residual missing (BL-01)": (
        _block(_INIT, _PRE.replace("x = x + self.drop", "x = self.drop")),
        {"values", "residuals"},
    ),
    "second residual missing (BL-01)": (
        _block(_INIT, _PRE.replace("return x + self.ffn", "return self.ffn")),
        {"values", "residuals"},
    ),
    "both residuals missing (BL-01)": (
        _block(_INIT, _PRE.replace("x = x + self.drop", "x = self.drop").replace("return x + ", "return ")),
        {"values", "residuals"},
    ),
    "residual from the normalised x (BL-02)": (
        _block(_INIT, "x = self.n1(x)\nx = x + self.drop(self.att(x, mask))\nx = self.n2(x)\nreturn x + self.ffn(x)"),
        {"values", "residuals"},
    ),
    "second residual adds the block's input (BL-03)": (
        _block(_INIT, "y = x + self.drop(self.att(self.n1(x), mask))\nreturn x + self.ffn(self.n2(y))"),
        {"values", "residuals"},
    ),
    "second residual twice": (
        _block(_INIT, _PRE.replace("return x + self", "return x + x + self")),
        {"values", "residuals"},
    ),
    "second residual halved": (
        _block(_INIT, _PRE.replace("return x + self", "return 0.5 * x + self")),
        {"values", "residuals"},
    ),
    "first residual twice": (
        _block(_INIT, _PRE.replace("x = x + self.drop", "x = 2 * x + self.drop")),
        {"values", "residuals"},
    ),
    "both residuals weighted": (
        _block(
            _INIT, _PRE.replace("x = x + self.drop", "x = 0.7 * x + self.drop").replace("return x", "return 0.7 * x")
        ),
        {"values", "residuals"},
    ),
    "no norm before the FFN": (_block(_INIT, _PRE.replace("self.n2(x)", "x")), {"values"}),
    "parallel sublayers (BL-04)": (
        _block(_INIT, "return x + self.drop(self.att(self.n1(x), mask)) + self.ffn(self.n2(x))"),
        {"values"},
    ),
    "norm on the branch (BL-05)": (
        _block(_INIT, "x = x + self.n1(self.drop(self.att(x, mask)))\nreturn x + self.n2(self.ffn(x))"),
        {"values", "norm_order"},
    ),
    "one sublayer pre, the other post": (
        _block(_INIT, "x = x + self.drop(self.att(self.n1(x), mask))\nreturn self.n2(x + self.ffn(x))"),
        {"values", "norm_order"},
    ),
    "one sublayer post, the other pre": (
        _block(_INIT, "x = self.n1(x + self.drop(self.att(x, mask)))\nreturn x + self.ffn(self.n2(x))"),
        {"values", "norm_order"},
    ),
    "first residual from the normalised x (BL-02)": (
        _block(_INIT, "x = self.n1(x)\nx = x + self.drop(self.att(x, mask))\nreturn x + self.ffn(self.n2(x))"),
        {"values", "residuals"},
    ),
    "second residual from the normalised x (BL-02)": (
        _block(_INIT, "x = x + self.drop(self.att(self.n1(x), mask))\nx = self.n2(x)\nreturn x + self.ffn(x)"),
        {"values", "residuals"},
    ),
    "no activation (BL-07)": (_block(_INIT.replace("nn.GELU()", "nn.Identity()"), _PRE), {"values"}),
    "activation at the end (BL-07)": (
        _block(_INIT.replace("nn.GELU(), nn.Linear(4 * d, d)", "nn.Linear(4 * d, d), nn.GELU()"), _PRE),
        {"values"},
    ),
    "SiLU (BL-08)": (_block(_INIT.replace("nn.GELU()", "nn.SiLU()"), _PRE), {"values"}),
    "the FFN averages over tokens (BL-09)": (
        _block(
            _INIT,
            _PRE.replace("return x + self.ffn(self.n2(x))", "return x + self.ffn(self.n2(x)).mean(1, keepdim=True)"),
        ),
        {"values", "ffn_per_token"},
    ),
    "FFN twice as wide (BL-10)": (_block(_INIT.replace("4 * d", "2 * d"), _PRE), {"ffn_width"}),
    "FFN as wide as d_model (BL-10)": (_block(_INIT.replace("4 * d", "d"), _PRE), {"ffn_width"}),
    "FFN three times as wide (BL-10)": (_block(_INIT.replace("4 * d", "3 * d"), _PRE), {"ffn_width"}),
    "FFN without bias": (
        _block(_INIT.replace("4 * d)", "4 * d, bias=False)").replace("(4 * d, d)", "(4 * d, d, bias=False)"), _PRE),
        {"ffn_width"},
    ),
    "dropout always on (BL-11)": (
        _block(_INIT + "self.p = p", _PRE.replace("self.drop(", "F.dropout(p=self.p, input=")),
        {"dropout"},
    ),
    "dropout always on, its rate hard-coded": (
        _block(_INIT, _PRE.replace("self.drop(", "F.dropout(p=0.1, input=")),
        {"values", "dropout"},
    ),
    "FFN in a plain list (BL-14)": (
        _block(
            _INIT.replace("nn.Sequential(", "[").replace("nn.Dropout(p))\n", "nn.Dropout(p)]\n", 1),
            _PRE.replace("self.ffn(self.n2(x))", "self.ffn[2](self.ffn[1](self.ffn[0](self.n2(x))))"),
        ),
        {"values", "ffn_width"},
    ),
    "attention in a plain list (BL-14)": (
        _block(
            _INIT.replace(_ATT, "self.att = [MultiHeadAttention(d, h)]\n"), _PRE.replace("self.att(", "self.att[0](")
        ),
        {"values"},
    ),
    "no dropout at all": (
        _block(
            _INIT,
            _PRE.replace("self.drop(", "(").replace(
                "return x + self.ffn(self.n2(x))", "return x + self.ffn[:3](self.n2(x))"
            ),
        ),
        {"dropout"},
    ),
    "mask not handed on (BL-15)": (_block(_INIT, _PRE.replace(", mask)", ")")), {"values"}),
    "FFN before attention (BL-16)": (
        _block(_INIT, "x = x + self.ffn(self.n2(x))\nreturn x + self.drop(self.att(self.n1(x), mask))"),
        {"values"},
    ),
    "no norms": (_block(_INIT, _PRE.replace("self.n1(x)", "x").replace("self.n2(x)", "x")), {"values", "layer_norm"}),
    "no scale in the attention": (_block(_INIT, _PRE, attention=_ATTENTION.replace(" / k**0.5", "")), {"values"}),
    "merge without transpose in the attention": (
        _block(_INIT, _PRE, attention=_ATTENTION.replace("z = z.transpose(1, 2).reshape", "z = z.reshape")),
        {"values"},
    ),
    "one norm for both (LN-12)": (
        _block(_INIT.replace("self.n2 = nn.LayerNorm(d)", "self.n2 = self.n1"), _PRE),
        {"values"},
    ),
    "two norms, the first for both": (_block(_INIT, _PRE.replace("self.n2(x)", "self.n1(x)")), {"values"}),
    "two norms, the second for both": (_block(_INIT, _PRE.replace("self.n1(x)", "self.n2(x)")), {"values"}),
    "two norms by hand, the second for both": (
        _block(_OWN, _PRE.replace("self.n1(x)", "self.n2(x)"), before=_norm()),
        {"values"},
    ),
    "no FFN": (
        _block(_NORMS + _ATT + _DROP, "return x + self.drop(self.att(self.n1(x), mask))"),
        {"values", "layer_norm", "layer_norm_eps", "residuals", "norm_order", "ffn_per_token", "ffn_width"},
    ),
    "FFN declared and not used": (
        _block(_INIT, "return x + self.drop(self.att(self.n1(x), mask))"),
        {"values", "ffn_per_token"},
    ),
}

EVERY = {
    "values",
    "layer_norm",
    "layer_norm_eps",
    "residuals",
    "norm_order",
    "ffn_per_token",
    "ffn_width",
    "dropout",
    "stacks",
}
RAISES = _block(_INIT, "return x + self.projection(self.att(self.n1(x), mask))")

TRIVIAL: dict[str, str] = {
    name: _block(_INIT, f"return {output}")
    for name, output in {
        "input": "x",
        "zeros": "torch.zeros_like(x)",
        "noise": "torch.randn_like(x)",
        "None": "None",
        "ones": "torch.ones_like(x)",
        "mean": "x.mean(1, keepdim=True).expand_as(x)",
        "norm alone": "self.n1(x)",
        "ffn alone": "self.ffn(x)",
        "dropout alone": "F.dropout(x, 0.5, self.training)",
    }.items()
}
