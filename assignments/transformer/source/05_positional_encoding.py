# %% [markdown] lang=en
# ## 5. Positional encoding
#
# Part 4 has shown it: shuffled tokens give the shuffled result. Attention by itself doesn't know who comes first. So
# each position gets a vector of its own, which is added to the token's. The one of the 2017 paper is a row of clock
# hands, the first of which turns fast and the last very slowly. Hand $i$ turns by the angle $\omega_i$ at each step:
#
# $$\omega_i = \frac{1}{10000^{\,2i/d_{model}}},\qquad
# PE_{pos,\,2i} = \sin(pos \cdot \omega_i),\qquad PE_{pos,\,2i+1} = \cos(pos \cdot \omega_i) .$$
#
# We are back in NumPy (or torch, as you like). Write `positional_encoding(n_positions, d_model)`, which gives an array
# of shape (`n_positions`, `d_model`): a row for each position 0, 1, 2, ...
#
# **Example.** With $d_{model} = 4$ there are two hands, $\omega_0 = 1$ and $\omega_1 = 1/10000^{2/4} = 0.01$:
#
# $$\begin{pmatrix} 0 & 1 & 0 & 1 \\ .841 & .540 & .010 & 1.000 \\ .909 & -.416 & .020 & 1.000 \end{pmatrix}$$
#
# **Watch out**
#
# - $i$ counts the *pairs* of columns, 0, 1, 2, ... Both columns of a pair have the same $\omega_i$. What is $2i$ in
#   column 3?
# - Sines stand in the even columns and cosines in the odd ones, in turn; not first all sines and then all cosines.
# - Position 100 000 should be as right as position 1. With angles in float32 it isn't.
# - An odd `d_model` has a last sine without its cosine. Either let it work or raise an exception, as you like.
# %% [markdown] lang=es
# ## 5. Codificación posicional
#
# Lo has visto en la parte 4: los tokens barajados dan el resultado barajado. La atención por sí sola no sabe quién va
# primero. Por eso cada posición tiene su propio vector, que se suma al del token. El del artículo de 2017 es una fila
# de agujas de reloj: la primera gira deprisa y la última, muy despacio. La aguja $i$ gira un ángulo $\omega_i$ en cada
# paso:
#
# $$\omega_i = \frac{1}{10000^{\,2i/d_{model}}},\qquad
# PE_{pos,\,2i} = \sin(pos \cdot \omega_i),\qquad PE_{pos,\,2i+1} = \cos(pos \cdot \omega_i) .$$
#
# Volvemos a NumPy (o torch, como prefieras). Escribe `codificacion_posicional(n_posiciones, d_model)`, que da un array
# de forma (`n_posiciones`, `d_model`): una fila por cada posición 0, 1, 2, ...
#
# **Ejemplo.** Con $d_{model} = 4$ hay dos agujas, $\omega_0 = 1$ y $\omega_1 = 1/10000^{2/4} = 0.01$:
#
# $$\begin{pmatrix} 0 & 1 & 0 & 1 \\ .841 & .540 & .010 & 1.000 \\ .909 & -.416 & .020 & 1.000 \end{pmatrix}$$
#
# **Cuidado**
#
# - $i$ cuenta los *pares* de columnas, 0, 1, 2, ... Las dos columnas de un par tienen la misma $\omega_i$. ¿Cuánto vale
#   $2i$ en la columna 3?
# - Los senos van en las columnas pares y los cosenos en las impares, alternados; no primero todos los senos y luego
#   todos los cosenos.
# - La posición 100 000 debería salir tan bien como la 1. Con ángulos en float32 no es así.
# - Con `d_model` impar queda un último seno sin su coseno. Haz que funcione o lanza una excepción, lo que prefieras.
# %% lang=en
def positional_encoding(n_positions, d_model):
    """(n_positions, d_model): sines in the even columns, cosines in the odd ones."""
    ### BEGIN SOLUTION
    omega = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)  # one for each pair of columns
    angles = np.arange(n_positions)[:, None] * omega  # (n_positions, pairs)
    encoding = np.zeros((n_positions, d_model))
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles)[:, : d_model // 2]  # of an odd width, the last sine has no cosine
    return encoding
    ### END SOLUTION


# %% lang=es
def codificacion_posicional(n_posiciones, d_model):
    """(n_posiciones, d_model): senos en las columnas pares, cosenos en las impares."""
    ### BEGIN SOLUTION
    omega = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)  # una por cada par de columnas
    angulos = np.arange(n_posiciones)[:, None] * omega  # (n_posiciones, pares)
    codificacion = np.zeros((n_posiciones, d_model))
    codificacion[:, 0::2] = np.sin(angulos)
    codificacion[:, 1::2] = np.cos(angulos)[:, : d_model // 2]  # con anchura impar, el último seno no tiene coseno
    return codificacion
    ### END SOLUTION


# %% lang=en
with claim("the first three positions at a width of 4"):
    expected = [[0, 1, 0, 1], [0.841, 0.540, 0.010, 1], [0.909, -0.416, 0.020, 1]]
    assert np.allclose(positional_encoding(3, 4), expected, atol=6e-4)
with claim("each hand has length 1, so each row has the same length"):
    assert np.allclose((np.asarray(positional_encoding(50, 16)) ** 2).sum(axis=1), 16 / 2)
with claim("the picture"):
    pe = np.asarray(positional_encoding(64, 32))
    _, (left, right) = plt.subplots(1, 2, figsize=(10, 4))
    left.figure.colorbar(left.imshow(pe, cmap="RdBu", vmin=-1, vmax=1, aspect="auto"), ax=left)
    left.set(title="Positional encoding", xlabel="column", ylabel="position")
    right.figure.colorbar(right.imshow(pe @ pe.T, cmap="viridis"), ax=right)
    right.set(title="How alike two positions are (dot product)", xlabel="position", ylabel="position")
    plt.tight_layout()
    plt.show()
# %% lang=es
with comprueba("las tres primeras posiciones con anchura 4"):
    esperado = [[0, 1, 0, 1], [0.841, 0.540, 0.010, 1], [0.909, -0.416, 0.020, 1]]
    assert np.allclose(codificacion_posicional(3, 4), esperado, atol=6e-4)
with comprueba("cada aguja tiene longitud 1, así que todas las filas tienen la misma longitud"):
    assert np.allclose((np.asarray(codificacion_posicional(50, 16)) ** 2).sum(axis=1), 16 / 2)
with comprueba("la imagen"):
    pe = np.asarray(codificacion_posicional(64, 32))
    _, (izquierda, derecha) = plt.subplots(1, 2, figsize=(10, 4))
    izquierda.figure.colorbar(izquierda.imshow(pe, cmap="RdBu", vmin=-1, vmax=1, aspect="auto"), ax=izquierda)
    izquierda.set(title="Codificación posicional", xlabel="columna", ylabel="posición")
    derecha.figure.colorbar(derecha.imshow(pe @ pe.T, cmap="viridis"), ax=derecha)
    derecha.set(title="Cuánto se parecen dos posiciones (producto escalar)", xlabel="posición", ylabel="posición")
    plt.tight_layout()
    plt.show()
# %% [markdown] lang=en
# On the left: the columns to the left turn fast, those to the right hardly at all. On the right: how alike two
# positions are depends on their distance alone (each diagonal has one colour), for from $pos$ to $pos + k$ every hand
# turns by the same angle, wherever $pos$ is. That is why the model can learn "three words back".
# %% [markdown] lang=es
# A la izquierda: las primeras columnas giran deprisa y las últimas, casi nada. A la derecha: cuánto se parecen dos
# posiciones depende solo de la distancia entre ellas (cada diagonal tiene un solo color), porque de $pos$ a $pos + k$
# cada aguja gira siempre el mismo ángulo, esté donde esté $pos$. Por eso el modelo puede aprender «tres palabras
# atrás».
