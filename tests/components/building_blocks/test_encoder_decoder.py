"""An encoder-decoder: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import edited, failed, judge, messages

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

SEEDS = (0, 1)


def model(
    future: str = "~torch.ones(m, m, dtype=torch.bool).tril()",
    encoder_mask: str = "None",
    memory: str = "memory",
    cross: str = "memory",
    src_pos: str = "self.ps(torch.arange(n))",
    tgt_pos: str = "self.pt(torch.arange(m))",
    out: str = "self.head(y)",
    head: str = "tgt_vocab",
) -> str:
    """Pre-LN with torch's attention, with one line exchanged."""
    return f"""
        class Layer(torch.nn.Module):
            def __init__(self, d, h, cross):
                super().__init__()
                self.own = torch.nn.MultiheadAttention(d, h, batch_first=True)
                self.cross = torch.nn.MultiheadAttention(d, h, batch_first=True) if cross else None
                self.n1, self.n2, self.n3 = (torch.nn.LayerNorm(d) for _ in range(3))
                self.ffn = torch.nn.Sequential(torch.nn.Linear(d, 4 * d), torch.nn.ReLU(), torch.nn.Linear(4 * d, d))

            def forward(self, x, mask=None, memory=None):
                z = self.n1(x)
                x = x + self.own(z, z, z, attn_mask=mask)[0]
                if self.cross is not None:
                    x = x + self.cross(self.n2(x), {cross}, {cross})[0]
                return x + self.ffn(self.n3(x))

        class EncoderDecoder(torch.nn.Module):
            def __init__(self, src_vocab, tgt_vocab, d_model, n_heads, n_layers, max_len=50):
                super().__init__()
                self.ts, self.tt = torch.nn.Embedding(src_vocab, d_model), torch.nn.Embedding(tgt_vocab, d_model)
                self.ps, self.pt = torch.nn.Embedding(max_len, d_model), torch.nn.Embedding(max_len, d_model)
                self.enc = torch.nn.ModuleList([Layer(d_model, n_heads, False) for _ in range(n_layers)])
                self.dec = torch.nn.ModuleList([Layer(d_model, n_heads, True) for _ in range(n_layers)])
                self.head = torch.nn.Linear(d_model, {head})

            def forward(self, src, tgt):
                n, m = src.shape[1], tgt.shape[1]
                memory = bare = self.ts(src) + {src_pos}
                for layer in self.enc:
                    memory = layer(memory, {encoder_mask})
                y = self.tt(tgt) + {tgt_pos}
                for layer in self.dec:
                    y = layer(y, {future}, {memory})
                return {out}
        """


RIGHT = {
    "pre-LN": model(),
    "torch's own layers, post-LN, sines, sequence first": """
        class EncoderDecoder(torch.nn.Module):
            def __init__(self, src_vocab, tgt_vocab, d_model, n_heads, n_layers):
                super().__init__()
                self.d = d_model
                self.src, self.tgt = torch.nn.Embedding(src_vocab, d_model), torch.nn.Embedding(tgt_vocab, d_model)
                self.enc = torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(d_model, n_heads), n_layers)
                self.dec = torch.nn.TransformerDecoder(torch.nn.TransformerDecoderLayer(d_model, n_heads), n_layers)
                self.out = torch.nn.Linear(d_model, tgt_vocab)

            def positions(self, n):
                angle = torch.arange(n)[:, None] / 10000 ** (torch.arange(0, self.d, 2) / self.d)
                return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, None]

            def forward(self, src, tgt):
                n, m = src.shape[1], tgt.shape[1]
                memory = self.enc(self.src(src).transpose(0, 1) + self.positions(n))
                mask = torch.full((m, m), float("-inf")).triu(1)
                y = self.dec(self.tgt(tgt).transpose(0, 1) + self.positions(m), memory, tgt_mask=mask)
                return self.out(y).transpose(0, 1)
        """,
    "a core within, of embedded tokens": """
        class EncoderDecoder(torch.nn.Module):
            def __init__(self, src_vocab, tgt_vocab, d_model, n_heads, n_layers):
                super().__init__()
                self.src, self.tgt = torch.nn.Embedding(src_vocab, d_model), torch.nn.Embedding(tgt_vocab, d_model)
                self.pos = torch.nn.Embedding(32, d_model)
                self.core = torch.nn.Transformer(d_model, n_heads, n_layers, n_layers, 4 * d_model, batch_first=True)
                self.out = torch.nn.Linear(d_model, tgt_vocab)

            def forward(self, src, tgt):
                n, m = src.shape[1], tgt.shape[1]
                mask = torch.ones(m, m, dtype=torch.bool).triu(1)
                x, y = self.src(src) + self.pos(torch.arange(n)), self.tgt(tgt) + self.pos(torch.arange(m))
                return self.out(self.core(x, y, tgt_mask=mask))
        """,
    "written by hand, in Spanish, no biases": """
        class Atencion(torch.nn.Module):
            def __init__(self, d, h):
                super().__init__()
                self.h = h
                self.q, self.k, self.v, self.o = (torch.nn.Linear(d, d, bias=False) for _ in range(4))

            def forward(self, x, y, mascara=None):
                q, k, v = (
                    p.view(x.shape[0], -1, self.h, x.shape[2] // self.h).transpose(1, 2)
                    for p in (self.q(x), self.k(y), self.v(y))
                )
                s = q @ k.transpose(2, 3) / math.sqrt(q.shape[-1])
                if mascara is not None:
                    s = s.masked_fill(mascara == 0, -1e9)
                return self.o((s.softmax(-1) @ v).transpose(1, 2).flatten(2))

        class CodificadorDecodificador(torch.nn.Module):
            def __init__(self, vocab_origen, vocab_destino, d_modelo, n_cabezas, n_capas, dropout=0.1):
                super().__init__()
                self.e1 = torch.nn.Embedding(vocab_origen, d_modelo)
                self.e2 = torch.nn.Embedding(vocab_destino, d_modelo)
                self.pos = torch.nn.Parameter(torch.randn(32, d_modelo))
                capas = lambda: torch.nn.ModuleList([Atencion(d_modelo, n_cabezas) for _ in range(n_capas)])
                self.codificador, self.propia, self.cruzada = capas(), capas(), capas()
                self.ancho = torch.nn.ModuleList([torch.nn.Linear(d_modelo, 2 * d_modelo) for _ in range(n_capas)])
                self.estrecho = torch.nn.ModuleList([torch.nn.Linear(2 * d_modelo, d_modelo) for _ in range(n_capas)])
                self.dropout = torch.nn.Dropout(dropout)
                self.salida = torch.nn.Linear(d_modelo, vocab_destino)

            def forward(self, fuente, destino):
                x = self.dropout(self.e1(fuente) + self.pos[: fuente.shape[1]])
                for capa in self.codificador:
                    x = x + capa(x, x)
                y = self.dropout(self.e2(destino) + self.pos[: destino.shape[1]])
                causal = torch.tril(torch.ones(y.shape[1], y.shape[1]))
                for propia, cruzada, ancho, estrecho in zip(self.propia, self.cruzada, self.ancho, self.estrecho):
                    y = y + propia(y, y, causal)
                    y = y + cruzada(y, x)
                    y = y + estrecho(torch.relu(ancho(y)))
                return self.salida(y)
        """,
}

