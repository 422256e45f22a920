# %% [markdown] lang=en
# ## 2. Scaled dot-product attention
#
# A token asks a question (its *query* $q$); every token has a label (its *key* $k$) and something to give (its *value*
# $v$). The dot product $q \cdot k$ says how well a label fits the question, the softmax turns these scores into shares,
# and what the token gets is the mixture of the values in these shares. For all queries at once (Vaswani et al., 2017):
#
# $$\mathrm{attention}(Q, K, V) = \underbrace{\mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right)}_{A}\, V .$$
#
# Write `attention(Q, K, V, mask=None)`, which returns the pair `(output, weights)`.
#
# | | shape | |
# |---|---|---|
# | `Q` | $(n_q, d_k)$ | a row for each query |
# | `K` | $(n_k, d_k)$ | a row for each key |
# | `V` | $(n_k, d_v)$ | a row for each value |
# | `mask` | $(n_q, n_k)$ | True (or 1) where a query may attend, False (or 0) where it may not |
# | output | $(n_q, d_v)$ | |
# | weights $A$ | $(n_q, n_k)$ | each row adds up to 1 |
#
# **Example: "el gato duerme"** (*the cat sleeps*). With the matrices below,
#
# $$Q K^\top = \begin{pmatrix} 0 & 4 & 2 \\ 4 & 0 & 2 \\ 2 & 2 & 2 \end{pmatrix},\quad
# A = \begin{pmatrix} .045 & .768 & .187 \\ .768 & .045 & .187 \\ .333 & .333 & .333 \end{pmatrix},\quad
# Z = A V = \begin{pmatrix} .278 & 1 \\ 1.723 & 1 \\ 1 & 1 \end{pmatrix}.$$
#
# The first row is that of "el": its scores $(0, 4, 2)$ are divided by $\sqrt 2$, and the softmax gives "gato" the
# largest share. If each token may only look at itself and at those before it, the first row becomes $(1, 0, 0)$ and the
# second $(.944, .056, 0)$.
#
# **Watch out**
#
# - $d_k$ is the width of queries and keys. It's neither $d_v$ nor the number of tokens; all four sizes may differ.
# - The softmax runs along the keys. A row belongs to a query (who looks), a column to a key (who is looked at).
# - The mask acts on the scores, *before* the softmax, so that what is left still adds up to 1. A blocked key gets a
#   weight of exactly 0, and then its value can be anything.
# - In torch there may be further axes in front, for a batch and for heads: turn only the last two axes of $K$ around.
# - In the example above $Q K^\top$ is its own transpose. It can't tell you whether you have exchanged $Q$ and $K$.
# %% [markdown] lang=es
# ## 2. Atención por producto escalar
#
# Un token hace una pregunta (su *consulta* $q$); cada token lleva una etiqueta (su *clave* $k$) y tiene algo que dar
# (su *valor* $v$). El producto escalar $q \cdot k$ dice lo bien que encaja una etiqueta con la pregunta, el softmax
# convierte esas puntuaciones en un reparto, y lo que recibe el token es la mezcla de los valores según ese reparto.
# Para todas las consultas a la vez (Vaswani et al., 2017):
#
# $$\text{atención}(Q, K, V) = \underbrace{\mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right)}_{A}\, V .$$
#
# Escribe `atencion_producto_escalar(Q, K, V, mascara=None)`, que devuelve el par `(salida, pesos)`.
#
# | | forma | |
# |---|---|---|
# | `Q` | $(n_q, d_k)$ | una fila por consulta |
# | `K` | $(n_k, d_k)$ | una fila por clave |
# | `V` | $(n_k, d_v)$ | una fila por valor |
# | `mascara` | $(n_q, n_k)$ | True (o 1) donde una consulta puede mirar, False (o 0) donde no |
# | salida | $(n_q, d_v)$ | |
# | pesos $A$ | $(n_q, n_k)$ | cada fila suma 1 |
#
# **Ejemplo: «el gato duerme».** Con las matrices de más abajo,
#
# $$Q K^\top = \begin{pmatrix} 0 & 4 & 2 \\ 4 & 0 & 2 \\ 2 & 2 & 2 \end{pmatrix},\quad
# A = \begin{pmatrix} .045 & .768 & .187 \\ .768 & .045 & .187 \\ .333 & .333 & .333 \end{pmatrix},\quad
# Z = A V = \begin{pmatrix} .278 & 1 \\ 1.723 & 1 \\ 1 & 1 \end{pmatrix}.$$
#
# La primera fila es la de «el»: sus puntuaciones $(0, 4, 2)$ se dividen entre $\sqrt 2$, y el softmax le da a «gato» la
# mayor parte. Si cada token solo puede mirarse a sí mismo y a los anteriores, la primera fila pasa a ser $(1, 0, 0)$ y
# la segunda $(.944, .056, 0)$.
#
# **Cuidado**
#
# - $d_k$ es la anchura de las consultas y las claves. No es $d_v$ ni el número de tokens; los cuatro tamaños pueden ser
#   distintos.
# - El softmax recorre las claves. Una fila es de una consulta (quien mira) y una columna, de una clave (quien es
#   mirado).
# - La máscara actúa sobre las puntuaciones, *antes* del softmax, para que lo que queda siga sumando 1. Una clave
#   bloqueada recibe un peso de exactamente 0, y entonces da igual cuál sea su valor.
# - En torch puede haber más ejes delante, para un lote y para las cabezas: da la vuelta solo a los dos últimos ejes de
#   $K$.
# - En el ejemplo de arriba $Q K^\top$ es igual a su traspuesta. No te dirá si has cambiado $Q$ por $K$.
# %% lang=en
def attention(Q, K, V, mask=None):
    """Q (n_q, d_k), K (n_k, d_k), V (n_k, d_v) -> the output (n_q, d_v) and the weights (n_q, n_k)."""
    ### BEGIN SOLUTION
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(K.shape[-1])  # (n_q, n_k)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
    ### END SOLUTION


