"""MiniGPTs written rightly and wrongly, as notebook cells (for the search of their weights alone)."""

# ruff: noqa: E501  (lines of notebooks, as people write them)

from __future__ import annotations

from tests.components.transformer.block_modules import RIGHT as BLOCKS


def _model(
    *,
    block: str = BLOCKS["plain"],
    init: str = "",
    blocks: str = "self.blocks = nn.ModuleList([TransformerBlock(d_model, n_heads) for _ in range(n_layers)])",
    forward: str = "",
) -> str:
    init = (
        init
        or """
self.tok = nn.Embedding(vocab_size, d_model)
self.pos = nn.Embedding(context, d_model)
"""
    )
    forward = (
        forward
        or """
x = self.tok(idx) + self.pos(torch.arange(n))
for block in self.blocks:
    x = block(x, mask)
return self.head(self.norm(x))
"""
    )

    def indented(code: str) -> str:
        return "\n".join(" " * 8 + line for line in code.strip().splitlines())

    return f"""{block}

class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.context = context
{indented(init)}
{indented(blocks)}
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab_size)

    def forward(self, idx):
        B, n = idx.shape
        mask = torch.ones(n, n, dtype=torch.bool).tril()
{indented(forward)}
"""


_SINES = """
self.tok = nn.Embedding(vocab_size, d_model)
p = torch.arange(context)[:, None] * 10000 ** (-torch.arange(0, d_model, 2) / d_model)
self.register_buffer("table", torch.stack([p.sin(), p.cos()], -1).reshape(context, d_model))
"""

RIGHT: dict[str, str] = {
    "plain": _model(),
    "nanoGPT": _model(
        block=BLOCKS["nanoGPT"],
        init="self.transformer = nn.ModuleDict(dict(wte=nn.Embedding(vocab_size, d_model), wpe=nn.Embedding(context, d_model), "
        "h=nn.ModuleList([TransformerBlock(d_model, n_heads) for _ in range(n_layers)])))",
        blocks="pass",
        forward="t = self.transformer\nx = t.wte(idx) + t.wpe(torch.arange(n))\nfor block in t.h:\n    x = block(x, mask)\n"
        "return self.head(self.norm(x))",
    ),
    "blocks as attributes": _model(
        blocks="for i in range(n_layers):\n    setattr(self, f'block{i}', TransformerBlock(d_model, n_heads))\nself.n_layers = n_layers",
        forward="x = self.tok(idx) + self.pos(torch.arange(n))\nfor i in range(self.n_layers):\n"
        "    x = getattr(self, f'block{i}')(x, mask)\nreturn self.head(self.norm(x))",
    ),
    "blocks in a dictionary, with a list of heads": _model(
        block=BLOCKS["list of heads"],
        blocks="self.capas = nn.ModuleDict({f'capa{i}': TransformerBlock(d_model, n_heads) for i in range(n_layers)})",
        forward="x = self.tok(idx) + self.pos(torch.arange(n))\nfor capa in self.capas.values():\n    x = capa(x, mask)\n"
        "return self.head(self.norm(x))",
    ),
    "blocks numbered in the middle of a name": _model(
        blocks="for i in range(n_layers):\n    setattr(self, f'block_{i + 1}_of_all', TransformerBlock(d_model, n_heads))\n"
        "self.n_layers = n_layers",
        forward="x = self.tok(idx) + self.pos(torch.arange(n))\nfor i in range(self.n_layers):\n"
        "    x = getattr(self, f'block_{i + 1}_of_all')(x, mask)\nreturn self.head(self.norm(x))",
    ),
    "blocks, last norm and head in one list": _model(
        blocks="self.all = nn.ModuleList([*(TransformerBlock(d_model, n_heads) for _ in range(n_layers)), nn.LayerNorm(d_model), nn.Linear(d_model, vocab_size)])",
        forward="x = self.tok(idx) + self.pos(torch.arange(n))\nfor block in self.all[:-2]:\n    x = block(x, mask)\n"
        "return self.all[-1](self.all[-2](x))",
    )
    .replace("        self.norm = nn.LayerNorm(d_model)\n", "")
    .replace("        self.head = nn.Linear(d_model, vocab_size)\n", ""),
    "attentions, FFNs and norms in lists of their own": _model(
        blocks="self.atts = nn.ModuleList([MultiHeadAttention(d_model, n_heads) for _ in range(n_layers)])\n"
        "self.ffns = nn.ModuleList([nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model)) for _ in range(n_layers)])\n"
        "self.norms1, self.norms2 = (nn.ModuleList([nn.LayerNorm(d_model) for _ in range(n_layers)]) for _ in range(2))",
        forward="x = self.tok(idx) + self.pos(torch.arange(n))\n"
        "for att, ffn, n1, n2 in zip(self.atts, self.ffns, self.norms1, self.norms2):\n"
        "    x = x + att(n1(x), mask)\n    x = x + ffn(n2(x))\nreturn self.head(self.norm(x))",
    ),
    "raw positions": _model(
        init="self.tok = nn.Embedding(vocab_size, d_model)\nself.pos = nn.Parameter(torch.zeros(1, context, d_model))",
        forward="x = self.tok(idx) + self.pos[:, :n]\nfor block in self.blocks:\n    x = block(x, mask)\nreturn self.head(self.norm(x))",
    ),
    "GELU by tanh, list of heads": _model(
        block=BLOCKS["list of heads"].replace("nn.GELU()", "nn.GELU(approximate='tanh')")
    ),
    "raw blocks": _model(block=BLOCKS["everything raw in the block"]),
    "raw attention": _model(block=BLOCKS["raw attention"]),
    "True = blocked": _model(
        block=BLOCKS["True = blocked"],
        forward="""
x = self.tok(idx) + self.pos(torch.arange(n))
for block in self.blocks:
    x = block(x, ~mask)
return self.head(self.norm(x))
""",
    ),
    "tied head": _model().replace(
        "self.head = nn.Linear(d_model, vocab_size)",
        "self.head = nn.Linear(d_model, vocab_size, bias=False)\n        self.head.weight = self.tok.weight",
    ),
    "head without bias": _model().replace(
        "nn.Linear(d_model, vocab_size)", "nn.Linear(d_model, vocab_size, bias=False)"
    ),
    "sines and cosines": _model(
        init=_SINES,
        forward="x = self.tok(idx) + self.table[:n]\nfor block in self.blocks:\n    x = block(x, mask)\nreturn self.head(self.norm(x))",
    ),
    "returns logits and loss": _model().replace(
        "return self.head(self.norm(x))", "return self.head(self.norm(x)), None"
    ),
    "log-probabilities": _model().replace(
        "return self.head(self.norm(x))", "return F.log_softmax(self.head(self.norm(x)), -1)"
    ),
    "one block used again and again": _model(
        blocks="self.blocks = nn.ModuleList([TransformerBlock(d_model, n_heads)] * n_layers)"
    ),
    "head and tables declared last": _model()
    .replace("self.norm = nn.LayerNorm(d_model)\n", "self.norm = nn.LayerNorm(d_model)\n")
    .replace(
        "        self.head = nn.Linear(d_model, vocab_size)\n", "        self.head = nn.Linear(d_model, vocab_size)\n"
    ),
    "float64": "torch.set_default_dtype(torch.float64)\n" + _model(),
}

