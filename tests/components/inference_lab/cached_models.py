"""MiniGPTs with a cache as students write them: in several styles, and with one thing wrong each."""

from __future__ import annotations

__all__ = ["BASE", "GENERATOR", "METHODS", "RIGHT"]

# A MiniGPT without a cache, as the notebook has it.
BASE = """
import math
import torch
import torch.nn as nn

class Atencion(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.h, self.dk = n_heads, d_model // n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.proj = nn.Linear(d_model, d_model)
    def dividir(self, x):
        B, n, _ = x.shape
        return [p.view(B, n, self.h, self.dk).transpose(1, 2) for p in self.qkv(x).chunk(3, dim=-1)]
    def mezclar(self, q, k, v, mask=None):
        s = q @ k.transpose(-2, -1) / math.sqrt(self.dk)
        if mask is not None:
            s = s.masked_fill(~mask, float("-inf"))
        z = torch.softmax(s, dim=-1) @ v
        return self.proj(z.transpose(1, 2).reshape(q.shape[0], q.shape[2], -1))

class Bloque(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.att = Atencion(d_model, n_heads)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))

class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.context = context
        self.tok = nn.Embedding(vocab_size, d_model)
        self.pos = nn.Embedding(context, d_model)
        self.bloques = nn.ModuleList([Bloque(d_model, n_heads) for _ in range(n_layers)])
        self.ln = nn.LayerNorm(d_model)
        self.cabeza = nn.Linear(d_model, vocab_size)
    def forward(self, idx):
        n = idx.shape[1]
        x = self.tok(idx) + self.pos(torch.arange(n))
        mask = torch.tril(torch.ones(n, n, dtype=torch.bool))
        for b in self.bloques:
            x = x + b.att.mezclar(*b.att.dividir(b.ln1(x)), mask)
            x = x + b.ffn(b.ln2(x))
        return self.cabeza(self.ln(x))
"""

# With methods; what the wrong ones change stands in lines of its own.
METHODS = (
    BASE
    + """
class CachedMiniGPT(MiniGPT):
    def prefill(self, tokens):
        self.cache = [None] * len(self.bloques)
        self.n = 0
        return self.avanzar(tokens)[:, -1]
    def step(self, token):
        return self.avanzar(token)[:, -1]
    def avanzar(self, idx):
        n = idx.shape[1]
        total = self.n + n
        if total > self.context:
            raise ValueError("contexto lleno")
        x = self.tok(idx) + self.pos(torch.arange(self.n, total))
        mask = torch.tril(torch.ones(total, total, dtype=torch.bool))[self.n:total]
        for i, b in enumerate(self.bloques):
            q, k, v = b.att.dividir(b.ln1(x))
            if self.cache[i] is not None:
                k = torch.cat([self.cache[i][0], k], dim=2)
                v = torch.cat([self.cache[i][1], v], dim=2)
            self.cache[i] = (k, v)
            x = x + b.att.mezclar(q, k, v, mask)
            x = x + b.ffn(b.ln2(x))
        self.n = total
        return self.cabeza(self.ln(x))
"""
)

GENERATOR = """
def generate_with_cache(model, tok, prompt, length=200, temperature=1.0):
    model.eval()
    ids = tok.encode(prompt)
    with torch.no_grad():
        logits = model.prefill(torch.tensor([ids]))
        for _ in range(length):
            p = torch.softmax(logits[0] / temperature, dim=-1)
            ids.append(torch.multinomial(p, 1).item())
            logits = model.step(torch.tensor([[ids[-1]]]))
    return tok.decode(ids)
"""