# %% lang=es
def atencion_producto_escalar(Q, K, V, mascara=None):
    """Q (n_q, d_k), K (n_k, d_k), V (n_k, d_v) -> la salida (n_q, d_v) y los pesos (n_q, n_k)."""
    ### BEGIN SOLUTION
    puntuaciones = Q @ np.swapaxes(K, -2, -1) / math.sqrt(K.shape[-1])  # (n_q, n_k)
    if mascara is not None:
        puntuaciones = np.where(mascara, puntuaciones, -np.inf)
    pesos = softmax(puntuaciones)
    return pesos @ V, pesos
    ### END SOLUTION


# %% lang=en
# Given: "el gato duerme", a row for each token.
X = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
Q = X @ np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]])
K = X @ np.array([[0.0, 1], [1, 0], [0, 1], [1, 0]])
V = X @ np.array([[1.0, 0], [0, 1], [1, 1], [0, 0]])

with claim("«el» looks at «gato» most"):
    assert np.allclose(attention(Q, K, V)[1][0], [0.045, 0.768, 0.187], atol=5e-4)
with claim("the new vectors of «el gato duerme»"):
    assert np.allclose(attention(Q, K, V)[0], [[0.278, 1], [1.723, 1], [1, 1]], atol=6e-4)
with claim("with a mask the rows still add up to 1, and what is blocked gets 0"):
    mask = np.array([[True, False, False], [True, True, False], [True, True, True]])
    weights = attention(Q, K, V, mask)[1]
    assert np.allclose(weights[:2], [[1, 0, 0], [0.944, 0.056, 0]], atol=5e-4)
with claim("2 queries and 5 keys; and the queries are the ones that ask"):
    questions, labels = np.array([[9.0, 0, 0], [0, 9, 0]]), np.eye(5)[:, :3]
    output, weights = attention(questions, labels, np.arange(20.0).reshape(5, 4))
    assert output.shape == (2, 4)
    assert list(weights.argmax(axis=1)) == [0, 1]
# %% lang=es
# Ya hecho: «el gato duerme», una fila por token.
X = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
Q = X @ np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]])
K = X @ np.array([[0.0, 1], [1, 0], [0, 1], [1, 0]])
V = X @ np.array([[1.0, 0], [0, 1], [1, 1], [0, 0]])

with comprueba("«el» mira sobre todo a «gato»"):
    assert np.allclose(atencion_producto_escalar(Q, K, V)[1][0], [0.045, 0.768, 0.187], atol=5e-4)
with comprueba("los vectores nuevos de «el gato duerme»"):
    assert np.allclose(atencion_producto_escalar(Q, K, V)[0], [[0.278, 1], [1.723, 1], [1, 1]], atol=6e-4)
with comprueba("con una máscara las filas siguen sumando 1, y lo bloqueado recibe 0"):
    mascara = np.array([[True, False, False], [True, True, False], [True, True, True]])
    pesos = atencion_producto_escalar(Q, K, V, mascara)[1]
    assert np.allclose(pesos[:2], [[1, 0, 0], [0.944, 0.056, 0]], atol=5e-4)