ALL = {
    "shapes",
    "decoder_causal",
    "sees_source",
    "order",
    "encoder_sees_all",
    "sublayers",
    "encoder_learns",
    "registered",
}
HAND = RIGHT["written by hand, in Spanish, no biases"]
TORCH = RIGHT["torch's own layers, post-LN, sines, sequence first"]


def raw(loop: str, shape: str = "d_model, d_model", at: str = "") -> str:
    """An encoder of raw matrices in the model itself: which of them is used how often can't be heard."""
    return f"""
        class EncoderDecoder(torch.nn.Module):
            def __init__(self, src_vocab, tgt_vocab, d_model, n_heads, n_layers):
                super().__init__()
                self.src, self.tgt = torch.nn.Embedding(src_vocab, d_model), torch.nn.Embedding(tgt_vocab, d_model)
                self.n, self.h, self.pos = n_layers, n_heads, torch.nn.Embedding(32, d_model)
                made = lambda: torch.nn.Parameter(torch.randn({shape}) / d_model**0.5)
                self.q, self.k, self.v, self.o, self.w1, self.w2 = (made() for _ in range(6))
                layer = torch.nn.TransformerDecoderLayer(d_model, n_heads, batch_first=True)
                self.dec = torch.nn.TransformerDecoder(layer, n_layers)
                self.norm, self.out = torch.nn.LayerNorm(d_model), torch.nn.Linear(d_model, tgt_vocab)

            def split(self, x):
                return x.unflatten(-1, (self.h, -1)).transpose(1, 2)

            def forward(self, src, tgt):
                x = self.src(src) + self.pos(torch.arange(src.shape[1]))
                {loop}
                    q, k, v = self.split(x @ self.q{at}), self.split(x @ self.k{at}), self.split(x @ self.v{at})
                    a = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1) @ v
                    x = self.norm(x + a.transpose(1, 2).flatten(2) @ self.o{at})
                    x = x + torch.relu(x @ self.w1{at}) @ self.w2{at}
                y = self.tgt(tgt) + self.pos(torch.arange(tgt.shape[1]))
                mask = torch.ones(y.shape[1], y.shape[1], dtype=torch.bool).triu(1)
                return self.out(self.dec(y, self.norm(x), tgt_mask=mask))
        """


RIGHT["raw matrices of all layers in one"] = raw("for i in range(self.n):", "n_layers, d_model, d_model", "[i]")

GATED = """class Gated(torch.nn.Module):
            def __init__(self, d):
                super().__init__()
                self.a, self.b, self.c = torch.nn.Linear(d, 3 * d), torch.nn.Linear(d, 3 * d), torch.nn.Linear(3 * d, d)

            def forward(self, x):
                return self.c({gate} * self.b(x))

        """