# Tables, gains and matrices that are the model's own parameters, none in a layer of torch's; the ids come back.
BARE = """
import math
import torch
from torch import nn
import torch.nn.functional as F
class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        d, self.h, self.context, self.L = d_model, n_heads, context, n_layers
        p = lambda *shape: nn.Parameter(0.02 * torch.randn(*shape))
        gain, bias = lambda: nn.Parameter(torch.ones(d)), lambda n: nn.Parameter(torch.zeros(n))
        self.E, self.P = p(vocab_size, d), p(context, d)
        self.W = nn.ParameterList([w for _ in range(n_layers) for w in (
            gain(), bias(d), p(d, d), p(d, d), p(d, d), p(d, d),
            gain(), bias(d), p(d, 4 * d), bias(4 * d), p(4 * d, d),
        )])
        self.g, self.b, self.U, self.ub = gain(), bias(d), p(d, vocab_size), bias(vocab_size)
    def layer(self, x, l, start, K=None, V=None):
        g1, b1, wq, wk, wv, wo, g2, b2, w1, c1, w2 = self.W[11 * l : 11 * l + 11]
        n, y = x.shape[1], F.layer_norm(x, x.shape[-1:], g1, b1)
        q, k, v = ((y @ w).unflatten(-1, (self.h, -1)).transpose(1, 2) for w in (wq, wk, wv))
        if K is not None:
            K[:, :, start : start + n], V[:, :, start : start + n] = k, v
            k, v = K[:, :, : start + n], V[:, :, : start + n]
        s = q @ k.mT / math.sqrt(q.shape[-1])
        s = torch.where(torch.ones_like(s[0, 0], dtype=torch.bool).tril(start), s, -1e30)
        x = x + (s.softmax(-1) @ v).transpose(1, 2).flatten(2) @ wo
        return x + F.gelu(F.layer_norm(x, x.shape[-1:], g2, b2) @ w1 + c1) @ w2
    def logits(self, x):
        return F.layer_norm(x, x.shape[-1:], self.g, self.b) @ self.U + self.ub
    def forward(self, idx):
        x = self.E[idx] + self.P[: idx.shape[1]]
        for l in range(self.L):
            x = self.layer(x, l, 0)
        return self.logits(x)
class CachedMiniGPT(MiniGPT):
    def prefill(self, tokens):
        shape = self.L, len(tokens), self.h, self.context, self.E.shape[1] // self.h
        self.K, self.V, self.n = torch.zeros(shape), torch.zeros(shape), 0
        return self.step(tokens)
    def step(self, t):
        x = self.E[t] + self.P[self.n : self.n + t.shape[1]]
        for l in range(self.L):
            x = self.layer(x, l, self.n, self.K[l], self.V[l])
        self.n += t.shape[1]
        return self.logits(x[:, -1])
@torch.no_grad()
def generate_with_cache(model, tok, prompt, length=200, temperature=1.0):
    model.eval()
    ids = tok.encode(prompt)
    logits = model.prefill(torch.tensor([ids]))
    for made in range(length):
        ids.append(int(torch.multinomial(torch.softmax(logits[0] / temperature, -1), 1)))
        if made < length - 1:
            logits = model.step(torch.tensor([ids[-1:]]))
    return ids
"""
# Each head keeps its keys in a list of its own, and joins them at each step.
LISTS = """
import math
import torch
from torch import nn
class Cabeza(nn.Module):
    def __init__(self, d, dk):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d, dk, bias=False) for _ in range(3))
class Bloque(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.cabezas, self.o = nn.ModuleList(Cabeza(d, d // h) for _ in range(h)), nn.Linear(d, d)
        self.n1, self.n2, self.f1, self.f2 = nn.LayerNorm(d), nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.Linear(4 * d, d)
    def resto(self, x, zs):
        x = x + self.o(torch.cat(zs, -1))
        return x + self.f2(nn.functional.gelu(self.f1(self.n2(x))))
class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.context, self.emb, self.pos = context, nn.Embedding(vocab_size, d_model), nn.Embedding(context, d_model)
        self.bloques = nn.ModuleList(Bloque(d_model, n_heads) for _ in range(n_layers))
        self.nf, self.cab = nn.LayerNorm(d_model), nn.Linear(d_model, vocab_size)
    def forward(self, idx):
        n = idx.shape[1]
        x, m = self.emb(idx) + self.pos.weight[:n], torch.full((n, n), -1e9).triu(1)
        for b in self.bloques:
            y = b.n1(x)
            zs = [torch.softmax(c.q(y) @ c.k(y).mT / c.q(y).shape[-1] ** 0.5 + m, -1) @ c.v(y) for c in b.cabezas]
            x = b.resto(x, zs)
        return self.cab(self.nf(x))
class CachedMiniGPT(MiniGPT):
    def prefill(self, tokens):
        self.memoria, self.t = {}, 0
        for i in range(tokens.shape[1]):
            logits = self.step(tokens[:, i : i + 1])
        return logits
    def step(self, token):
        x = self.emb(token) + self.pos.weight[self.t]
        for l, b in enumerate(self.bloques):
            y, zs = b.n1(x), []
            for j, c in enumerate(b.cabezas):
                ks, vs = self.memoria.setdefault((l, j), ([], []))
                ks.append(c.k(y))
                vs.append(c.v(y))
                K, V, q = torch.cat(ks, 1), torch.cat(vs, 1), c.q(y)
                zs.append(torch.softmax(q @ K.mT / q.shape[-1] ** 0.5, -1) @ V)
            x = b.resto(x, zs)
        self.t += 1
        return self.cab(self.nf(x))[:, 0]
"""
RIGHT = {
    "bare parameters, the ids back": BARE,
    "bare parameters, the head is the tokens' table": BARE.replace("@ self.U", "@ self.E.T").replace(
        ", self.U, self.ub = gain(), bias(d), p(d, vocab_size), bias", ", self.ub = gain(), bias(d), bias"
    ),
    "a list of keys for each head, joined at each step": LISTS,
    "methods, concatenated": METHODS,
    "methods and a generator": METHODS + GENERATOR,
    "the head is the tokens' table, NumPy draws": (METHODS + GENERATOR)
    .replace(
        "        self.cabeza = nn.Linear(d_model, vocab_size)\n",
        "        self.cabeza = nn.Linear(d_model, vocab_size, bias=False)\n"
        "        self.cabeza.weight = self.tok.weight\n",
    )
    .replace("p = torch.softmax(logits[0] / temperature, dim=-1)", "p = (logits[0].double() / temperature).softmax(0)")
    .replace("torch.multinomial(p, 1).item()", "int(np.random.choice(len(p), p=p.numpy()))"),
    "in Spanish, a token per text, preallocated, all logits of the prompt": BASE
    + """
class MiniGPTConCache(MiniGPT):
    @torch.no_grad()
    def prefijar(self, tokens):
        B = tokens.shape[0]
        h, dk = self.bloques[0].att.h, self.bloques[0].att.dk
        self.K = torch.zeros(len(self.bloques), B, h, self.context, dk)
        self.V = torch.zeros_like(self.K)
        self.usados = 0
        return self._avanza(tokens)
    @torch.no_grad()
    def paso(self, token):
        return self._avanza(token[:, None])[:, 0]
    def _avanza(self, idx):
        a, b = self.usados, self.usados + idx.size(1)
        assert b <= self.context, "no cabe"
        x = self.tok(idx) + self.pos(torch.arange(a, b))
        for i, bl in enumerate(self.bloques):
            q, k, v = bl.att.dividir(bl.ln1(x))
            self.K[i, :, :, a:b], self.V[i, :, :, a:b] = k, v
            ve = torch.arange(self.context)[None] <= torch.arange(a, b)[:, None]
            x = x + bl.att.mezclar(q, self.K[i], self.V[i], ve)
            x = x + bl.ffn(bl.ln2(x))
        self.usados = b
        return self.cabeza(self.ln(x))
def generar_con_cache(modelo, tok, inicio, longitud=100, temperatura=1.0, top_k=None):
    modelo.eval()
    ids = tok.codificar(inicio)
    logits = modelo.prefijar(torch.tensor([ids]))[:, -1]
    for i in range(longitud):
        if top_k is not None:
            logits[logits < torch.topk(logits, top_k).values[:, -1:]] = -float("inf")
        siguiente = torch.multinomial(torch.softmax(logits / temperatura, -1), 1)[:, 0]
        ids.append(int(siguiente))
        if i + 1 < longitud:
            logits = modelo.paso(siguiente)
    return tok.decodificar(ids)
""",
    "forward with a cache that is given back": BASE.replace("class MiniGPT(", "class Base(")
    + """
class MiniGPT(Base):
    def forward(self, idx, cache=None):
        antes = 0 if cache is None else cache[0][0].shape[2]
        n = idx.shape[1]
        if antes + n > self.context:
            raise IndexError("demasiado largo")
        x = self.tok(idx) + self.pos(torch.arange(antes, antes + n))
        mask = torch.ones(n, antes + n, dtype=torch.bool).tril(antes)
        nuevo = []
        for i, b in enumerate(self.bloques):
            q, k, v = b.att.dividir(b.ln1(x))
            if cache is not None:
                k, v = torch.cat((cache[i][0], k), 2), torch.cat((cache[i][1], v), 2)
            nuevo.append((k, v))
            x = x + b.att.mezclar(q, k, v, mask)
            x = x + b.ffn(b.ln2(x))
        return self.cabeza(self.ln(x)), nuevo
def generate_with_cache(model, tok, prompt, length=200, temperature=1.0, seed=None):
    model.eval()
    if seed is not None:
        torch.manual_seed(seed)
    with torch.inference_mode():
        ids = tok.encode(prompt)
        logits, cache = model(torch.tensor([ids]))
        for _ in range(length):
            ids.append(torch.distributions.Categorical(logits=logits[0, -1] / temperature).sample().item())
            logits, cache = model(torch.tensor([ids[-1:]]), cache)
    return tok.decode(ids)
""",
    "forward with a switch, a dict of tensors, an own object": BASE.replace("class MiniGPT(", "class Base(")
    + """
class Memoria:
    def __init__(self):
        self.kv = {}
    def __len__(self):
        return self.kv[0][0].shape[2] if self.kv else 0
    def sumar(self, capa, k, v):
        if capa in self.kv:
            k, v = torch.cat([self.kv[capa][0], k], 2), torch.cat([self.kv[capa][1], v], 2)
        self.kv[capa] = (k, v)
        return k, v
class CachedMiniGPT(Base):
    def forward(self, idx, past=None, use_cache=False):
        memoria = past if past is not None else Memoria()
        antes, n = len(memoria), idx.shape[1]
        x = self.tok(idx) + self.pos.weight[antes:antes + n]
        for i, b in enumerate(self.bloques):
            q, k, v = b.att.dividir(b.ln1(x))
            k, v = memoria.sumar(i, k, v)
            q_pos, k_pos = torch.arange(antes, antes + n), torch.arange(antes + n)
            x = x + b.att.mezclar(q, k, v, k_pos[None] <= q_pos[:, None])
            x = x + b.ffn(b.ln2(x))
        logits = self.cabeza(self.ln(x))
        return (logits, memoria) if use_cache else logits
""",
    "as in Llama: a start position, the cache inside": BASE.replace("class MiniGPT(", "class Base(")
    + """
class MiniGPT(Base):
    def forward(self, idx, start_pos=0):
        if start_pos == 0:
            self.cache = {}
        n = idx.shape[1]
        x = self.tok(idx) + self.pos(torch.arange(start_pos, start_pos + n))
        mask = torch.ones(n, start_pos + n, dtype=torch.bool).tril(start_pos)
        for i, b in enumerate(self.bloques):
            q, k, v = b.att.dividir(b.ln1(x))
            if i in self.cache:
                k, v = torch.cat((self.cache[i][0], k), 2), torch.cat((self.cache[i][1], v), 2)
            self.cache[i] = k, v
            x = x + b.att.mezclar(q, k, v, mask)
            x = x + b.ffn(b.ln2(x))
        return self.cabeza(self.ln(x))
""",
    "a wrapper around a finished model, prompt token by token": BASE
    + """
class CachedMiniGPT:
    def __init__(self, model):
        self.model = model
    def prefill(self, tokens):
        self.capas = [([], []) for _ in self.model.bloques]
        self.t = 0
        for i in range(tokens.shape[1]):
            salida = self.step(tokens[:, i])
        return salida
    def step(self, token):
        m = self.model
        x = (m.tok(token) + m.pos.weight[self.t]).unsqueeze(1)
        for (ks, vs), b in zip(self.capas, m.bloques):
            q, k, v = b.att.dividir(b.ln1(x))
            ks.append(k)
            vs.append(v)
            x = x + b.att.mezclar(q, torch.cat(ks, 2), torch.cat(vs, 2))
            x = x + b.ffn(b.ln2(x))
        self.t += 1
        return m.cabeza(m.ln(x)).squeeze(1)
""",
    "starts again with the last tokens when the context is full": METHODS.replace(
        "        return self.avanzar(token)[:, -1]\n",
        "        self.ids = torch.cat([self.ids, token], 1)\n"
        "        if self.n == self.context:\n"
        "            return self.prefill(self.ids[:, -self.context // 2:])\n"
        "        return self.avanzar(token)[:, -1]\n",
    ).replace("        self.n = 0\n", "        self.n = 0\n        self.ids = tokens\n"),
    "steps with the cache handed on": BASE
    + """
class CachedMiniGPT(MiniGPT):
    def prefill(self, tokens):
        return self.correr(tokens, [(torch.empty(0), torch.empty(0))] * len(self.bloques), 0)
    def step(self, token, cache):
        return self.correr(token, cache, cache[0][0].shape[2])
    def correr(self, idx, cache, antes):
        x = self.tok(idx) + self.pos(torch.arange(antes, antes + idx.shape[1]))
        salida = []
        for b, (pk, pv) in zip(self.bloques, cache):
            q, k, v = b.att.dividir(b.ln1(x))
            if antes:
                k, v = torch.cat([pk, k], 2), torch.cat([pv, v], 2)
            salida.append((k, v))
            mask = torch.ones(idx.shape[1], k.shape[2], dtype=torch.bool).tril(antes)
            x = x + b.att.mezclar(q, k, v, mask)
            x = x + b.ffn(b.ln2(x))
        return self.cabeza(self.ln(x[:, -1])), salida
""",
}
