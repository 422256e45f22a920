# %% [markdown] lang=en
# ## 2. Self-attention
#
# Now for any sentence and any matrices:
#
# $$\mathrm{self\_attention}(X, W_Q, W_K, W_V) = (Z, A),\qquad
# A = \mathrm{softmax}\!\left(\frac{(X W_Q)(X W_K)^\top}{\sqrt{d_k}}\right),\qquad Z = A\,(X W_V).$$
#
# | | shape |
# |---|---|
# | $X$ | $(n, d_{model})$ |
# | $W_Q$, $W_K$ | $(d_{model}, d_k)$ |
# | $W_V$ | $(d_{model}, d_v)$ |
# | $Z$ | $(n, d_v)$ |
# | $A$ | $(n, n)$, each row adds up to 1 |
#
# *Watch out:* the softmax runs along the keys, so that the rows add up to 1. A row of $A$ belongs to a query (who
# looks), a column to a key (who is looked at). The three widths may all be different. NumPy or torch, as you like.
#
# *Check yourself:* choose $W_Q$ and $W_K$ such that token 0 looks at token 2. Which entry of $A$ becomes large?
# %% [markdown] lang=es
# ## 2. Autoatención
#
# Ahora para cualquier frase y cualesquiera matrices:
#
# $$\mathrm{autoatencion}(X, W_Q, W_K, W_V) = (Z, A),\qquad
# A = \mathrm{softmax}\!\left(\frac{(X W_Q)(X W_K)^\top}{\sqrt{d_k}}\right),\qquad Z = A\,(X W_V).$$
#
# | | forma |
# |---|---|
# | $X$ | $(n, d_{model})$ |
# | $W_Q$, $W_K$ | $(d_{model}, d_k)$ |
# | $W_V$ | $(d_{model}, d_v)$ |
# | $Z$ | $(n, d_v)$ |
# | $A$ | $(n, n)$, cada fila suma 1 |
#
# *Cuidado:* el softmax recorre las claves, para que sumen 1 las filas. Una fila de $A$ es de una consulta (quien mira)
# y una columna, de una clave (quien es mirado). Las tres anchuras pueden ser distintas. NumPy o torch, como prefieras.
#
# *Compruébalo:* elige $W_Q$ y $W_K$ de modo que el token 0 mire al token 2. ¿Qué elemento de $A$ se hace grande?
# %% lang=en
def self_attention(X, W_Q, W_K, W_V):
    """(Z, A): the output (n, d_v) and the weights (n, n)."""
    ### BEGIN SOLUTION
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ K.T / math.sqrt(K.shape[1]))
    return A @ V, A
    ### END SOLUTION


# %% lang=es
def autoatencion(X, W_Q, W_K, W_V):
    """(Z, A): la salida (n, d_v) y los pesos (n, n)."""
    ### BEGIN SOLUTION
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ K.T / math.sqrt(K.shape[1]))
    return A @ V, A
    ### END SOLUTION


# %% solved lang=en
Z, A = self_attention(EL_GATO_DUERME, GATO_W_Q, GATO_W_K, GATO_W_V)
print(np.round(Z, 3))
# %% solved lang=es
Z, A = autoatencion(EL_GATO_DUERME, GATO_W_Q, GATO_W_K, GATO_W_V)
print(np.round(Z, 3))