with comprueba("2 consultas y 5 claves; y son las consultas las que preguntan"):
    preguntas, etiquetas = np.array([[9.0, 0, 0], [0, 9, 0]]), np.eye(5)[:, :3]
    salida, pesos = atencion_producto_escalar(preguntas, etiquetas, np.arange(20.0).reshape(5, 4))
    assert salida.shape == (2, 4)
    assert list(pesos.argmax(axis=1)) == [0, 1]


# %% [markdown] lang=en
# **A picture.** Six words with vectors that people can read: how cardiac a word is, how much of a place, of a person,
# of a function word, all times 2. Each vector is query, key and value at once, so $d_k = 4$. "dolor" (*pain*) attends
# to the six words with $(.038, .046, .038, .369, .334, .176)$, mostly to "pecho" (*chest*) and to itself, and its new
# vector is $(1.516, 1.107, .107, .136)$: the pain is now in a place.
# %% [markdown] lang=es
# **Una imagen.** Seis palabras con vectores que se pueden leer: cuánto tiene cada una de cardiaco, de lugar, de persona
# y de palabra funcional, todo multiplicado por 2. Cada vector es a la vez consulta, clave y valor, así que $d_k = 4$.
# «dolor» atiende a las seis palabras con $(.038, .046, .038, .369, .334, .176)$, sobre todo a «pecho» y a sí misma, y
# su vector nuevo es $(1.516, 1.107, .107, .136)$: ahora el dolor está en un lugar.
# %% lang=en
def heat_map(weights, tokens, title):
    """Given: a picture of attention weights, a row for each query and a column for each key."""
    _, axes = plt.subplots(figsize=(4.5, 4.5))
    axes.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    axes.set_xticks(range(len(tokens)), tokens, rotation=45)
    axes.set_yticks(range(len(tokens)), tokens)
    axes.set_xlabel("key: who is looked at")
    axes.set_ylabel("query: who looks")
    axes.set_title(title)
    for (row, column), weight in np.ndenumerate(weights):
        colour = "white" if weight > 0.5 else "black"
        axes.text(column, row, f"{weight:.2f}", ha="center", va="center", color=colour, fontsize=9)
    plt.tight_layout()
    plt.show()


words = ["el", "paciente", "tiene", "pecho", "dolor", "brazo"]
vectors = 2 * np.array(
    [[0, 0, 0, 1], [0.1, 0, 1, 0], [0, 0, 0.2, 0.8], [0.9, 0.8, 0, 0], [1, 0.3, 0, 0], [0.5, 0.9, 0, 0]]
)
with claim("what «dolor» attends to, and its new vector"):
    output, weights = attention(vectors, vectors, vectors)
    assert np.allclose(weights[4], [0.038, 0.046, 0.038, 0.369, 0.334, 0.176], atol=6e-4)
    assert np.allclose(output[4], [1.516, 1.107, 0.107, 0.136], atol=6e-4)
    heat_map(weights, words, "Who attends to whom")


# %% lang=es
def mapa_de_calor(pesos, tokens, titulo):
    """Ya hecha: una imagen de los pesos de atención, una fila por consulta y una columna por clave."""
    _, ejes = plt.subplots(figsize=(4.5, 4.5))
    ejes.imshow(pesos, cmap="Blues", vmin=0, vmax=1)
    ejes.set_xticks(range(len(tokens)), tokens, rotation=45)
    ejes.set_yticks(range(len(tokens)), tokens)
    ejes.set_xlabel("clave: quién es mirado")
    ejes.set_ylabel("consulta: quién mira")
    ejes.set_title(titulo)
    for (fila, columna), peso in np.ndenumerate(pesos):
        color = "white" if peso > 0.5 else "black"
        ejes.text(columna, fila, f"{peso:.2f}", ha="center", va="center", color=color, fontsize=9)
    plt.tight_layout()
    plt.show()


palabras = ["el", "paciente", "tiene", "pecho", "dolor", "brazo"]
vectores = 2 * np.array(
    [[0, 0, 0, 1], [0.1, 0, 1, 0], [0, 0, 0.2, 0.8], [0.9, 0.8, 0, 0], [1, 0.3, 0, 0], [0.5, 0.9, 0, 0]]
)
with comprueba("a qué atiende «dolor», y su vector nuevo"):
    salida, pesos = atencion_producto_escalar(vectores, vectores, vectores)
    assert np.allclose(pesos[4], [0.038, 0.046, 0.038, 0.369, 0.334, 0.176], atol=6e-4)
    assert np.allclose(salida[4], [1.516, 1.107, 0.107, 0.136], atol=6e-4)
    mapa_de_calor(pesos, palabras, "Quién atiende a quién")
