# %% [markdown] lang=en
# ## 3. Masks
#
# A mask says who may look at whom. Here, and in the whole course, **True means "may attend"** and False means
# "blocked". (Some libraries have it the other way round. Read the manual before you mix them.)
#
# **Causal.** A model that is to guess the next token mustn't see it. So token $i$ may look at token $j$ only where
#
# $$j \le i .$$
#
# Write `causal_mask(n)`: shape $(n, n)$, a row for each token that looks.
#
# **Padding.** In a batch all sentences are equally long, because the short ones are filled up with tokens that mean
# nothing. Nobody may look at these. With $\ell_b$ real tokens in sentence $b$, position $j$ is real where
#
# $$j < \ell_b .$$
#
# Write `padding_mask(lengths, n_max)`: `lengths` has a number for each sentence (an array or a list), `n_max` is the
# width of the batch; the shape is (batch, `n_max`), and the real tokens come first.
#
# **Example.** With 1 for True,
#
# ```text
# causal_mask(3)      padding_mask([3, 1], 4)
#     1 0 0                1 1 1 0
#     1 1 0                1 0 0 0
#     1 1 1
# ```
#
# **Watch out**
#
# - The diagonal is allowed: a token sees itself. Otherwise the first one would see nobody at all, and a softmax over
#   nothing is `nan`.
# - `causal_mask(1)` is a mask, too.
# - The width of the padding mask is `n_max`, also where no sentence is that long.
# %% [markdown] lang=es
# ## 3. Máscaras
#
# Una máscara dice quién puede mirar a quién. Aquí, y en todo el curso, **True significa «puede mirar»** y False
# significa «bloqueado». (En algunas bibliotecas es al revés. Lee el manual antes de mezclarlas.)
#
# **Causal.** Un modelo que tiene que adivinar el token siguiente no debe verlo. Por eso el token $i$ puede mirar al
# token $j$ solo donde
#
# $$j \le i .$$
#
# Escribe `mascara_causal(n)`: de forma $(n, n)$, una fila por cada token que mira.
#
# **De padding.** En un lote todas las frases tienen la misma longitud, porque las cortas se rellenan con tokens que no
# significan nada. Nadie debe mirarlos. Si la frase $b$ tiene $\ell_b$ tokens de verdad, la posición $j$ es de verdad
# donde
#
# $$j < \ell_b .$$
#
# Escribe `mascara_padding(longitudes, n_max)`: `longitudes` tiene un número por frase (un array o una lista), `n_max`
# es la anchura del lote; la forma es (lote, `n_max`), y los tokens de verdad van primero.
#
# **Ejemplo.** Con 1 en lugar de True,
#
# ```text
# mascara_causal(3)      mascara_padding([3, 1], 4)
#     1 0 0                    1 1 1 0
#     1 1 0                    1 0 0 0
#     1 1 1
# ```
#
# **Cuidado**
#
# - La diagonal está permitida: un token se ve a sí mismo. Si no, el primero no vería a nadie, y un softmax sobre nada
#   es `nan`.
# - `mascara_causal(1)` también es una máscara.
# - La anchura de la máscara de padding es `n_max`, también si ninguna frase es tan larga.
# %% lang=en
def causal_mask(n):
    """(n, n): True where token i (row) may look at token j (column)."""
    ### BEGIN SOLUTION
    return np.tril(np.ones((n, n), dtype=bool))
    ### END SOLUTION


def padding_mask(lengths, n_max):
    """(batch, n_max): True for the real tokens of each sentence."""
    ### BEGIN SOLUTION
    return np.arange(n_max) < np.asarray(lengths)[:, None]
    ### END SOLUTION


# %% lang=es
def mascara_causal(n):
    """(n, n): True donde el token i (fila) puede mirar al token j (columna)."""
    ### BEGIN SOLUTION
    return np.tril(np.ones((n, n), dtype=bool))
    ### END SOLUTION


def mascara_padding(longitudes, n_max):
    """(lote, n_max): True en los tokens de verdad de cada frase."""
    ### BEGIN SOLUTION
    return np.arange(n_max) < np.asarray(longitudes)[:, None]
    ### END SOLUTION


# %% lang=en
with claim("nobody looks ahead in causal_mask(3)"):
    assert np.array_equal(np.asarray(causal_mask(3)), [[1, 0, 0], [1, 1, 0], [1, 1, 1]])
with claim("the real tokens of padding_mask([3, 1], 4)"):
    assert np.array_equal(np.asarray(padding_mask([3, 1], 4)), [[1, 1, 1, 0], [1, 0, 0, 0]])
with claim("both together: a sentence of 4 tokens in a batch that is 6 wide"):
    # A row of the padding mask speaks of keys, so it holds for every row of the causal one.
    # (The [pad] tokens look, too; nobody uses what they get.)
    both = np.asarray(causal_mask(6)) * np.asarray(padding_mask([4], 6))
    rng = np.random.default_rng(0)
    words = ["the", "cat", "sleeps", "well", "[pad]", "[pad]"]
    weights = attention(rng.normal(0, 1, (6, 4)), rng.normal(0, 1, (6, 4)), np.eye(6), both)[1]
    assert np.allclose(weights.sum(axis=1), 1)
    assert weights[2, 3] == weights[5, 4] == 0
    heat_map(weights, words, "Causal and padding mask")
# %% lang=es
with comprueba("nadie mira hacia delante en mascara_causal(3)"):
    assert np.array_equal(np.asarray(mascara_causal(3)), [[1, 0, 0], [1, 1, 0], [1, 1, 1]])
with comprueba("los tokens de verdad de mascara_padding([3, 1], 4)"):
    assert np.array_equal(np.asarray(mascara_padding([3, 1], 4)), [[1, 1, 1, 0], [1, 0, 0, 0]])
with comprueba("las dos juntas: una frase de 4 tokens en un lote de anchura 6"):
    # Una fila de la máscara de padding habla de claves, así que vale para todas las filas de la causal.
    # (Los tokens [pad] también miran; nadie usa lo que reciben.)
    las_dos = np.asarray(mascara_causal(6)) * np.asarray(mascara_padding([4], 6))
    rng = np.random.default_rng(0)
    palabras = ["el", "gato", "duerme", "bien", "[pad]", "[pad]"]
    pesos = atencion_producto_escalar(rng.normal(0, 1, (6, 4)), rng.normal(0, 1, (6, 4)), np.eye(6), las_dos)[1]
    assert np.allclose(pesos.sum(axis=1), 1)
    assert pesos[2, 3] == pesos[5, 4] == 0
    mapa_de_calor(pesos, palabras, "Máscaras causal y de padding")
