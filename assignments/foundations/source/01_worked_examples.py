# %% [markdown] lang=en
# # Foundations: from recurrence to attention
#
# In this notebook you compute attention by hand and in code, see why a recurrent network forgets, why scores are
# divided by $\sqrt{d_k}$, what each head looks at, and why a Transformer needs positions.
#
# Write your code where it says `write your solution here`. Keep the names of the functions; their parameters are
# passed by position, so you may call these as you like.
#
# **How you see where you stand.** If you were given this notebook in a folder with its checks, write `%load_ext grader`
# in a cell of your own, and below it `%grade`: it says of each part what holds, and of a mistake what it probably is
# and what to try. `grade check` in a terminal does the same with the saved file. The grade asks more than that.
# %% [markdown] lang=es
# # Fundamentos: de la recurrencia a la atención
#
# En este notebook calculas la atención a mano y en código, ves por qué una red recurrente olvida, por qué las
# puntuaciones se dividen entre $\sqrt{d_k}$, qué mira cada cabeza y por qué un Transformer necesita posiciones.
#
# Escribe tu código donde dice `escribe aquí tu solución`. No cambies los nombres de las funciones; los parámetros se
# pasan por posición, así que puedes llamarlos como quieras.
#
# **Cómo ver por dónde vas.** Si te han dado este notebook en una carpeta con sus comprobaciones, escribe `%load_ext
# grader` en una celda tuya y, debajo, `%grade`: te dice qué se cumple de cada parte y, si hay un error, cuál es
# probablemente y qué puedes probar. `grade check`, en una terminal, hace lo mismo con el archivo guardado. Para la nota
# se pregunta más.
# %%
import math

import numpy as np


# %% lang=en
def softmax(z, axis=-1):
    """Scores in, positive weights that add up to 1 along `axis` out.  Given, so that you can use it below."""
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


# %% lang=es
def softmax(z, axis=-1):
    """De puntuaciones a pesos positivos que suman 1 a lo largo de `axis`. Ya está hecha: úsala más abajo."""
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


# %% [markdown] lang=en
# ## 1. Two worked examples
#
# **"el gato duerme."** Each row of $X$ is a token. Three matrices make queries, keys and values of it, and
#
# $$A = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right),\qquad Z = A V,\qquad
# Q = X W_Q,\; K = X W_K,\; V = X W_V .$$
#
# Row $i$ of $A$ says how token $i$ shares its attention out. For "el": its scores are $(0, 4, 2)$; with $d_k = 2$ they
# become $(0, 2.83, 1.41)$, and the softmax makes $(0.045, 0.768, 0.187)$ of them. "el" looks at "gato" most.
#
# Write `gato_attention(X=EL_GATO_DUERME)`. It takes any $X$ of shape $(n, 4)$ and returns the pair $(A, Z)$, of shapes
# $(n, n)$ and $(n, 2)$.
#
# *Watch out:* $d_k$ is the width of the queries and keys (2), not that of $X$ (4).
# %% [markdown] lang=es
# ## 1. Dos ejemplos resueltos
#
# **«el gato duerme».** Cada fila de $X$ es un token. Tres matrices hacen de ella consultas, claves y valores, y
#
# $$A = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right),\qquad Z = A V,\qquad
# Q = X W_Q,\; K = X W_K,\; V = X W_V .$$
#
# La fila $i$ de $A$ dice cómo reparte su atención el token $i$. Para «el»: sus puntuaciones son $(0, 4, 2)$; con
# $d_k = 2$ quedan en $(0, 2.83, 1.41)$, y el softmax las convierte en $(0.045, 0.768, 0.187)$. «el» mira sobre todo a
# «gato».
#
# Escribe `ejemplo_gato(X=EL_GATO_DUERME)`. Admite cualquier $X$ de forma $(n, 4)$ y devuelve el par $(A, Z)$, de
# formas $(n, n)$ y $(n, 2)$.
#
# *Cuidado:* $d_k$ es la anchura de las consultas y las claves (2), no la de $X$ (4).
# %%
EL_GATO_DUERME = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
GATO_W_Q = np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]])
GATO_W_K = np.array([[0.0, 1], [1, 0], [0, 1], [1, 0]])
GATO_W_V = np.array([[1.0, 0], [0, 1], [1, 1], [0, 0]])


# %% lang=en
def gato_attention(X=EL_GATO_DUERME):
    """(A, Z) of self-attention with the matrices above; X is (n, 4)."""
    ### BEGIN SOLUTION
    Q, K, V = X @ GATO_W_Q, X @ GATO_W_K, X @ GATO_W_V
    A = softmax(Q @ K.T / math.sqrt(K.shape[1]))
    return A, A @ V
    ### END SOLUTION


# %% lang=es
def ejemplo_gato(X=EL_GATO_DUERME):
    """(A, Z) de la autoatención con las matrices de arriba; X es (n, 4)."""
    ### BEGIN SOLUTION
    Q, K, V = X @ GATO_W_Q, X @ GATO_W_K, X @ GATO_W_V
    A = softmax(Q @ K.T / math.sqrt(K.shape[1]))
    return A, A @ V
    ### END SOLUTION


