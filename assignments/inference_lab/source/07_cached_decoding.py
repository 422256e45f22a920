# %% [markdown] lang=en
# ## 7. Generation with a KV cache
#
# A model that writes a text token by token is asked again and again about almost the same tokens. Without a
# cache, token number $t$ costs a pass over all $t$ tokens, and a text of $n$ tokens costs
# $1 + 2 + \dots + n \approx n^2/2$ of them.
#
# Look at what a token contributes to the attention of a layer: its key $k_i = x_i W_K$ and its value
# $v_i = x_i W_V$. Because of the causal mask, $x_i$ depends on the tokens up to $i$ alone. Whatever is written
# later, **$k_i$ and $v_i$ stay as they are**: they can be kept. A new token then needs its own query, key and value,
# and
#
# $$ z_t = \mathrm{softmax}\!\left(\frac{q_t\,[k_1 \dots k_t]^\top}{\sqrt{d_k}}\right) [v_1 \dots v_t]. $$
#
# It works in two phases:
#
# - **prefill**: the whole prompt goes through the model once, with the causal mask, and fills the cache of every layer;
# - **decode**: each step is given the newest token alone, and adds one key and one value to each layer's cache.
#
# Below is a MiniGPT as you know it. Its attention is cut in two, so that you can put something in between:
# `projected(x)` gives queries, keys and values `(B, h, n, d_k)`, and `attended(q, k, v, mask)` mixes them.
#
# Write `CachedMiniGPT(MiniGPT)` with
#
# - `prefill(tokens)`: `tokens` is `(B, n)`, integers; starts with an empty cache; gives the logits `(B, V)` after the
#   prompt's last token;
# - `step(token)`: `token` is `(B, 1)`; gives the logits `(B, V)` after it.
#
# **Check it against your own model**: for a prompt of 4 tokens and 3 steps, each step's logits must be those that
# `forward` gives for all tokens so far, to within rounding (about $10^{-6}$).
#
# Watch out for: the position of a new token; which row of the mask it needs; one cache for each layer; a second prompt;
# and the end of the context, beyond which there are no positions: raise an error there, or start again with
# the last tokens. A step may not send anything but the new token through the projections: that is the whole point.

# %% [markdown] lang=es
# ## 7. Generación con caché KV
#
# A un modelo que escribe un texto token a token se le pregunta una y otra vez por casi los mismos tokens. Sin caché, el
# token número $t$ cuesta una pasada por los $t$ tokens, y un texto de $n$ tokens cuesta
# $1 + 2 + \dots + n \approx n^2/2$.
#
# Mira qué aporta un token a la atención de una capa: su clave $k_i = x_i W_K$ y su valor $v_i = x_i W_V$. Por la
# máscara causal, $x_i$ depende solo de los tokens hasta el $i$. Se escriba lo que se escriba después,
# **$k_i$ y $v_i$ no cambian**: se pueden guardar. Un token nuevo necesita entonces su propia consulta, su clave y su
# valor, y
#
# $$ z_t = \mathrm{softmax}\!\left(\frac{q_t\,[k_1 \dots k_t]^\top}{\sqrt{d_k}}\right) [v_1 \dots v_t]. $$
#
# Se trabaja en dos fases:
#
# - **prefill**: el prompt entero pasa una vez por el modelo, con la máscara causal, y llena la caché de cada capa;
# - **decodificación**: cada paso recibe solo el token más nuevo, y añade una clave y un valor a la caché de cada capa.
#
# Abajo tienes un MiniGPT como el que ya conoces. Su atención está partida en dos, para que puedas meter algo en medio:
# `proyectar(x)` da consultas, claves y valores `(B, h, n, d_k)`, y `atender(q, k, v, mascara)` los mezcla.
#
# Escribe `MiniGPTConCache(MiniGPT)` con
#
# - `prefijar(tokens)`: `tokens` es `(B, n)`, enteros; empieza con la caché vacía; da los logits `(B, V)` tras el último
#   token del prompt;
# - `paso(token)`: `token` es `(B, 1)`; da los logits `(B, V)` que le siguen.
#
# **Compruébalo con tu propio modelo**: con un prompt de 4 tokens y 3 pasos, los logits de cada paso tienen que ser los
# que da `forward` para todos los tokens que van, salvo el redondeo (alrededor de $10^{-6}$).
#
# Ten cuidado con: la posición de un token nuevo; qué fila de la máscara le corresponde; una caché por capa; un segundo
# prompt; y el final del contexto, más allá del cual no hay posiciones: lanza ahí un error, o vuelve a empezar con los
# últimos tokens. En un paso solo el token nuevo puede pasar por las proyecciones: de eso se trata.

# %% lang=en
import math

import torch
from torch import nn


def causal_rows(n, total):
    """(n, total), True = may attend: the rows of the causal mask that belong to the last n of `total` tokens."""
    return torch.ones(n, total, dtype=torch.bool).tril(diagonal=total - n)


