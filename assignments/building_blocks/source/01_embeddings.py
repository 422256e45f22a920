# %% [markdown] lang=en
# # Building blocks
#
# In this notebook you write the parts that Transformers are built of, one by one: embeddings, the feed-forward network,
# norms, gates, the order of norm and sublayer, and then what has been added since 2017.
#
# Write your code where it says `write your solution here`. Keep the names of the functions and classes. Parameters are
# passed by position, and the attributes inside your modules may have any names: a module is compared by its weights.
#
# **How you see where you stand.** If you were given this notebook in a folder with its checks, write `%load_ext grader`
# in a cell of your own, and below it `%grade`: it says of each part what holds, and of a mistake what it probably is
# and what to try. `grade check` in a terminal does the same with the saved file. The grade asks more than that.
# %% [markdown] lang=es
# # Piezas
#
# En este notebook escribes, una por una, las piezas de las que están hechos los Transformers: los embeddings, la red
# feed-forward, las normas, las puertas, el orden entre norma y subcapa, y después lo que se ha añadido desde 2017.
#
# Escribe tu código donde dice `escribe aquí tu solución`. No cambies los nombres de las funciones y las clases. Los
# parámetros se pasan por posición, y los atributos dentro de tus módulos pueden llamarse como quieras: un módulo se
# compara por sus pesos.
#
# **Cómo ver por dónde vas.** Si te han dado este notebook en una carpeta con sus comprobaciones, escribe `%load_ext
# grader` en una celda tuya y, debajo, `%grade`: te dice qué se cumple de cada parte y, si hay un error, cuál es
# probablemente y qué puedes probar. `grade check`, en una terminal, hace lo mismo con el archivo guardado. Para la nota
# se pregunta más.
# %%
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


# %% [markdown] lang=en
# ## 1. Embeddings with positions
#
# A model is given token ids. It needs, for each of them, a vector that says **what** the token is, and one that says
# **where** it stands. Both are rows of tables that are learned like any other weight:
#
# $$x_i = E[\mathrm{idx}_i] + P[i],\qquad E \in \mathbb{R}^{V \times d},\; P \in \mathbb{R}^{n_\text{max} \times d},
# \qquad i = 0, 1, \dots$$
#
# *Example:* with $E = \begin{pmatrix}1 & 0\\ 0 & 2\end{pmatrix}$ and
# $P = \begin{pmatrix}0.1 & 0.1\\ 0.5 & 0\end{pmatrix}$ the text $(1, 1)$ becomes $(0.1, 2.1)$ and $(0.5, 2)$: the same
# token, at two places, is two vectors.
#
# Write the module `Embeddings(vocab_size, d_model, n_max)`. Its `forward(idx)` takes ids of shape $(B, n)$ and gives
# vectors of shape $(B, n, d)$.
#
# *Watch out:* the plain sum, without a factor $\sqrt{d}$ (that belongs to the sines and cosines of 2017). A text of
# `n_max` tokens must work; a longer one has no positions left, and an error should say so.
# %% [markdown] lang=es
# ## 1. Embeddings con posición
#
# Un modelo recibe ids de tokens. Para cada uno necesita un vector que diga **qué** token es, y otro que diga **dónde**
# está. Los dos son filas de tablas que se aprenden como cualquier otro peso:
#
# $$x_i = E[\mathrm{idx}_i] + P[i],\qquad E \in \mathbb{R}^{V \times d},\; P \in \mathbb{R}^{n_\text{max} \times d},
# \qquad i = 0, 1, \dots$$
#
# *Ejemplo:* con $E = \begin{pmatrix}1 & 0\\ 0 & 2\end{pmatrix}$ y
# $P = \begin{pmatrix}0.1 & 0.1\\ 0.5 & 0\end{pmatrix}$, el texto $(1, 1)$ se convierte en $(0.1, 2.1)$ y $(0.5, 2)$: el
# mismo token, en dos lugares, son dos vectores.
#
# Escribe el módulo `EmbeddingsConPosicion(vocab_size, d_model, n_max)`. Su `forward(idx)` recibe ids de forma $(B, n)$
# y devuelve vectores de forma $(B, n, d)$.
#
# *Cuidado:* la suma sin más, sin ningún factor $\sqrt{d}$ (ese va con los senos y cosenos de 2017). Un texto de `n_max`
# tokens debe funcionar; a uno más largo no le quedan posiciones, y un error debería decirlo.
# %% lang=en
class Embeddings(nn.Module):
    """What each token is, plus where it stands."""

    def __init__(self, vocab_size, d_model, n_max):
        super().__init__()
        ### BEGIN SOLUTION
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = nn.Embedding(n_max, d_model)
        ### END SOLUTION

    def forward(self, idx):
        """idx: (B, n) of ids -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        n = idx.shape[1]
        if n > self.positions.num_embeddings:
            raise ValueError(f"{n} tokens, but only {self.positions.num_embeddings} positions")
        return self.tokens(idx) + self.positions(torch.arange(n, device=idx.device))
        ### END SOLUTION


# %% lang=es
class EmbeddingsConPosicion(nn.Module):
    """Qué es cada token, más dónde está."""

    def __init__(self, vocab_size, d_model, n_max):
        super().__init__()
        ### BEGIN SOLUTION
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.posiciones = nn.Embedding(n_max, d_model)
        ### END SOLUTION

    def forward(self, idx):
        """idx: (B, n) de ids -> (B, n, d_model)."""
        ### BEGIN SOLUTION
        n = idx.shape[1]
        if n > self.posiciones.num_embeddings:
            raise ValueError(f"{n} tokens, pero solo hay {self.posiciones.num_embeddings} posiciones")
        return self.tokens(idx) + self.posiciones(torch.arange(n, device=idx.device))
        ### END SOLUTION


# %% lang=en solved
with torch.no_grad():
    print(Embeddings(vocab_size=10, d_model=4, n_max=8)(torch.tensor([[3, 3, 7]])))
# %% lang=es solved
with torch.no_grad():
    print(EmbeddingsConPosicion(vocab_size=10, d_model=4, n_max=8)(torch.tensor([[3, 3, 7]])))