RIGHT["matrices of their own for each head"] = HAND.replace(
    """                self.h = h
                self.q, self.k, self.v, self.o = (torch.nn.Linear(d, d, bias=False) for _ in range(4))
""",
    """                made = lambda: torch.nn.ModuleList([torch.nn.Linear(d, d // h, bias=False) for _ in range(h)])
                self.q, self.k, self.v, self.o = made(), made(), made(), torch.nn.Linear(d, d)
""",
).replace(
    """                    p.view(x.shape[0], -1, self.h, x.shape[2] // self.h).transpose(1, 2)
                    for p in (self.q(x), self.k(y), self.v(y))
""",
    """                    torch.stack([cabeza(z) for cabeza in cabezas], dim=1)
                    for cabezas, z in ((self.q, x), (self.k, y), (self.v, y))
""",
)
RIGHT["a cross-attention that the encoder's layers never use, and a pair comes back"] = edited(
    model(out="self.head(y), memory"),
    {
        "batch_first=True) if cross else None": "batch_first=True)",
        "if self.cross is not None:": "if memory is not None:",
    },
)
RIGHT["masks of padding, as numbers, beside the tokens"] = edited(
    HAND,
    {
        "y = y + propia(y, y, causal)": "y = y + propia(y, y, causal * torch.ones(len(y), 1, 1, y.shape[1]))",
        "y = y + cruzada(y, x)": "y = y + cruzada(y, x, torch.ones(len(x), 1, 1, x.shape[1]))",
    },
)
RIGHT["a matrix left over in the attention"] = edited(
    HAND,
    {"self.q, self.k, self.v, self.o = (": "self.q, self.k, self.v, self.o, self.extra = (", "range(4)": "range(5)"},
)
RIGHT["one table for the words of both"] = edited(
    HAND,
    {
        "self.e1 = torch.nn.Embedding(vocab_origen, d_modelo)": "self.e1 = torch.nn.Embedding("
        "max(vocab_origen, vocab_destino), d_modelo)",
        "self.e2 = torch.nn.Embedding(vocab_destino, d_modelo)": "self.e2 = self.e1",
    },
)
FFN = "torch.nn.Sequential(torch.nn.Linear(d, 4 * d), torch.nn.ReLU(), torch.nn.Linear(4 * d, d))"
HEAD = "self.head(y)"
RIGHT |= {
    "one matrix for the target's table and the last layer": edited(
        model(out="F.linear(self.last(y), self.tt.weight)"),
        {"self.head = torch.nn.Linear(d_model, tgt_vocab)": "self.last = torch.nn.LayerNorm(d_model)"},
    ),
    "a last layer that has the target's table for weights, and a bias": edited(
        model(),
        {
            "self.head = torch.nn.Linear(d_model, tgt_vocab)": "self.head = torch.nn.Linear(d_model, tgt_vocab)\n"
            "                self.head.weight = self.tt.weight"
        },
    ),
    "logits capped at 30, as in Gemma 2": model(out=f"30 * torch.tanh({HEAD} / 30)"),
    "logits without their mean": model(out=f"{HEAD} - {HEAD}.mean(-1, keepdim=True)"),
    "logits that are scaled": model(out=f"{HEAD} / y.shape[-1] ** 0.5"),
    "logits by cosines": model(out="20 * F.linear(F.normalize(y, dim=-1), F.normalize(self.head.weight, dim=-1))"),
    "two layers at the end": edited(
        model(),
        {
            "self.head = torch.nn.Linear(d_model, tgt_vocab)": "self.head = torch.nn.Sequential("
            "torch.nn.Linear(d_model, 2 * d_model), torch.nn.GELU(), torch.nn.Linear(2 * d_model, tgt_vocab))"
        },
    ),
    "weights of the last layer by their norms": edited(
        model(),
        {
            "self.head = torch.nn.Linear(d_model, tgt_vocab)": "self.head = torch.nn.utils.parametrizations."
            "weight_norm(torch.nn.Linear(d_model, tgt_vocab))"
        },
    ),
    "sines in a frozen table": edited(
        HAND,
        {
            "self.pos = torch.nn.Parameter(torch.randn(32, d_modelo))": "self.pos = torch.nn.Parameter("
            "torch.sin(torch.arange(32)[:, None] / 1e4 ** (torch.arange(d_modelo) / d_modelo)), requires_grad=False)"
        },
    ),
    "sines in frozen embeddings": edited(
        model(),
        {"self.enc = ": "self.ps.requires_grad_(False), self.pt.requires_grad_(False)\n                self.enc = "},
    ),
    "a tanh in the FFN": edited(model(), {"torch.nn.ReLU()": "torch.nn.Tanh()"}),
    "a GELU in an FFN as wide as the model": edited(model(), {"torch.nn.ReLU()": "torch.nn.GELU()", "4 * d": "d"}),
    "a gate in the FFN": edited(
        model(), {FFN: "Gated(d)", "class Layer(": GATED.format(gate="F.silu(self.a(x))") + "class Layer("}
    ),
    "a gate without an activation in the FFN": edited(
        model(), {FFN: "Gated(d)", "class Layer(": GATED.format(gate="self.a(x)") + "class Layer("}
    ),
    "gate and width in one matrix": edited(
        model(),
        {FFN: "torch.nn.Sequential(torch.nn.Linear(d, 8 * d), torch.nn.GLU(), torch.nn.Linear(4 * d, d))"},
    ),
    "an FFN of convolutions": edited(
        HAND,
        {
            "torch.nn.Linear(d_modelo, 2 * d_modelo)": "torch.nn.Conv1d(d_modelo, 2 * d_modelo, 1)",
            "torch.nn.Linear(2 * d_modelo, d_modelo)": "torch.nn.Conv1d(2 * d_modelo, d_modelo, 1)",
            "estrecho(torch.relu(ancho(y)))": "estrecho(torch.relu(ancho(y.mT))).mT",
        },
    ),
}
OWN, CROSS = "self.own = torch.nn.MultiheadAttention(d, h,", "self.cross = torch.nn.MultiheadAttention(d, h,"

