# %% [markdown] lang=en
# ## 5. What each head looks at
#
# Here is multi-head attention in PyTorch, ready made (you build it yourself in the main assignment). Each of its $h$
# heads has $d_k = d_{model} / h$ columns of the queries and keys, and a softmax of its own.
#
# Write `attention_weights_per_head(mha, x)`: for an object `mha` of this class and an `x` of shape $(B, n, d_{model})$
# it returns the weights of every head, shape $(B, h, n, n)$:
#
# $$A^{(i)} = \mathrm{softmax}\!\left(\frac{Q^{(i)} {K^{(i)}}^\top}{\sqrt{d_k}}\right).$$
#
# *For example*, with 2 sentences of 5 tokens and 3 heads there are 2 × 3 heat maps of 5 × 5, and each of their rows
# adds up to 1.
#
# *Watch out:* no average over the heads. Use the module's own projections; `split` cuts them into heads in the right
# way.
# %% [markdown] lang=es
# ## 5. Qué mira cada cabeza
#
# Aquí tienes la atención multi-cabeza en PyTorch, ya hecha (la construyes tú en la práctica principal). Cada una de
# sus $h$ cabezas tiene $d_k = d_{model} / h$ columnas de las consultas y las claves, y un softmax propio.
#
# Escribe `pesos_por_cabeza(mha, x)`: para un objeto `mha` de esta clase y una `x` de forma $(B, n, d_{model})$
# devuelve los pesos de todas las cabezas, de forma $(B, h, n, n)$:
#
# $$A^{(i)} = \mathrm{softmax}\!\left(\frac{Q^{(i)} {K^{(i)}}^\top}{\sqrt{d_k}}\right).$$
#
# *Por ejemplo*, con 2 frases de 5 tokens y 3 cabezas hay 2 × 3 mapas de calor de 5 × 5, y cada una de sus filas suma
# 1.
#
# *Cuidado:* nada de promediar las cabezas. Usa las proyecciones del propio módulo; `separar` las corta en cabezas como
# es debido.
# %% lang=en
import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    """Given: x (B, n, d_model) to (B, n, d_model)."""

    def __init__(self, d_model, n_heads):
        super().__init__()
        assert d_model % n_heads == 0, "n_heads must divide d_model"
        self.n_heads = n_heads
        self.d_k = d_model // n_heads
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)
        self.W_O = nn.Linear(d_model, d_model)

    def split(self, x):
        """(B, n, d_model) to (B, h, n, d_k)."""
        B, n, _ = x.shape
        return x.view(B, n, self.n_heads, self.d_k).transpose(1, 2)

    def forward(self, x):
        B, n, d_model = x.shape
        q, k, v = self.split(self.W_Q(x)), self.split(self.W_K(x)), self.split(self.W_V(x))
        weights = torch.softmax(q @ k.transpose(-2, -1) / self.d_k**0.5, dim=-1)
        return self.W_O((weights @ v).transpose(1, 2).reshape(B, n, d_model))


# %% lang=es
import torch
from torch import nn


class AtencionMultiCabeza(nn.Module):
    """Ya hecha: de x (B, n, d_model) a (B, n, d_model)."""

    def __init__(self, d_model, n_cabezas):
        super().__init__()
        assert d_model % n_cabezas == 0, "n_cabezas debe dividir a d_model"
        self.n_cabezas = n_cabezas
        self.d_k = d_model // n_cabezas
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)
        self.W_O = nn.Linear(d_model, d_model)

    def separar(self, x):
        """De (B, n, d_model) a (B, h, n, d_k)."""
        B, n, _ = x.shape
        return x.view(B, n, self.n_cabezas, self.d_k).transpose(1, 2)

    def forward(self, x):
        B, n, d_model = x.shape
        q, k, v = self.separar(self.W_Q(x)), self.separar(self.W_K(x)), self.separar(self.W_V(x))
        pesos = torch.softmax(q @ k.transpose(-2, -1) / self.d_k**0.5, dim=-1)
        return self.W_O((pesos @ v).transpose(1, 2).reshape(B, n, d_model))


# %% lang=en
def attention_weights_per_head(mha, x):
    """The weights of each head, (B, h, n, n)."""
    ### BEGIN SOLUTION
    with torch.no_grad():
        q, k = mha.split(mha.W_Q(x)), mha.split(mha.W_K(x))
        return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)
    ### END SOLUTION


# %% lang=es
def pesos_por_cabeza(mha, x):
    """Los pesos de cada cabeza, (B, h, n, n)."""
    ### BEGIN SOLUTION
    with torch.no_grad():
        q, k = mha.separar(mha.W_Q(x)), mha.separar(mha.W_K(x))
        return torch.softmax(q @ k.transpose(-2, -1) / mha.d_k**0.5, dim=-1)
    ### END SOLUTION


# %% solved lang=en
torch.manual_seed(0)
print(attention_weights_per_head(MultiHeadAttention(8, 2), torch.randn(1, 4, 8)))
# %% solved lang=es
torch.manual_seed(0)
print(pesos_por_cabeza(AtencionMultiCabeza(8, 2), torch.randn(1, 4, 8)))
