# %% [markdown] lang=en
# # MiniGPT lab
#
# A character model from end to end: text to ids, batches, a training loop, an honest measure of how good it is, a
# checkpoint, and a sampler that makes it write. The model itself is given here, ready made: this notebook is about
# everything around it.
#
# Run the cells from top to bottom. Where it says `raise NotImplementedError`, write your solution in its place. You may
# rename parameters, but keep the names of the functions and the order of their parameters.
#
# **How you see where you stand.** If you were given this notebook in a folder with its checks, write `%load_ext grader`
# in a cell of your own, and below it `%grade`: it says of each part what holds, and of a mistake what it probably is
# and what to try. `grade check` in a terminal does the same with the saved file. The grade asks more than that.
# %% [markdown] lang=es
# # Laboratorio MiniGPT
#
# Un modelo de caracteres de principio a fin: del texto a los ids, los lotes, un bucle de entrenamiento, una medida
# honesta de lo bueno que es, un punto de control y un muestreo que lo hace escribir. El modelo te lo damos hecho: este
# notebook trata de todo lo que lo rodea.
#
# Ejecuta las celdas de arriba abajo. Donde pone `raise NotImplementedError`, escribe tu solución en su lugar. Puedes
# cambiar los nombres de los parámetros, pero conserva los de las funciones y el orden de sus parámetros.
#
# **Cómo ver por dónde vas.** Si te han dado este notebook en una carpeta con sus comprobaciones, escribe `%load_ext
# grader` en una celda tuya y, debajo, `%grade`: te dice qué se cumple de cada parte y, si hay un error, cuál es
# probablemente y qué puedes probar. `grade check`, en una terminal, hace lo mismo con el archivo guardado. Para la nota
# se pregunta más.
# %%
import torch
from torch import nn
import torch.nn.functional as F


# %% [markdown] lang=en
# ## The model (given)
#
# `MiniGPT(vocab_size, d_model=64, n_heads=4, n_layers=3, context=64)` is the decoder of the course: token and position
# embeddings, pre-LN blocks with a causal mask, a final LayerNorm and a linear head. `model(idx)` takes ids of shape
# $(B, n)$, $n \le$ `context`, and gives **logits** $(B, n, V)$: at each position, scores for the token that comes next.
# They aren't probabilities; no softmax has been applied.
# %% [markdown] lang=es
# ## El modelo (te lo damos)
#
# `MiniGPT(vocab_size, d_model=64, n_heads=4, n_layers=3, context=64)` es el decodificador del curso: embeddings de
# tokens y de posiciones, bloques pre-LN con máscara causal, una LayerNorm final y una capa lineal de salida.
# `model(idx)` recibe ids de forma $(B, n)$, $n \le$ `context`, y da **logits** $(B, n, V)$: en cada posición, una
# puntuación para cada token que podría venir después. No son probabilidades; no se ha aplicado ningún softmax.
# %%
class Block(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        self.n_heads = n_heads
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.qkv, self.out = nn.Linear(d_model, 3 * d_model), nn.Linear(d_model, d_model)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        B, n, d = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(B, n, 3, self.n_heads, d // self.n_heads).permute(2, 0, 3, 1, 4)
        heads = F.scaled_dot_product_attention(q, k, v, is_causal=True)  # (B, h, n, d/h)
        x = x + self.dropout(self.out(heads.transpose(1, 2).reshape(B, n, d)))
        return x + self.dropout(self.ffn(self.norm2(x)))


class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.config = {
            "vocab_size": vocab_size,
            "d_model": d_model,
            "n_heads": n_heads,
            "n_layers": n_layers,
            "context": context,
        }
        self.context = context
        self.tok_emb, self.pos_emb = nn.Embedding(vocab_size, d_model), nn.Embedding(context, d_model)
        self.blocks = nn.Sequential(*(Block(d_model, n_heads) for _ in range(n_layers)))
        self.norm, self.head = nn.LayerNorm(d_model), nn.Linear(d_model, vocab_size)

    def forward(self, idx):
        x = self.tok_emb(idx) + self.pos_emb(torch.arange(idx.shape[1], device=idx.device))  # (B, n, d_model)
        return self.head(self.norm(self.blocks(x)))  # (B, n, vocab_size)
