"""Modules of raw parameters called p0, p1, ..., declared in any order: nothing but their values tells what they are."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ATTEND", "ATTENTION", "BLOCK", "attention", "block"]

_BIASES = ("bq", "bk", "bv", "bo")
ATTENTION = ("q", "k", "v", "o", *_BIASES)
BLOCK = (*ATTENTION, "w1", "w2", "b1", "b2", "g1", "s1", "g2", "s2")

# torch's F.linear takes a matrix as (out, in).
_PROJECTED = "{x} @ {w} + {b}"
_LINEAR = "F.linear({x}, {w}, {b})"


def _shape(role: str) -> str:
    if role in ("w1", "w2", "b1"):
        return {"w1": "d, 4 * d", "w2": "4 * d, d", "b1": "4 * d"}[role]
    return "d, d" if role in ("q", "k", "v", "o") else "d"


def _declared(order: Sequence[str], linear: bool) -> str:
    lines = []
    for i, role in enumerate(order):
        extents = _shape(role)
        extents = ", ".join(reversed(extents.split(", "))) if linear else extents
        start = f"torch.randn({extents}) * d**-0.5" if "," in extents else f"torch.zeros({extents})"
        start = f"torch.ones({extents})" if role in ("g1", "g2") else start
        lines.append(f"        self.p{i} = nn.Parameter({start})")
    return "\n".join(lines)


def _named(code: str, order: Sequence[str]) -> str:
    """`code` with the parameter for ``<role>``; a bias that isn't declared is 0."""
    for role in BLOCK:
        code = code.replace(f"<{role}>", f"self.p{order.index(role)}" if role in order else "torch.zeros(1)")
    return code


ATTEND = """
        B, n, d = x.shape
        k = d // self.h
        q, key, v = (t.view(B, n, self.h, k).transpose(1, 2) for t in (Q, K, V))
        s = q @ key.transpose(2, 3) / k**0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        z = (s.softmax(-1) @ v).transpose(1, 2).reshape(B, n, d)
"""


def attention(order: Sequence[str] = ATTENTION, *, linear: bool = False, attend: str = ATTEND) -> str:
    """`order` is that of declaration; without some of the biases, they are left out."""
    how = _LINEAR if linear else _PROJECTED
    projected = [how.format(x="x", w=f"<{w}>", b=f"<b{w}>") for w in "qkv"]
    if linear:
        projected = [p.replace("torch.zeros(1)", "None") for p in projected]
    code = f"        Q, K, V = {', '.join(projected)}\n{attend}        return {how.format(x='z', w='<o>', b='<bo>')}\n"
    return f"""
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("d_model must be divisible by n_heads")
        d, self.h = d_model, n_heads
{_declared(order, linear)}

    def forward(self, x, mask=None):
{_named(code, order)}"""


def block(
    order: Sequence[str] = BLOCK,
    *,
    activation: str = "F.gelu",
    post: bool = False,
    library_norms: bool = False,
    attend: str = ATTEND,
) -> str:
    """A block of raw parameters alone, or with nn.LayerNorm for the norms."""
    norms = "        self.n1, self.n2 = nn.LayerNorm(d), nn.LayerNorm(d)\n" if library_norms else ""
    first, second = "self.norm(y, <g1>, <s1>)", "self.norm(y, <g2>, <s2>)"
    if library_norms:
        first, second = "self.n1(y)", "self.n2(y)"
    steps = [(first, "self.attend(y, mask)"), (second, f"{activation}(y @ <w1> + <b1>) @ <w2> + <b2>")]
    lines = ["        y = x"]
    for norm, sublayer in steps:
        if post:
            lines += [f"        y = x + self.drop({sublayer})", f"        x = y = {norm}"]
        else:
            lines += [f"        y = {norm}", f"        x = y = x + self.drop({sublayer})"]
    forward = "\n".join(lines)
    return f"""
class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        d, self.h, self.drop = d_model, n_heads, nn.Dropout(dropout)
{norms}{_declared(order, linear=False)}

    def norm(self, x, gain, shift):
        mean, var = x.mean(-1, keepdim=True), x.var(-1, unbiased=False, keepdim=True)
        return (x - mean) / torch.sqrt(var + 1e-5) * gain + shift

    def attend(self, x, mask):
        Q, K, V = {_named("x @ <q> + <bq>, x @ <k> + <bk>, x @ <v> + <bv>", order)}
{attend}        return {_named("z @ <o> + <bo>", order)}

    def forward(self, x, mask=None):
{_named(forward, order)}
        return x
"""
