# %% [markdown] lang=en
# ## 9. Cross-attention
#
# In self-attention a sequence asks itself. In **cross-attention** one sequence asks and another one answers: a
# translator that writes the next word looks back at the sentence it is translating. The queries come from `x`, the keys
# and values from `memory`:
#
# $$Q = X W_Q, \qquad K = M W_K, \qquad V = M W_V, \qquad
# A = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right), \qquad \text{output} = A V.$$
#
# *Shapes:* $X$ is $(n_q, d)$ and $M$ is $(n_k, d)$. The weights $A$ are $(n_q, n_k)$, with a row for each token that
# asks; the output is $(n_q, d_v)$.
#
# *Example:* 2 tokens ask 3 tokens, and all scores are 0. Each row of $A$ is $(\tfrac13, \tfrac13, \tfrac13)$, and each
# of the 2 rows of the output is the mean of the 3 values.
#
# Write `cross_attention(x, memory, W_Q, W_K, W_V)`, which gives `(output, weights)`. Write the attention yourself.
#
# *Watch out:* the two lengths are rarely equal. Try it with 3 and 7 tokens: where keys and values come from different
# sequences, the shapes tell you.
# %% [markdown] lang=es
# ## 9. Atención cruzada
#
# En la autoatención una secuencia se pregunta a sí misma. En la **atención cruzada** una secuencia pregunta y otra
# responde: un traductor que escribe la palabra siguiente vuelve la vista a la frase que traduce. Las consultas salen de
# `x`; las claves y los valores, de `memoria`:
#
# $$Q = X W_Q, \qquad K = M W_K, \qquad V = M W_V, \qquad
# A = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right), \qquad \text{salida} = A V.$$
#
# *Formas:* $X$ es $(n_q, d)$ y $M$ es $(n_k, d)$. Los pesos $A$ son $(n_q, n_k)$, con una fila por cada token que
# pregunta; la salida es $(n_q, d_v)$.
#
# *Ejemplo:* 2 tokens preguntan a 3 tokens y todas las puntuaciones son 0. Cada fila de $A$ es
# $(\tfrac13, \tfrac13, \tfrac13)$, y cada una de las 2 filas de la salida es la media de los 3 valores.
#
# Escribe `atencion_cruzada(x, memoria, W_Q, W_K, W_V)`, que devuelve `(salida, pesos)`. Escribe tú la atención.
#
# *Cuidado:* las dos longitudes casi nunca son iguales. Pruébala con 3 y 7 tokens: si claves y valores salen de
# secuencias distintas, las formas te lo dirán.
# %% lang=en
def cross_attention(x, memory, W_Q, W_K, W_V):
    """x: (n_q, d), memory: (n_k, d) -> the output (n_q, d_v) and the weights (n_q, n_k)."""
    ### BEGIN SOLUTION
    Q, K, V = x @ W_Q, memory @ W_K, memory @ W_V
    scores = Q @ K.T / np.sqrt(Q.shape[-1])  # (n_q, n_k)
    scores = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
    return weights @ V, weights
    ### END SOLUTION


# %% lang=es
def atencion_cruzada(x, memoria, W_Q, W_K, W_V):
    """x: (n_q, d), memoria: (n_k, d) -> la salida (n_q, d_v) y los pesos (n_q, n_k)."""
    ### BEGIN SOLUTION
    Q, K, V = x @ W_Q, memoria @ W_K, memoria @ W_V
    puntuaciones = Q @ K.T / np.sqrt(Q.shape[-1])  # (n_q, n_k)
    puntuaciones = puntuaciones - puntuaciones.max(axis=-1, keepdims=True)
    pesos = np.exp(puntuaciones) / np.exp(puntuaciones).sum(axis=-1, keepdims=True)
    return pesos @ V, pesos
    ### END SOLUTION


# %% lang=en solved
# 3 tokens ask 7: a row of weights for each that asks.
output, weights = cross_attention(np.random.randn(3, 4), np.random.randn(7, 4), np.eye(4), np.eye(4), np.eye(4))
print(output.shape, weights.shape, weights.sum(axis=1))
# %% lang=es solved
# 3 tokens preguntan a 7: una fila de pesos por cada uno que pregunta.
salida, pesos = atencion_cruzada(np.random.randn(3, 4), np.random.randn(7, 4), np.eye(4), np.eye(4), np.eye(4))
print(salida.shape, pesos.shape, pesos.sum(axis=1))