# %% [markdown] lang=en
# **"dolor".** Here are six words with vectors that people can read: how cardiac a word is, how much of a place, of a
# person, of a function word, all times 2. No projections this time: a word's vector is its query, its key and its
# value at once, and $d_k = 4$. "dolor" attends to the six words with $(.038, .046, .038, .369, .334, .176)$: mostly to
# "pecho" and to itself. Its new vector is the mixture, $(1.516, 1.107, .107, .136)$: the pain is now in a place.
#
# Write `dolor_attention(word="dolor")` for any of the six words. It returns the weights, $(6,)$, and the word's new
# vector, $(4,)$.
# %% [markdown] lang=es
# **«dolor».** Aquí hay seis palabras con vectores que se pueden leer: cuánto tiene cada una de cardiaco, de lugar, de
# persona y de palabra funcional, todo multiplicado por 2. Esta vez no hay proyecciones: el vector de una palabra es a
# la vez su consulta, su clave y su valor, y $d_k = 4$. «dolor» atiende a las seis palabras con
# $(.038, .046, .038, .369, .334, .176)$: sobre todo a «pecho» y a sí misma. Su vector nuevo es la mezcla,
# $(1.516, 1.107, .107, .136)$: ahora el dolor está en un lugar.
#
# Escribe `ejemplo_dolor(palabra="dolor")` para cualquiera de las seis palabras. Devuelve los pesos, $(6,)$, y el
# vector nuevo de la palabra, $(4,)$.
# %% lang=en
WORDS = ["el", "paciente", "tiene", "pecho", "dolor", "brazo"]
VECTORS = 2 * np.array(
    [
        [0.0, 0.0, 0.0, 1.0],
        [0.1, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.2, 0.8],
        [0.9, 0.8, 0.0, 0.0],
        [1.0, 0.3, 0.0, 0.0],
        [0.5, 0.9, 0.0, 0.0],
    ]
)


def dolor_attention(word="dolor"):
    """The weights (6,) with which `word` attends to all words, and its new vector (4,)."""
    ### BEGIN SOLUTION
    q = VECTORS[WORDS.index(word)]
    weights = softmax(VECTORS @ q / math.sqrt(len(q)))
    return weights, weights @ VECTORS
    ### END SOLUTION


# %% lang=es
PALABRAS = ["el", "paciente", "tiene", "pecho", "dolor", "brazo"]
VECTORES = 2 * np.array(
    [
        [0.0, 0.0, 0.0, 1.0],
        [0.1, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.2, 0.8],
        [0.9, 0.8, 0.0, 0.0],
        [1.0, 0.3, 0.0, 0.0],
        [0.5, 0.9, 0.0, 0.0],
    ]
)


def ejemplo_dolor(palabra="dolor"):
    """Los pesos (6,) con los que `palabra` atiende a todas las palabras, y su vector nuevo (4,)."""
    ### BEGIN SOLUTION
    q = VECTORES[PALABRAS.index(palabra)]
    pesos = softmax(VECTORES @ q / math.sqrt(len(q)))
    return pesos, pesos @ VECTORES
    ### END SOLUTION


# %% lang=en
# Given: who looks at whom, a row for each query and a column for each key.
try:
    weights = [dolor_attention(word)[0] for word in WORDS]
except NotImplementedError:
    print("The picture comes once dolor_attention is written.")
else:
    import matplotlib.pyplot as plt

    plt.figure(figsize=(4, 4))
    plt.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    plt.xticks(range(len(WORDS)), WORDS, rotation=45)
    plt.yticks(range(len(WORDS)), WORDS)
    plt.xlabel("key: who is looked at")
    plt.ylabel("query: who looks")
    plt.tight_layout()
    plt.show()
# %% lang=es
# Ya hecho: quién mira a quién, una fila por consulta y una columna por clave.
try:
    pesos = [ejemplo_dolor(palabra)[0] for palabra in PALABRAS]
except NotImplementedError:
    print("La imagen aparece cuando esté escrita ejemplo_dolor.")
else:
    import matplotlib.pyplot as plt

    plt.figure(figsize=(4, 4))
    plt.imshow(pesos, cmap="Blues", vmin=0, vmax=1)
    plt.xticks(range(len(PALABRAS)), PALABRAS, rotation=45)
    plt.yticks(range(len(PALABRAS)), PALABRAS)
    plt.xlabel("clave: a quién se mira")
    plt.ylabel("consulta: quién mira")
    plt.tight_layout()
    plt.show()
# %% solved lang=en
print(np.round(gato_attention()[0], 3))
print(np.round(dolor_attention()[0], 3))
# %% solved lang=es
print(np.round(ejemplo_gato()[0], 3))
print(np.round(ejemplo_dolor()[0], 3))
