# %% [markdown] lang=en
# ## 6. Attention in tiles
#
# The $(n, n)$ matrix of weights is what doesn't fit: part 2 counted it. Yet the output has only $n$ rows.
# FlashAttention (Dao et al., 2022) computes **exactly the same output** without ever holding that matrix: it takes
# the keys and values a tile at a time and remembers three things for each query.
#
# The trouble is the softmax: its denominator needs all scores, and its maximum as well. The *online softmax* (Milakov
# and Gimelshein, 2018) corrects what it has as it goes. After some tiles let $m$ be the largest score so far, $\ell$
# the sum of the $e^{s_j - m}$ and $a$ the sum of the $e^{s_j - m}\,v_j$. A new tile with scores $s_j$ gives
#
# $$ m' = \max(m, \max_j s_j), \qquad \ell' = e^{m - m'}\,\ell + \sum_j e^{s_j - m'}, \qquad
# a' = e^{m - m'}\,a + \sum_j e^{s_j - m'}\,v_j , $$
#
# and after the last one the output is $a / \ell$. It begins with $m = -\infty$, $\ell = 0$, $a = 0$.
#
# Write `tiled_attention(Q, K, V, block_size)`: `Q` is $(n_q, d_k)$, `K` is $(n_k, d_k)$, `V` is $(n_k, d_v)$, the
# scores are divided by $\sqrt{d_k}$, there is no mask, and the result is $(n_q, d_v)$. `block_size` is how many keys
# a tile has. NumPy or torch, as you like. At no time make a matrix with $n_k$ columns.
#
# Example: one query, two tiles of one key each, with scores 0 and 3 and values 10 and 20. After the first tile
# $m = 0$, $\ell = 1$, $a = 10$. The second one makes $m' = 3$, $\ell' = e^{-3} + 1 = 1.05$,
# $a' = 10\,e^{-3} + 20 = 20.50$, and $a'/\ell' = 19.53$: what the softmax of $(0, 3)$ gives.
#
# *Watch out:* each query has a maximum of its own; everything from before must be corrected when it changes,
# numerator **and** denominator; and the last tile may be shorter than the others, or the only one.

# %% [markdown] lang=es
# ## 6. Atención por bloques
#
# La matriz de pesos $(n, n)$ es lo que no cabe: la contaste en la parte 2. Y sin embargo la salida solo tiene $n$
# filas. FlashAttention (Dao et al., 2022) calcula **exactamente la misma salida** sin tener nunca esa matriz: toma
# las claves y los valores bloque a bloque y recuerda tres cosas por consulta.
#
# El problema es el softmax: su denominador necesita todas las puntuaciones, y su máximo también. El *softmax en
# línea* (Milakov y Gimelshein, 2018) va corrigiendo lo que tiene. Tras algunos bloques, sea $m$ la mayor puntuación
# hasta ahora, $\ell$ la suma de los $e^{s_j - m}$ y $a$ la suma de los $e^{s_j - m}\,v_j$. Un bloque nuevo con
# puntuaciones $s_j$ da
#
# $$ m' = \max(m, \max_j s_j), \qquad \ell' = e^{m - m'}\,\ell + \sum_j e^{s_j - m'}, \qquad
# a' = e^{m - m'}\,a + \sum_j e^{s_j - m'}\,v_j , $$
#
# y tras el último la salida es $a / \ell$. Se empieza con $m = -\infty$, $\ell = 0$, $a = 0$.
#
# Escribe `atencion_por_bloques(Q, K, V, tamano_bloque)`: `Q` es $(n_q, d_k)$, `K` es $(n_k, d_k)$, `V` es
# $(n_k, d_v)$, las puntuaciones se dividen por $\sqrt{d_k}$, no hay máscara, y el resultado es $(n_q, d_v)$.
# `tamano_bloque` es cuántas claves tiene un bloque. En NumPy o torch, como quieras. No hagas en ningún momento una
# matriz con $n_k$ columnas.
#
# Ejemplo: una consulta, dos bloques de una clave cada uno, con puntuaciones 0 y 3 y valores 10 y 20. Tras el primer
# bloque, $m = 0$, $\ell = 1$, $a = 10$. El segundo hace $m' = 3$, $\ell' = e^{-3} + 1 = 1.05$,
# $a' = 10\,e^{-3} + 20 = 20.50$, y $a'/\ell' = 19.53$: lo que da el softmax de $(0, 3)$.
#
# *Cuidado:* cada consulta tiene su propio máximo; cuando cambia hay que corregir todo lo anterior, numerador **y**
# denominador; y el último bloque puede ser más corto que los demás, o el único.

# %% lang=en
import numpy as np


def tiled_attention(Q, K, V, block_size):
    """softmax(Q K^T / sqrt(d_k)) V, (n_q, d_v), with block_size keys at a time."""
    ### BEGIN SOLUTION
    n_q, d_k = Q.shape
    m = np.full((n_q, 1), -np.inf)  # the largest score of each query so far
    denominator = np.zeros((n_q, 1))
    numerator = np.zeros((n_q, V.shape[1]))
    for start in range(0, len(K), block_size):
        K_tile, V_tile = K[start : start + block_size], V[start : start + block_size]
        scores = Q @ K_tile.T / np.sqrt(d_k)  # (n_q, tile)
        m_new = np.maximum(m, scores.max(axis=1, keepdims=True))
        correction = np.exp(m - m_new)  # brings what is summed up to the new maximum
        e = np.exp(scores - m_new)
        denominator = correction * denominator + e.sum(axis=1, keepdims=True)
        numerator = correction * numerator + e @ V_tile
        m = m_new
    return numerator / denominator
    ### END SOLUTION


# %% lang=es
import numpy as np


def atencion_por_bloques(Q, K, V, tamano_bloque):
    """softmax(Q K^T / sqrt(d_k)) V, (n_q, d_v), con tamano_bloque claves cada vez."""
    ### BEGIN SOLUTION
    n_q, d_k = Q.shape
    m = np.full((n_q, 1), -np.inf)  # la mayor puntuación de cada consulta hasta ahora
    denominador = np.zeros((n_q, 1))
    numerador = np.zeros((n_q, V.shape[1]))
    for inicio in range(0, len(K), tamano_bloque):
        K_bloque, V_bloque = K[inicio : inicio + tamano_bloque], V[inicio : inicio + tamano_bloque]
        puntuaciones = Q @ K_bloque.T / np.sqrt(d_k)  # (n_q, bloque)
        m_nuevo = np.maximum(m, puntuaciones.max(axis=1, keepdims=True))
        correccion = np.exp(m - m_nuevo)  # lleva lo ya sumado al máximo nuevo
        e = np.exp(puntuaciones - m_nuevo)
        denominador = correccion * denominador + e.sum(axis=1, keepdims=True)
        numerador = correccion * numerador + e @ V_bloque
        m = m_nuevo
    return numerador / denominador
    ### END SOLUTION


# %% lang=en solved
Q, K, V = np.array([[1.0]]), np.array([[0.0], [3.0]]), np.array([[10.0], [20.0]])
print(tiled_attention(Q, K, V, 1), tiled_attention(Q, K, V, 2))
# %% lang=es solved
Q, K, V = np.array([[1.0]]), np.array([[0.0], [3.0]]), np.array([[10.0], [20.0]])
print(atencion_por_bloques(Q, K, V, 1), atencion_por_bloques(Q, K, V, 2))