class Attention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.n_heads = n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def projected(self, x):
        """Queries, keys and values (B, h, n, d_k) of x (B, n, d)."""
        split = lambda z: z.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
        return split(self.q(x)), split(self.k(x)), split(self.v(x))

    def attended(self, q, k, v, mask):
        """(B, n, d): n queries over all keys; mask (n, keys)."""
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, h, n, keys)
        weights = torch.softmax(scores.masked_fill(~mask, float("-inf")), dim=-1)
        return self.o((weights @ v).transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.attention = Attention(d_model, n_heads)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))


class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.context = context
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = nn.Embedding(context, d_model)
        self.blocks = nn.ModuleList([Block(d_model, n_heads) for _ in range(n_layers)])
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab_size)

    def forward(self, idx):
        """Logits (B, n, V) of tokens (B, n), without a cache."""
        n = idx.shape[1]
        x = self.tokens(idx) + self.positions(torch.arange(n))
        for block in self.blocks:
            q, k, v = block.attention.projected(block.norm1(x))
            x = x + block.attention.attended(q, k, v, causal_rows(n, n))
            x = x + block.ffn(block.norm2(x))
        return self.head(self.norm(x))


# %% lang=es
import math

import torch
from torch import nn


def filas_causales(n, total):
    """(n, total), True = puede mirar: las filas de la máscara causal de los últimos n de `total` tokens."""
    return torch.ones(n, total, dtype=torch.bool).tril(diagonal=total - n)


class Atencion(nn.Module):
    def __init__(self, d_model, n_cabezas):
        super().__init__()
        self.n_cabezas = n_cabezas
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def proyectar(self, x):
        """Consultas, claves y valores (B, h, n, d_k) de x (B, n, d)."""
        partir = lambda z: z.unflatten(-1, (self.n_cabezas, -1)).transpose(1, 2)
        return partir(self.q(x)), partir(self.k(x)), partir(self.v(x))

    def atender(self, q, k, v, mascara):
        """(B, n, d): n consultas frente a todas las claves; mascara (n, claves)."""
        puntuaciones = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, h, n, claves)
        pesos = torch.softmax(puntuaciones.masked_fill(~mascara, float("-inf")), dim=-1)
        return self.o((pesos @ v).transpose(1, 2).flatten(2))


class Bloque(nn.Module):
    def __init__(self, d_model, n_cabezas):
        super().__init__()
        self.norma1, self.norma2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.atencion = Atencion(d_model, n_cabezas)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))


class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_cabezas=4, n_capas=3, contexto=64):
        super().__init__()
        self.contexto = contexto
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.posiciones = nn.Embedding(contexto, d_model)
        self.bloques = nn.ModuleList([Bloque(d_model, n_cabezas) for _ in range(n_capas)])
        self.norma = nn.LayerNorm(d_model)
        self.salida = nn.Linear(d_model, vocab_size)

    def forward(self, idx):
        """Logits (B, n, V) de los tokens (B, n), sin caché."""
        n = idx.shape[1]
        x = self.tokens(idx) + self.posiciones(torch.arange(n))
        for bloque in self.bloques:
            q, k, v = bloque.atencion.proyectar(bloque.norma1(x))
            x = x + bloque.atencion.atender(q, k, v, filas_causales(n, n))
            x = x + bloque.ffn(bloque.norma2(x))
        return self.salida(self.norma(x))


# %% lang=en
class CachedMiniGPT(MiniGPT):
    def prefill(self, tokens):
        """Logits (B, V) after the prompt `tokens` (B, n); the cache then holds the prompt and nothing else."""
        ### BEGIN SOLUTION
        self.cache = [None] * len(self.blocks)  # per layer (K, V), each (B, h, cached, d_k)
        self.cached = 0
        return self._advance(tokens)[:, -1]
        ### END SOLUTION

    def step(self, token):
        """Logits (B, V) after one more token (B, 1)."""
        ### BEGIN SOLUTION
        return self._advance(token)[:, -1]

    def _advance(self, idx):
        total = self.cached + idx.shape[1]
        if total > self.context:
            raise ValueError(f"{total} tokens don't fit a context of {self.context}")
        # Positions and the mask's rows go on where the cache ends.
        x = self.tokens(idx) + self.positions(torch.arange(self.cached, total))
        mask = causal_rows(idx.shape[1], total)
        for layer, block in enumerate(self.blocks):
            q, k, v = block.attention.projected(block.norm1(x))  # of the new tokens only
            if self.cache[layer] is not None:
                k = torch.cat([self.cache[layer][0], k], dim=2)
                v = torch.cat([self.cache[layer][1], v], dim=2)
            self.cache[layer] = (k, v)
            x = x + block.attention.attended(q, k, v, mask)
            x = x + block.ffn(block.norm2(x))
        self.cached = total
        return self.head(self.norm(x))
        ### END SOLUTION


