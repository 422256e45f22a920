# %% [markdown] lang=en
# ## 1. Softmax
#
# Attention has scores and needs shares: positive numbers that add up to 1, larger where the score is larger. That is
# what the softmax makes of a row of scores $z$:
#
# $$\mathrm{softmax}(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}} .$$
#
# Write `softmax(z, axis=-1)`.
#
# | | shape |
# |---|---|
# | `z` | any, with one to four axes |
# | `axis` | the axis along which the results add up to 1; the last one if nothing is said |
# | result | that of `z` |
#
# **Example.** For $z = (0, 2, 1)$ the exponentials are $1$, $7.389$ and $2.718$, together $11.107$, so the result is
# $(0.090, 0.665, 0.245)$. Ten times larger scores, $(0, 20, 10)$, give about
# $(2.1 \cdot 10^{-9},\; 0.9999546,\; 4.54 \cdot 10^{-5})$: the larger the scores, the more one of them takes all.
#
# **Watch out**
#
# - On paper the formula is the whole story. In a computer $e^{1000}$ is `inf` and $e^{-1000}$ is 0, and soon there is a
#   `nan`. Real scores are sometimes that large, and your function must be right for $\pm 10^4$, also in float32. What
#   happens to the formula if the same number is added to every $z_j$?
# - A score of $-\infty$ must give exactly 0: that is how masks will work in part 2.
# - With two axes, `axis=0` and `axis=1` both have to work, also where the array isn't square.
# - The caller's array is the caller's: don't change `z`.
# %% [markdown] lang=es
# ## 1. Softmax
#
# La atención tiene puntuaciones y necesita un reparto: números positivos que sumen 1, mayores donde la puntuación es
# mayor. Eso es lo que hace el softmax con una fila de puntuaciones $z$:
#
# $$\mathrm{softmax}(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}} .$$
#
# Escribe `softmax(z, eje=-1)`.
#
# | | forma |
# |---|---|
# | `z` | cualquiera, de uno a cuatro ejes |
# | `eje` | el eje a lo largo del cual los resultados suman 1; si no se dice nada, el último |
# | resultado | la de `z` |
#
# **Ejemplo.** Para $z = (0, 2, 1)$ las exponenciales son $1$, $7.389$ y $2.718$, en total $11.107$, así que el
# resultado es $(0.090, 0.665, 0.245)$. Con puntuaciones diez veces mayores, $(0, 20, 10)$, salen más o menos $(2.1
# \cdot 10^{-9},\; 0.9999546,\; 4.54 \cdot 10^{-5})$: cuanto más grandes son, más se lo lleva todo una sola.
#
# **Cuidado**
#
# - En el papel la fórmula lo dice todo. En un ordenador $e^{1000}$ es `inf` y $e^{-1000}$ es 0, y enseguida aparece un
#   `nan`. Las puntuaciones reales a veces son así de grandes, y tu función debe acertar con $\pm 10^4$, también en
#   float32. ¿Qué le pasa a la fórmula si sumas el mismo número a todos los $z_j$?
# - Una puntuación de $-\infty$ debe dar exactamente 0: así funcionarán las máscaras en la parte 2.
# - Con dos ejes tienen que funcionar `eje=0` y `eje=1`, también si el array no es cuadrado.
# - El array es de quien te llama: no modifiques `z`.
# %% lang=en
def softmax(z, axis=-1):
    """Scores in, positive weights that add up to 1 along `axis` out; the shape is that of z."""
    ### BEGIN SOLUTION
    e = np.exp(z - np.max(z, axis=axis, keepdims=True))  # the largest exponential is e^0 = 1
    return e / e.sum(axis=axis, keepdims=True)
    ### END SOLUTION


# %% lang=es
def softmax(z, eje=-1):
    """De puntuaciones a pesos positivos que suman 1 a lo largo de `eje`; la forma es la de z."""
    ### BEGIN SOLUTION
    e = np.exp(z - np.max(z, axis=eje, keepdims=True))  # la exponencial más grande es e^0 = 1
    return e / e.sum(axis=eje, keepdims=True)
    ### END SOLUTION


# %% lang=en
with claim("softmax([0, 2, 1]) is [.090, .665, .245]"):
    assert np.allclose(softmax(np.array([0.0, 2.0, 1.0])), [0.090, 0.665, 0.245], atol=5e-4)
with claim("scores of 1000 are no trouble"):
    assert np.allclose(softmax(np.array([1000.0, 1002.0, 1001.0])), [0.090, 0.665, 0.245], atol=5e-4)
with claim("along axis 0 the columns add up to 1"):
    assert np.allclose(softmax(np.array([[0.0, 5.0, 1.0], [2.0, 5.0, 1.0]]), 0).sum(axis=0), 1)
with claim("a score of -inf gets nothing"):
    assert softmax(np.array([0.0, -np.inf, 1.0]))[1] == 0
# %% lang=es
with comprueba("softmax([0, 2, 1]) es [.090, .665, .245]"):
    assert np.allclose(softmax(np.array([0.0, 2.0, 1.0])), [0.090, 0.665, 0.245], atol=5e-4)
with comprueba("las puntuaciones de 1000 no dan problemas"):
    assert np.allclose(softmax(np.array([1000.0, 1002.0, 1001.0])), [0.090, 0.665, 0.245], atol=5e-4)
with comprueba("a lo largo del eje 0 suman 1 las columnas"):
    assert np.allclose(softmax(np.array([[0.0, 5.0, 1.0], [2.0, 5.0, 1.0]]), 0).sum(axis=0), 1)
with comprueba("una puntuación de -inf no se lleva nada"):
    assert softmax(np.array([0.0, -np.inf, 1.0]))[1] == 0
