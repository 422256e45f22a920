"""The block as functions on given weights, written rightly and wrongly, as notebook cells."""

from __future__ import annotations

from tests.components.transformer.multihead_functions import NUMPY, PLAIN

_NORM = """
def layer_norm(x, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)
"""
_BLOCK = """
def ffn(x, W1, b1, W2, b2):
    return np.maximum(0, x @ W1 + b1) @ W2 + b2

def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    x = layer_norm(x + multihead(x, heads, W_O, mask))
    return layer_norm(x + ffn(x, W1, b1, W2, b2))
"""
_BASE = NUMPY + PLAIN


def _cells(norm: str = _NORM, block: str = _BLOCK, base: str = _BASE) -> str:
    return base + norm + block


_PRE = _BLOCK.replace(
    "x = layer_norm(x + multihead(x, heads, W_O, mask))", "x = x + multihead(layer_norm(x), heads, W_O, mask)"
).replace("return layer_norm(x + ffn(x, W1, b1, W2, b2))", "return x + ffn(layer_norm(x), W1, b1, W2, b2)")
_GELU = (
    _BLOCK.replace("np.maximum(0, x @ W1 + b1)", "gelu(x @ W1 + b1)")
    + """
from math import erf
def gelu(z):
    return 0.5 * z * (1 + np.vectorize(erf)(z / np.sqrt(2)))
"""
)

RIGHT: dict[str, str] = {
    "plain": _cells(),
    "eps 1e-12": _cells(_NORM.replace("1e-5", "1e-12")),
    "eps 1e-3": _cells(_NORM.replace("1e-5", "1e-3")),
    "no eps parameter": _cells(_NORM.replace(", eps=1e-5", "").replace("+ eps", "+ 1e-6")),
    "Spanish": _cells().replace("layer_norm", "norm_capa").replace("transformer_block", "bloque_transformer"),
    "float32 inside": _cells(
        block=_BLOCK.replace("    x = layer_norm", "    x = x.astype(np.float32)\n    x = layer_norm")
    ),
    "True = blocked": _cells(base=_BASE.replace("np.where(mask, scores, -np.inf)", "np.where(mask, -np.inf, scores)")),
    "by loops": _cells("""
def layer_norm(x, eps=1e-5):
    out = np.empty_like(x)
    for i, row in enumerate(x):
        m = sum(row) / len(row)
        v = sum((r - m) ** 2 for r in row) / len(row)
        out[i] = [(r - m) / (v + eps) ** 0.5 for r in row]
    return out
"""),
    "torch": """
import torch
def layer_norm(x: torch.Tensor, eps=1e-5):
    return (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, unbiased=False, keepdim=True) + eps)
def multihead(X: torch.Tensor, heads, W_O, mask=None):
    outs = []
    for W_Q, W_K, W_V in heads:
        s = (X @ W_Q) @ (X @ W_K).T / W_K.shape[1] ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        outs.append(s.softmax(-1) @ (X @ W_V))
    return torch.cat(outs, -1) @ W_O
def transformer_block(x: torch.Tensor, heads, W_O, W1, b1, W2, b2, mask=None):
    x = layer_norm(x + multihead(x, heads, W_O, mask))
    return layer_norm(x + torch.relu(x @ W1 + b1) @ W2 + b2)
""",
}