# %% lang=es
class MiniGPTConCache(MiniGPT):
    def prefijar(self, tokens):
        """Logits (B, V) tras el prompt `tokens` (B, n); la caché contiene después el prompt y nada más."""
        ### BEGIN SOLUTION
        self.cache = [None] * len(self.bloques)  # por capa (K, V), cada uno (B, h, guardados, d_k)
        self.guardados = 0
        return self._avanzar(tokens)[:, -1]
        ### END SOLUTION

    def paso(self, token):
        """Logits (B, V) tras un token más (B, 1)."""
        ### BEGIN SOLUTION
        return self._avanzar(token)[:, -1]

    def _avanzar(self, idx):
        total = self.guardados + idx.shape[1]
        if total > self.contexto:
            raise ValueError(f"{total} tokens no caben en un contexto de {self.contexto}")
        # Las posiciones y las filas de la máscara siguen donde acaba la caché.
        x = self.tokens(idx) + self.posiciones(torch.arange(self.guardados, total))
        mascara = filas_causales(idx.shape[1], total)
        for capa, bloque in enumerate(self.bloques):
            q, k, v = bloque.atencion.proyectar(bloque.norma1(x))  # solo de los tokens nuevos
            if self.cache[capa] is not None:
                k = torch.cat([self.cache[capa][0], k], dim=2)
                v = torch.cat([self.cache[capa][1], v], dim=2)
            self.cache[capa] = (k, v)
            x = x + bloque.atencion.atender(q, k, v, mascara)
            x = x + bloque.ffn(bloque.norma2(x))
        self.guardados = total
        return self.salida(self.norma(x))
        ### END SOLUTION


# %% [markdown] lang=en
# Now the generator: `generate_with_cache(model, tok, prompt, length=200, temperature=1.0)` gives the prompt and
# `length` new tokens, as your `generate` did. `tok` has `encode(text)` and `decode(ids)`. The prompt goes in once; its
# logits already tell the first new token.

# %% [markdown] lang=es
# Ahora el generador: `generar_con_cache(modelo, tok, prompt, longitud=200, temperatura=1.0)` devuelve el prompt y
# `longitud` tokens nuevos, como tu `generar`. `tok` tiene `codificar(texto)` y `decodificar(ids)`. El prompt entra
# una sola vez; sus logits ya dicen cuál es el primer token nuevo.


# %% lang=en
def generate_with_cache(model, tok, prompt, length=200, temperature=1.0):
    """The prompt and `length` tokens more."""
    ### BEGIN SOLUTION
    model.eval()
    ids = list(tok.encode(prompt))
    with torch.no_grad():
        logits = model.prefill(torch.tensor([ids]))
        for made in range(length):
            probabilities = torch.softmax(logits[0] / temperature, dim=-1)
            ids.append(torch.multinomial(probabilities, 1).item())
            if made < length - 1:
                logits = model.step(torch.tensor([ids[-1:]]))
    return tok.decode(ids)
    ### END SOLUTION


# %% lang=es
def generar_con_cache(modelo, tok, prompt, longitud=200, temperatura=1.0):
    """El prompt y `longitud` tokens más."""
    ### BEGIN SOLUTION
    modelo.eval()
    ids = list(tok.codificar(prompt))
    with torch.no_grad():
        logits = modelo.prefijar(torch.tensor([ids]))
        for hechos in range(longitud):
            probabilidades = torch.softmax(logits[0] / temperatura, dim=-1)
            ids.append(torch.multinomial(probabilidades, 1).item())
            if hechos < longitud - 1:
                logits = modelo.paso(torch.tensor([ids[-1:]]))
    return tok.decodificar(ids)
    ### END SOLUTION


# %% lang=en solved
torch.manual_seed(0)
model = CachedMiniGPT(vocab_size=13, d_model=24, n_heads=3, n_layers=2, context=16).eval()
tokens = torch.randint(13, (2, 7))
with torch.no_grad():
    cached = [model.prefill(tokens[:, :4])] + [model.step(tokens[:, t : t + 1]) for t in range(4, 7)]
    for t, logits in enumerate(cached, start=4):
        print(t, "tokens: largest difference", (logits - model(tokens[:, :t])[:, -1]).abs().max().item())

# %% lang=es solved
torch.manual_seed(0)
modelo = MiniGPTConCache(vocab_size=13, d_model=24, n_cabezas=3, n_capas=2, contexto=16).eval()
tokens = torch.randint(13, (2, 7))
with torch.no_grad():
    con_cache = [modelo.prefijar(tokens[:, :4])] + [modelo.paso(tokens[:, t : t + 1]) for t in range(4, 7)]
    for t, logits in enumerate(con_cache, start=4):
        print(t, "tokens: mayor diferencia", (logits - modelo(tokens[:, :t])[:, -1]).abs().max().item())