_FORWARD = """
x = self.tok(idx) + self.pos(torch.arange(n))
for block in self.blocks:
    x = block(x, mask)
return self.head(self.norm(x))
"""

# The cell, and what the message must say.
WRONG: dict[str, tuple[str, str]] = {
    "no mask": (_model(forward=_FORWARD.replace("block(x, mask)", "block(x)")), "other outputs"),
    "mask upside down": (_model(forward=_FORWARD.replace("block(x, mask)", "block(x, mask.T)")), "other outputs"),
    "no last norm": (_model(forward=_FORWARD.replace("self.norm(x)", "x")), "no layer norm before the head"),
    "post-LN": (
        _model(
            block=BLOCKS["plain"]
            .replace("x = x + self.drop(self.att(self.n1(x), mask))", "x = self.n1(x + self.att(x, mask))")
            .replace("return x + self.ffn(self.n2(x))", "return self.n2(x + self.ffn(x))")
        ),
        "post-LN",
    ),
    "ReLU": (_model(block=BLOCKS["plain"].replace("nn.GELU()", "nn.ReLU()")), "ReLU"),
    "no scale": (_model(block=BLOCKS["plain"].replace(" / k**0.5", "")), "√d_k"),
    "positions added in every block": (
        _model(
            forward=_FORWARD.replace("x = self.tok(idx) + self.pos(torch.arange(n))", "x = self.tok(idx)").replace(
                "block(x, mask)", "block(x + self.pos(torch.arange(n)), mask)"
            )
        ),
        "in every block",
    ),
    "no positions": (_model(forward=_FORWARD.replace(" + self.pos(torch.arange(n))", "")), "other outputs"),
    "positions backwards": (
        _model(forward=_FORWARD.replace("torch.arange(n)", "torch.arange(n).flip(0)")),
        "other outputs",
    ),
    "embedding scaled": (_model(forward=_FORWARD.replace("self.tok(idx)", "self.tok(idx) * 20**0.5")), "other outputs"),
    "head on the embedding": (
        _model(
            forward=_FORWARD.replace("return self.head(self.norm(x))", "return self.head(self.norm(self.tok(idx)))")
        ),
        "other outputs",
    ),
    "blocks in a plain list": (
        _model(blocks="self.blocks = [TransformerBlock(d_model, n_heads).eval() for _ in range(n_layers)]"),
        "plain Python list",
    ),
    "probabilities": (
        _model(forward=_FORWARD.replace("self.head(self.norm(x))", "self.head(self.norm(x)).softmax(-1)")),
        "other outputs",
    ),
    "one block too few": (_model(forward=_FORWARD.replace("self.blocks:", "self.blocks[1:]:")), "other outputs"),
    "blocks in reverse": (_model(forward=_FORWARD.replace("self.blocks:", "reversed(self.blocks):")), "other outputs"),
}
