# %% [markdown] lang=en
# ## 5. Sliding window
#
# If every token looks back to the beginning, work and cache grow with the text. With a **sliding window** of width
# $w$ (Mistral 7B: 4 096) token $i$ sees only the newest $w$ tokens, itself included:
#
# $$ M_{ij} = \text{True} \iff i - w < j \le i . $$
#
# A layer looks back $w - 1$ tokens; through several layers what's further back still arrives, passed on from one
# token to the next. And only $w$ keys and values need to be cached.
#
# Write `sliding_window_mask(n, window)`: a mask of shape $(n, n)$, row = the token that looks, column = the token
# that is looked at, `True` (or 1) = may attend.
#
# Example: `sliding_window_mask(5, 2)` is
#
# ```
# [[1 0 0 0 0]
#  [1 1 0 0 0]
#  [0 1 1 0 0]
#  [0 0 1 1 0]
#  [0 0 0 1 1]]
# ```
#
# *Watch out:* the window counts the token itself: with $w = 1$ only the diagonal is left. With $w \ge n$ it is the
# causal mask.

# %% [markdown] lang=es
# ## 5. Ventana deslizante
#
# Si cada token mira hasta el principio, el trabajo y la caché crecen con el texto. Con una **ventana deslizante** de
# ancho $w$ (Mistral 7B: 4 096), el token $i$ ve solo los $w$ tokens más nuevos, contándose a sí mismo:
#
# $$ M_{ij} = \text{True} \iff i - w < j \le i . $$
#
# Una capa mira $w - 1$ tokens hacia atrás; a través de varias capas sigue llegando lo que está más lejos, pasado de
# un token al siguiente. Y solo hay que guardar $w$ claves y valores.
#
# Escribe `mascara_ventana(n, ventana)`: una máscara de forma $(n, n)$, fila = el token que mira, columna = el token
# mirado, `True` (o 1) = puede mirar.
#
# Ejemplo: `mascara_ventana(5, 2)` es
#
# ```
# [[1 0 0 0 0]
#  [1 1 0 0 0]
#  [0 1 1 0 0]
#  [0 0 1 1 0]
#  [0 0 0 1 1]]
# ```
#
# *Cuidado:* la ventana cuenta al propio token: con $w = 1$ solo queda la diagonal. Con $w \ge n$ es la máscara
# causal.

# %% lang=en
import numpy as np


def sliding_window_mask(n, window):
    """(n, n), True = may attend: token i sees the tokens i - window + 1, ..., i."""
    ### BEGIN SOLUTION
    i, j = np.arange(n)[:, None], np.arange(n)[None, :]
    return (j <= i) & (j > i - window)
    ### END SOLUTION


# %% lang=es
import numpy as np


def mascara_ventana(n, ventana):
    """(n, n), True = puede mirar: el token i ve los tokens i - ventana + 1, ..., i."""
    ### BEGIN SOLUTION
    i, j = np.arange(n)[:, None], np.arange(n)[None, :]
    return (j <= i) & (j > i - ventana)
    ### END SOLUTION


# %% lang=en
# Given: a window of 6 tokens over a text of 20.
try:
    mask = np.asarray(sliding_window_mask(20, 6))
except NotImplementedError:
    print("The picture comes once sliding_window_mask is written.")
else:
    import matplotlib.pyplot as plt

    plt.figure(figsize=(3.5, 3.5))
    plt.imshow(mask, cmap="Blues", vmin=0, vmax=1)
    plt.xlabel("key: who is looked at")
    plt.ylabel("query: who looks")
    plt.tight_layout()
    plt.show()
# %% lang=es
# Ya hecho: una ventana de 6 tokens sobre un texto de 20.
try:
    mascara = np.asarray(mascara_ventana(20, 6))
except NotImplementedError:
    print("La imagen aparece cuando esté escrita mascara_ventana.")
else:
    import matplotlib.pyplot as plt

    plt.figure(figsize=(3.5, 3.5))
    plt.imshow(mascara, cmap="Blues", vmin=0, vmax=1)
    plt.xlabel("clave: a quién se mira")
    plt.ylabel("consulta: quién mira")
    plt.tight_layout()
    plt.show()
# %% lang=en solved
print(sliding_window_mask(5, 2).astype(int))
# %% lang=es solved
print(mascara_ventana(5, 2).astype(int))