UNUSED_FFN = "return x if self.cross is None else x + self"
MEAN_INSIDE = """forward(self, x, y, mascara=None):
                y = y if x is y else y.mean(1, keepdim=True)"""
MEAN_EVERYWHERE = """forward(self, x, y, mascara=None):
                y = y if x is y else y.mean(1, keepdim=True).expand_as(y)"""
MAKES_HEAD = "self.head = torch.nn.Linear(d_model, tgt_vocab)"
WRONG = {
    "no causal mask": (model(future="None"), {"decoder_causal"}),
    "upside down": (model(future="~torch.ones(m, m, dtype=torch.bool).triu()"), {"decoder_causal"}),
    "allowed taken for blocked": (model(future="torch.ones(m, m, dtype=torch.bool).tril()"), ALL),
    "own token blocked": (model(future="torch.ones(m, m, dtype=torch.bool).triu()"), ALL),
    "upside down, with a finite score": (
        model(future="torch.ones(m, m).tril() * -1e9"),
        {"decoder_causal"},
    ),
    "each target alone": (model(future="~torch.eye(m, dtype=torch.bool)"), {"decoder_causal"}),
    "source ignored": (
        model(cross="z").replace("self.cross(self.n2(x), z, z)", "self.cross(self.n2(x), z, z, attn_mask=mask)"),
        {"sees_source"},
    ),
    "the mean for memory": (model(memory="memory.mean(1, keepdim=True)"), {"sees_source"}),
    "the last token for memory": (model(memory="memory[:, -1:]"), {"sees_source"}),
    "embeddings for memory": (model(memory="bare"), {"encoder_sees_all"}),
    "causal encoder": (model(encoder_mask="~torch.ones(n, n, dtype=torch.bool).tril()"), {"encoder_sees_all"}),
    "no positions in the source": (model(src_pos="0"), {"order"}),
    "no positions in the target": (model(tgt_pos="0"), {"order"}),
    "source vocabulary": (model(head="src_vocab"), ALL),
    "logarithms of probabilities": (model(out="self.head(y).log_softmax(-1)"), {"shapes"}),
    "a ReLU at the end": (model(out="self.head(y).relu()"), {"shapes"}),
    "a sigmoid at the end": (model(out="self.head(y).sigmoid()"), {"shapes"}),
    "probabilities": (model(out="self.head(y).softmax(-1)"), {"shapes"}),
    "the last position only": (model(out="self.head(y[:, -1])"), ALL),
    "zeros": (model(out="self.head(y) * 0"), ALL),
    "16 positions": (model().replace("max_len=50", "max_len=16"), {"shapes"}),
    "one layer": (model().replace("range(n_layers)", "range(1)"), {"registered"}),
    "one encoder layer shared": (
        model().replace(
            "self.enc = torch.nn.ModuleList([Layer(d_model, n_heads, False) for _ in range(n_layers)])",
            "self.enc = torch.nn.ModuleList([Layer(d_model, n_heads, False)] * n_layers)",
        ),
        {"registered"},
    ),
    "one decoder layer shared": (
        model().replace(
            "self.dec = torch.nn.ModuleList([Layer(d_model, n_heads, True) for _ in range(n_layers)])",
            "self.dec = torch.nn.ModuleList([Layer(d_model, n_heads, True)] * n_layers)",
        ),
        {"registered"},
    ),
    "one layer shared by hand": (
        HAND.replace(
            "self.codificador, self.propia, self.cruzada = capas(), capas(), capas()",
            "self.propia, self.cruzada, self.codificador = capas(), capas(), "
            "torch.nn.ModuleList([Atencion(d_modelo, n_cabezas)] * n_capas)",
        ),
        {"registered"},
    ),
    "encoder and decoder layer shared": (
        model()
        .replace(
            "[Layer(d_model, n_heads, False) for _ in range(n_layers)]", "[Layer(d_model, n_heads, False)] * n_layers"
        )
        .replace(
            "[Layer(d_model, n_heads, True) for _ in range(n_layers)]", "[Layer(d_model, n_heads, True)] * n_layers"
        ),
        {"registered"},
    ),
    "one layer in the decoder": (
        model().replace("Layer(d_model, n_heads, True) for _ in range(n_layers)", "Layer(d_model, n_heads, True)"),
        {"registered"},
    ),
    "one of torch's own layers in the decoder": (
        TORCH.replace(
            "TransformerDecoderLayer(d_model, n_heads), n_layers)", "TransformerDecoderLayer(d_model, n_heads), 1)"
        ),
        {"registered"},
    ),
    "one layer in the encoder, by hand": (
        HAND.replace(
            "capas(), capas(), capas()", "torch.nn.ModuleList([Atencion(d_modelo, n_cabezas)]), capas(), capas()"
        ),
        {"registered"},
    ),
    "raw matrices in the encoder, used again": (raw("for _ in range(self.n):"), {"registered"}),
    "raw matrices of a shape of their own, used again": (
        raw("for _ in range(self.n):", "1, d_model, d_model"),
        {"registered"},
    ),
    "each layer of the decoder gets the same input": (
        edited(model(out="self.head(z)"), {"y = layer(y, ": "z = layer(y, "}),
        {"registered"},
    ),
    "each layer of the encoder gets the same input": (
        edited(model(), {"memory = layer(memory, ": "memory = layer(bare, "}),
        {"registered"},
    ),
    "each layer of both gets the same input": (
        edited(
            model(out="self.head(z)"),
            {"y = layer(y, ": "z = layer(y, ", "memory = layer(memory, ": "memory = layer(bare, "},
        ),
        {"registered"},
    ),
    "each layer of the encoder gets the same input, by hand": (
        edited(HAND, {"x = x + capa(x, x)": "z = x + capa(x, x)", "cruzada(y, x)": "cruzada(y, z)"}),
        {"registered"},
    ),
    "the last layers alone": (
        edited(model(), {"in self.enc:": "in self.enc[-1:]:", "in self.dec:": "in self.dec[-1:]:"}),
        {"registered"},
    ),
    "the first layer of the encoder alone": (edited(model(), {"in self.enc:": "in self.enc[:1]:"}), {"registered"}),
    "the first layer of the decoder alone": (edited(model(), {"in self.dec:": "in self.dec[:1]:"}), {"registered"}),
    "the first layer of the decoder alone, by hand": (
        edited(HAND, {"zip(self.propia, ": "zip(self.propia[:1], "}),
        {"registered"},
    ),
    "the last layer of torch's own decoder alone": (
        edited(TORCH, {"self.dec(self.tgt": "self.dec.layers[-1](self.tgt"}),
        {"registered"},
    ),
    "raw matrices of all layers in one, the first used alone": (
        raw("for i in range(1):", "n_layers, d_model, d_model", "[i]"),
        {"registered"},
    ),
    "one head": (edited(model(), {"Attention(d, h,": "Attention(d, 1,"}), {"registered"}),
    "one head in the encoder": (edited(model(), {OWN: OWN.replace("h,", "h if cross else 1,")}), {"registered"}),
    "one head in the decoder's self-attention": (
        edited(model(), {OWN: OWN.replace("h,", "1 if cross else h,")}),
        {"registered"},
    ),
    "one head in cross-attention": (edited(model(), {CROSS: CROSS.replace("h,", "1,")}), {"registered"}),
    "one head, by hand": (edited(HAND, {"self.h = h": "self.h = 1"}), {"registered"}),
    "one head in cross-attention, by hand": (
        edited(HAND, {"y = y + cruzada(y, x)": "cruzada.h = 1\n                    y = y + cruzada(y, x)"}),
        {"registered"},
    ),
    "always two heads, in torch's own layers": (
        edited(
            TORCH,
            {
                "EncoderLayer(d_model, n_heads)": "EncoderLayer(d_model, 2)",
                "DecoderLayer(d_model, n_heads)": "DecoderLayer(d_model, 2)",
            },
        ),
        {"registered"},
    ),
    "the first head's scores for all heads": (
        edited(HAND, {"s = q @ k.transpose(2, 3)": "s = q[:, :1] @ k[:, :1].transpose(2, 3)"}),
        {"registered"},
    ),
    "what the first head gives for all heads": (
        edited(HAND, {"(s.softmax(-1) @ v)": "(s.softmax(-1) @ v)[:, :1].expand_as(q)"}),
        {"registered"},
    ),
    "an FFN in the encoder that is built and never used": (
        edited(model(), {"return x + self": UNUSED_FFN}),
        {"registered"},
    ),
    "cross-attention by the module of self-attention": (
        edited(model(), {"self.cross(self.n2(x)": "self.own(self.n2(x)"}),
        {"registered"},
    ),
    "cross-attention by the module of self-attention, by hand": (
        edited(HAND, {"y = y + cruzada(y, x)": "y = y + propia(y, x)"}),
        {"registered"},
    ),
    "the mean of the memory for a cross-attention that is never used": (
        edited(model(), {"self.cross(self.n2(x), memory, memory)[0]": "memory.mean(1, keepdim=True)"}),
        {"registered"},
    ),
    "the mean of the memory, in the layer": (
        model(cross="memory.mean(1, keepdim=True)"),
        {"sees_source"},
    ),
    "the mean of the memory, in the layer, by hand": (
        edited(HAND, {"y = y + cruzada(y, x)": "y = y + cruzada(y, x.mean(1, keepdim=True))"}),
        {"sees_source"},
    ),
    "the mean of the memory, in the attention, by hand": (
        edited(HAND, {"forward(self, x, y, mascara=None):": MEAN_INSIDE}),
        {"sees_source"},
    ),
    "the source's table for the target": (edited(model(), {"y = self.tt(tgt)": "y = self.ts(tgt)"}), {"registered"}),
    "the source's table for the target, by hand": (
        edited(HAND, {"self.e2(destino)": "self.e1(destino)"}),
        {"registered"},
    ),
    "memory detached": (model(memory="memory.detach()"), {"encoder_learns"}),
    "memory detached, by hand": (HAND.replace("cruzada(y, x)", "cruzada(y, x.detach())"), {"encoder_learns"}),
    "the target's table frozen": (
        edited(model(), {MAKES_HEAD: "self.tt.requires_grad_(False)\n                " + MAKES_HEAD}),
        {"encoder_learns"},
    ),
    "the source's table frozen": (
        edited(model(), {MAKES_HEAD: "self.ts.requires_grad_(False)\n                " + MAKES_HEAD}),
        {"encoder_learns"},
    ),
    "the target's table detached, by hand": (
        edited(HAND, {"self.e2(destino)": "self.e2(destino).detach()"}),
        {"encoder_learns"},
    ),
    "the last layer frozen": (edited(model(), {MAKES_HEAD: MAKES_HEAD + ".requires_grad_(False)"}), {"encoder_learns"}),
    "a tanh at the end": (model(out="self.head(y).tanh()"), {"shapes"}),
    "a tanh at the end, by hand": (edited(HAND, {"self.salida(y)": "torch.tanh(self.salida(y))"}), {"shapes"}),
    "a tanh at the end, in torch's own layers": (edited(TORCH, {"self.out(y)": "self.out(y).tanh()"}), {"shapes"}),
    "a softsign at the end": (model(out="F.softsign(self.head(y))"), {"shapes"}),
    "a GELU at the end": (model(out="F.gelu(self.head(y))"), {"shapes"}),
    "a leaky ReLU at the end": (model(out="F.leaky_relu(self.head(y))"), {"shapes"}),
    "a tanh at the end, and one matrix for table and last layer": (
        edited(model(out="F.linear(y, self.tt.weight).tanh()"), {MAKES_HEAD: ""}),
        {"shapes"},
    ),
    "no activation in the FFN": (edited(model(), {"torch.nn.ReLU(), ": ""}), {"sublayers"}),
    "no activation in the FFN, by hand": (
        edited(HAND, {"estrecho(torch.relu(ancho(y)))": "estrecho(ancho(y))"}),
        {"sublayers"},
    ),
    "no activation in the FFN, in torch's own layers": (
        edited(TORCH, {"DecoderLayer(d_model, n_heads)": "DecoderLayer(d_model, n_heads, activation=lambda x: x)"}),
        {"sublayers"},
    ),
    "no activation in an FFN as wide as the model": (
        edited(model(), {"torch.nn.ReLU(), ": "", "4 * d": "d"}),
        {"sublayers"},
    ),
    "the mean of the memory at every place": (
        model(memory="memory.mean(1, keepdim=True).expand_as(memory)"),
        {"sees_source"},
    ),
    "the mean of the memory at every place, in the layer": (
        model(cross="memory.mean(1, keepdim=True).expand_as(memory)"),
        {"sees_source"},
    ),
    "the mean of the memory at every place, by hand": (
        edited(HAND, {"y = y + cruzada(y, x)": "y = y + cruzada(y, x.mean(1, keepdim=True).expand_as(x))"}),
        {"sees_source"},
    ),
    "the mean of the memory at every place, in the attention, by hand": (
        edited(HAND, {"forward(self, x, y, mascara=None):": MEAN_EVERYWHERE}),
        {"sees_source"},
    ),
    "no residual at self-attention": (
        model().replace(
            "x = x + self.own(z, z, z, attn_mask=mask)[0]",
            "x = (x if self.cross is None else 0) + self.own(z, z, z, attn_mask=mask)[0]",
        ),
        {"sublayers"},
    ),
    "no residual at self-attention, by hand": (
        HAND.replace("y = y + propia(y, y, causal)", "y = propia(y, y, causal)"),
        {"sublayers"},
    ),
    "no residual at cross-attention": (model().replace("x = x + self.cross(", "x = self.cross("), {"sublayers"}),
    "no residual at cross-attention, by hand": (
        HAND.replace("y = y + cruzada(y, x)", "y = cruzada(y, x)"),
        {"sublayers"},
    ),
    "no residual at the decoder's FFN": (
        model().replace("return x + self.ffn(", "return (x if self.cross is None else 0) + self.ffn("),
        {"sublayers"},
    ),
    "no FFN in the decoder": (
        model().replace("return x + self", "return x if self.cross is not None else x + self"),
        {"sublayers"},
    ),
    "no FFN, by hand": (
        "\n".join(
            line.replace(", ancho, estrecho", "").replace(", self.ancho, self.estrecho", "")
            for line in HAND.splitlines()
            if "self.ancho =" not in line and "self.estrecho =" not in line and "relu" not in line
        ),
        {"sublayers"},
    ),
    "a causal mask over the source": (
        model().replace(
            "self.cross(self.n2(x), memory, memory)",
            "self.cross(self.n2(x), memory, memory, "
            "attn_mask=torch.ones(x.shape[1], memory.shape[1], dtype=torch.bool).triu(1))",
        ),
        {"sees_source"},
    ),
    "the last source token by a mask": (
        HAND.replace("cruzada(y, x)", "cruzada(y, x, torch.arange(x.shape[1]) == x.shape[1] - 1)"),
        {"sees_source"},
    ),
    "layers in a plain list": (model().replace("torch.nn.ModuleList(", "list("), {"registered"}),
    "the same mask for cross-attention": (
        model().replace(
            "self.cross(self.n2(x), memory, memory)", "self.cross(self.n2(x), memory, memory, attn_mask=mask)"
        ),
        ALL,
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("encoder_decoder", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("encoder_decoder", source, seed) == expected


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("no causal mask", "decoder_without_a_causal_mask"),
        ("upside down", "causal_mask_upside_down"),
        ("upside down, with a finite score", "causal_mask_upside_down"),
        ("allowed taken for blocked", "allowed_taken_for_blocked"),
        ("own token blocked", "own_token_blocked"),
        ("source ignored", "source_ignored"),
        ("the mean for memory", "one_vector_for_the_source"),
        ("the last token for memory", "one_vector_for_the_source"),
        ("the mean of the memory, in the layer", "one_vector_for_the_source"),
        ("the mean of the memory, in the layer, by hand", "one_vector_for_the_source"),
        ("the mean of the memory, in the attention, by hand", "one_vector_for_the_source"),
        ("causal encoder", "encoder_causal"),
        ("no positions in the source", "no_positions_in_the_encoder"),
        ("no positions in the target", "no_positions_in_the_decoder"),
        ("source vocabulary", "logits_over_the_source_vocabulary"),
        ("probabilities", "probabilities_returned"),
        ("layers in a plain list", "layers_in_a_plain_list"),
        ("one layer", "number_of_layers_ignored"),
        ("one encoder layer shared", "one_layer_shared"),
        ("one decoder layer shared", "one_layer_shared"),
        ("encoder and decoder layer shared", "one_layer_shared"),
        ("one layer shared by hand", "one_layer_shared"),
        ("one layer in the decoder", "number_of_layers_ignored"),
        ("one of torch's own layers in the decoder", "number_of_layers_ignored"),
        ("one layer in the encoder, by hand", "number_of_layers_ignored"),
        ("each layer of the decoder gets the same input", "layers_without_effect"),
        ("each layer of the encoder gets the same input", "layers_without_effect"),
        ("each layer of both gets the same input", "layers_without_effect"),
        ("each layer of the encoder gets the same input, by hand", "layers_without_effect"),
        ("the last layers alone", "layers_without_effect"),
        ("the first layer of the encoder alone", "layers_without_effect"),
        ("the first layer of the decoder alone, by hand", "layers_without_effect"),
        ("the last layer of torch's own decoder alone", "layers_without_effect"),
        ("raw matrices of all layers in one, the first used alone", "layers_without_effect"),
        ("one head", "number_of_heads_ignored"),
        ("one head in the encoder", "number_of_heads_ignored"),
        ("one head in the decoder's self-attention", "number_of_heads_ignored"),
        ("one head in cross-attention, by hand", "number_of_heads_ignored"),
        ("the first head's scores for all heads", "one_head_used"),
        ("what the first head gives for all heads", "one_head_used"),
        ("the source's table for the target", "target_in_the_source_table"),
        ("the source's table for the target, by hand", "target_in_the_source_table"),
        ("memory detached", "memory_detached"),
        ("the target's table frozen", "table_not_trained"),
        ("the source's table frozen", "table_not_trained"),
        ("the target's table detached, by hand", "table_not_trained"),
        ("the last layer frozen", "table_not_trained"),
        ("a ReLU at the end", "activation_on_the_logits"),
        ("a tanh at the end", "activation_on_the_logits"),
        ("a tanh at the end, in torch's own layers", "activation_on_the_logits"),
        ("a GELU at the end", "activation_on_the_logits"),
        ("a leaky ReLU at the end", "activation_on_the_logits"),
        ("a tanh at the end, and one matrix for table and last layer", "activation_on_the_logits"),
        ("no activation in the FFN", "no_activation_in_the_ffn"),
        ("no activation in the FFN, by hand", "no_activation_in_the_ffn"),
        ("the mean of the memory at every place", "one_vector_for_the_source"),
        ("the mean of the memory at every place, by hand", "one_vector_for_the_source"),
        ("the mean of the memory at every place, in the attention, by hand", "one_vector_for_the_source"),
        ("no residual at self-attention", "no_residual_at_self_attention"),
        ("no residual at self-attention, by hand", "no_residual_at_self_attention"),
        ("no residual at cross-attention", "no_residual_at_cross_attention"),
        ("no residual at cross-attention, by hand", "no_residual_at_cross_attention"),
        ("no residual at the decoder's FFN", "no_residual_at_the_ffn"),
        ("no FFN in the decoder", "no_ffn_in_the_decoder"),
        ("a causal mask over the source", "causal_mask_over_the_source"),
        ("the last source token by a mask", "one_vector_for_the_source"),
    ],
)
def test_a_known_mistake_is_named(mistake: str, name: str) -> None:
    found = judge("encoder_decoder", WRONG[mistake][0], 1, diagnosed=True).diagnosis
    assert found[0].id == f"encoder_decoder/{name}"


def test_what_is_used_how_often_is_not_guessed() -> None:
    """Raw matrices in the model itself: used again or used once, neither is said to be the cause."""
    for loop in ("for _ in range(self.n):", "for _ in range(1):"):
        grade = judge("encoder_decoder", raw(loop), 1, diagnosed=True)
        assert [d.id for d in grade.diagnosis if "/" in d.id] == []
        said = [str(check.message) for check in grade.checks if check.id == "registered"]
        assert "or the number of layers has no effect there" in said[0]


def test_bare_embeddings_without_positions_are_not_said_to_lack_them_in_the_encoder() -> None:
    source = model(memory="self.ts(src)")
    found = judge("encoder_decoder", source, 1, diagnosed=True).diagnosis
    assert [d.id for d in found] == ["encoder_decoder/encoder_without_attention"]


def test_a_cross_attention_that_reads_the_target_is_not_said_to_lack_a_causal_mask() -> None:
    found = judge("encoder_decoder", model(cross="z"), 1, diagnosed=True).diagnosis
    assert [d.id for d in found] == ["encoder_decoder/source_ignored"]


VIEW = "p.view(x.shape[0], -1, self.h, x.shape[2] // self.h).transpose(1, 2)"
MERGED = edited(HAND, {"@ v).transpose(1, 2).flatten(2)": "@ v).reshape(x.shape)"})
SPLIT = edited(HAND, {VIEW: "p.reshape(x.shape[0], self.h, -1, x.shape[2] // self.h)"})
LEAKS = {
    "heads merged by a reshape": MERGED,
    "heads split by a reshape": SPLIT,
    "a softmax over the queries": edited(HAND, {"s.softmax(-1)": "s.softmax(-2)"}),
    "blocked after the softmax": edited(
        HAND,
        {
            "s = s.masked_fill(mascara == 0, -1e9)": "pass",
            "(s.softmax(-1) @ v)": "(s.softmax(-1) * (1 if mascara is None else mascara) @ v)",
        },
    ),
    "later layers' cross-attention reads the target": edited(
        model(), {"y = layer(y, ": "memory, y = y, layer(y, ", "y = self.tt": "memory, y = memory, self.tt"}
    ),
    "the target in the memory": edited(
        model(), {"memory = bare = self.ts(src)": "memory = bare = self.tt(tgt).mean(1, keepdim=True) + self.ts(src)"}
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("leak", LEAKS)
def test_where_a_mask_is_there_its_want_is_not_named(leak: str, seed: int) -> None:
    grade = judge("encoder_decoder", LEAKS[leak], seed, diagnosed=True)
    assert "decoder_causal" in failed("encoder_decoder", LEAKS[leak], seed)
    assert "encoder_decoder/decoder_without_a_causal_mask" not in [found.id for found in grade.diagnosis]


@pytest.mark.parametrize(("source", "where"), [(MERGED, "put together again"), (SPLIT, "cut into heads")])
def test_heads_that_mix_targets_are_told_by_who_sees_whom(source: str, where: str) -> None:
    said = messages("encoder_decoder", source)["decoder_causal"]
    assert said.startswith("The mask does what it should in every head")
    assert where in said


def test_the_message_says_who_sees_whom() -> None:
    said = messages("encoder_decoder", WRONG["no causal mask"][0])["decoder_causal"]
    assert "When token 1 of the target changes, the logits at position 0 before it change too" in said


@pytest.mark.parametrize(
    ("mistake", "where"),
    [
        ("one head", "the same parameters give the same logits"),
        ("one head in the encoder", "the encoder's attention gives the same"),
        ("one head in the decoder's self-attention", "the decoder's self-attention gives the same"),
        ("one head in cross-attention", "the cross-attention gives the same"),
    ],
)
def test_the_attention_that_ignores_the_number_of_heads_is_told(mistake: str, where: str) -> None:
    assert where in messages("encoder_decoder", WRONG[mistake][0])["registered"]


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("an FFN in the encoder that is built and never used", "enc.0.ffn"),
        ("cross-attention by the module of self-attention", "dec.0.cross"),
        ("the mean of the memory for a cross-attention that is never used", "dec.0.cross"),
        ("cross-attention by the module of self-attention, by hand", "cruzada"),
    ],
)
def test_what_is_built_and_never_used_is_told(mistake: str, name: str) -> None:
    assert messages("encoder_decoder", WRONG[mistake][0])["registered"].startswith(f"No logit depends on {name}:")


@pytest.mark.parametrize("mistake", ["one layer", "encoder and decoder layer shared"])
def test_without_more_layers_it_is_not_said_that_torch_sees_none(mistake: str) -> None:
    """It sees all parameters; there are just no more of them."""
    said = messages("encoder_decoder", WRONG[mistake][0])["sublayers"]
    assert "no more matrices than with n_layers = 1" in said