WRONG: dict[str, tuple[str, set[str]]] = {
    "pre-LN for post-LN": (_cells(block=_PRE), {"norm_order"}),
    "GELU for ReLU": (_cells(block=_GELU), {"values"}),
    "unbiased variance (LN-01)": (
        _cells(_NORM.replace("keepdims=True)\n    return", "keepdims=True, ddof=1)\n    return")),
        {"layer_norm"},
    ),
    "eps outside the root (LN-02)": (
        _cells(_NORM.replace("np.sqrt(var + eps)", "(np.sqrt(var) + eps)")),
        {"layer_norm_eps"},
    ),
    "no eps (LN-03)": (_cells(_NORM.replace("var + eps", "var")), {"layer_norm_eps"}),
    "eps of 0.1": (_cells(_NORM.replace("1e-5", "0.1")), {"layer_norm", "layer_norm_eps"}),
    "divides by the variance (LN-04)": (
        _cells(_NORM.replace("np.sqrt(var + eps)", "(var + eps)")),
        {"values", "layer_norm"},
    ),
    "mean not subtracted (LN-05)": (
        _cells(
            _NORM.replace("x.var(axis=-1, keepdims=True)", "(x * x).mean(axis=-1, keepdims=True)").replace(
                "(x - mean)", "x"
            )
        ),
        {"values", "layer_norm"},
    ),
    "norm over the tokens (LN-06)": (_cells(_NORM.replace("axis=-1", "axis=0")), {"values", "layer_norm"}),
    "norm over everything (LN-07)": (_cells(_NORM.replace("axis=-1, keepdims=True", "")), {"values", "layer_norm"}),
    "first residual missing": (
        _cells(block=_BLOCK.replace("layer_norm(x + multihead", "layer_norm(multihead")),
        {"values", "residuals"},
    ),
    "second residual missing": (
        _cells(block=_BLOCK.replace("layer_norm(x + ffn", "layer_norm(ffn")),
        {"values", "residuals"},
    ),
    "both residuals missing": (_cells(block=_BLOCK.replace("layer_norm(x + ", "layer_norm(")), {"values", "residuals"}),
    "second residual adds the block's input": (
        _cells(
            block=_BLOCK.replace("    x = layer_norm(x", "    z = x\n    x = layer_norm(x").replace(
                "return layer_norm(x +", "return layer_norm(z +"
            )
        ),
        {"values", "residuals"},
    ),
    "norm on the branch": (
        _cells(
            block=_BLOCK.replace(
                "layer_norm(x + multihead(x, heads, W_O, mask))", "x + layer_norm(multihead(x, heads, W_O, mask))"
            ).replace("layer_norm(x + ffn(x, W1, b1, W2, b2))", "x + layer_norm(ffn(x, W1, b1, W2, b2))")
        ),
        {"values", "norm_order"},
    ),
    "one pre, one post": (
        _cells(
            block=_BLOCK.replace(
                "return layer_norm(x + ffn(x, W1, b1, W2, b2))", "return x + ffn(layer_norm(x), W1, b1, W2, b2)"
            )
        ),
        {"values", "norm_order"},
    ),
    "one post, one pre": (
        _cells(
            block=_BLOCK.replace(
                "x = layer_norm(x + multihead(x, heads, W_O, mask))",
                "x = x + multihead(layer_norm(x), heads, W_O, mask)",
            )
        ),
        {"values", "norm_order"},
    ),
    "residual from the normalised x (BL-02)": (
        _cells(
            block=_BLOCK.replace("    x = layer_norm(x + m", "    x = layer_norm(x)\n    x = layer_norm(x + m").replace(
                "    return layer_norm(x", "    x = layer_norm(x)\n    return layer_norm(x"
            )
        ),
        {"values", "residuals"},
    ),
    "first residual from the normalised x (BL-02)": (
        _cells(
            block=_BLOCK.replace(
                "x = layer_norm(x + multihead(x,", "z = layer_norm(x)\n    x = layer_norm(z + multihead(z,"
            )
        ),
        {"values", "residuals"},
    ),
    "pre-LN with its residuals from the normalised x (BL-02)": (
        _cells(
            block="""
def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    x = layer_norm(x)
    x = x + multihead(x, heads, W_O, mask)
    x = layer_norm(x)
    return x + np.maximum(0, x @ W1 + b1) @ W2 + b2
"""
        ),
        {"values", "residuals", "norm_order"},
    ),
    "only the last sum normalised": (
        _cells(
            block=_BLOCK.replace(
                "x = layer_norm(x + multihead(x, heads, W_O, mask))", "x = x + multihead(x, heads, W_O, mask)"
            )
        ),
        {"values", "norm_order"},
    ),
    "no activation": (_cells(block=_BLOCK.replace("np.maximum(0, x @ W1 + b1)", "(x @ W1 + b1)")), {"values"}),
    "activation at the end": (
        _cells(block=_BLOCK.replace("np.maximum(0, x @ W1 + b1) @ W2 + b2", "np.maximum(0, (x @ W1 + b1) @ W2 + b2)")),
        {"values"},
    ),
    "mask not handed on": (_cells(block=_BLOCK.replace("W_O, mask))", "W_O))")), {"values"}),
    "no mask": (_cells(block=_BLOCK.replace(", mask=None", "").replace("W_O, mask))", "W_O))")), {"values"}),
    "b2 forgotten": (_cells(block=_BLOCK.replace("@ W2 + b2", "@ W2")), {"values"}),
    "the FFN averages over tokens": (
        _cells(
            block=_BLOCK.replace("@ W2 + b2", "@ W2 + b2").replace(
                "+ ffn(x, W1, b1, W2, b2)", "+ ffn(x, W1, b1, W2, b2).mean(0)"
            )
        ),
        {"values", "ffn_per_token"},
    ),
    "no norms in the block": (_cells(block=_BLOCK.replace("layer_norm(", "(")), {"values", "norm_order"}),
    "no scale in the attention": (_cells(base=_BASE.replace(" / np.sqrt(Q.shape[-1])", "")), {"values"}),
    "zeros": (
        _cells(
            "def layer_norm(x, eps=1e-5):\n    return np.zeros_like(x)\n",
            "def transformer_block(x, *rest):\n    return np.zeros_like(x)\n",
        ),
        {"values", "layer_norm", "layer_norm_eps", "residuals", "norm_order", "ffn_per_token", "stacks"},
    ),
    "input": (
        _cells(
            "def layer_norm(x, eps=1e-5):\n    return x\n",
            "def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):\n    return x\n",
        ),
        {"values", "layer_norm", "residuals", "norm_order", "ffn_per_token", "stacks"},
    ),
    "norm alone": (
        _cells(block="def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):\n    return layer_norm(x)\n"),
        {"values", "residuals", "norm_order", "ffn_per_token", "stacks"},
    ),
}
