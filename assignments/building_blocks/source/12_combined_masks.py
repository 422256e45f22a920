# %% [markdown] lang=en
# ## 12. Causal and padding mask together
#
# A batch holds texts of different lengths, filled up with padding. A decoder that reads it needs both masks at once:
# token $i$ of text $b$ may attend to token $j$ if $j$ is not in the future **and** is not padding:
#
# $$M_{b,i,j} = [\,j \le i\,] \wedge [\,j < \text{length}_b\,].$$
#
# *Example:* for the lengths 2 and 3, with $n = 3$,
#
# $$M_0 = \begin{pmatrix}1&0&0\\1&1&0\\1&1&0\end{pmatrix}, \qquad
# M_1 = \begin{pmatrix}1&0&0\\1&1&0\\1&1&1\end{pmatrix}.$$
#
# Write `combine_masks(lengths, n)`. `lengths` is $(B,)$; the mask is $(B, 1, n, n)$, so that it is broadcast over the
# heads when it meets scores $(B, h, n, n)$; $(B, n, n)$ is accepted too. True (or 1) means: may attend.
#
# *Watch out:* the padding mask speaks of **keys**, the last axis. Tokens of padding may see the real ones: nobody reads
# their answers, but a row that blocks everything makes NaN, which then spreads.
# %% [markdown] lang=es
# ## 12. Máscara causal y de padding juntas
#
# Un lote lleva textos de longitudes distintas, rellenados con padding. Un decoder que lo lee necesita las dos máscaras
# a la vez: el token $i$ del texto $b$ puede atender al token $j$ si $j$ no está en el futuro **y** no es padding:
#
# $$M_{b,i,j} = [\,j \le i\,] \wedge [\,j < \text{longitud}_b\,].$$
#
# *Ejemplo:* para las longitudes 2 y 3, con $n = 3$,
#
# $$M_0 = \begin{pmatrix}1&0&0\\1&1&0\\1&1&0\end{pmatrix}, \qquad
# M_1 = \begin{pmatrix}1&0&0\\1&1&0\\1&1&1\end{pmatrix}.$$
#
# Escribe `combinar_mascaras(longitudes, n)`. `longitudes` es $(B,)$; la máscara es $(B, 1, n, n)$, para que se repita
# por las cabezas cuando se encuentre con puntuaciones $(B, h, n, n)$; también se acepta $(B, n, n)$. True (o 1)
# significa: puede atender.
#
# *Cuidado:* la máscara de padding habla de las **claves**, el último eje. Los tokens de padding pueden ver los reales:
# nadie lee sus respuestas, pero una fila que lo bloquea todo produce NaN, que después se extiende.
# %% lang=en
def combine_masks(lengths, n):
    """lengths: (B,) -> a mask (B, 1, n, n), True where token i of a text may attend to token j."""
    ### BEGIN SOLUTION
    positions = np.arange(n)
    real = positions < np.asarray(lengths)[:, None]  # (B, n)
    causal = positions[None, :] <= positions[:, None]  # (n, n)
    return real[:, None, None, :] & causal
    ### END SOLUTION


# %% lang=es
def combinar_mascaras(longitudes, n):
    """longitudes: (B,) -> una máscara (B, 1, n, n), True donde el token i de un texto puede atender al token j."""
    ### BEGIN SOLUTION
    posiciones = np.arange(n)
    reales = posiciones < np.asarray(longitudes)[:, None]  # (B, n)
    causal = posiciones[None, :] <= posiciones[:, None]  # (n, n)
    return reales[:, None, None, :] & causal
    ### END SOLUTION


# %% lang=en
# Given: a text of 6 tokens in a batch that is 10 wide.
try:
    mask = np.asarray(combine_masks([6], 10))[0, 0]
except NotImplementedError:
    print("The picture comes once combine_masks is written.")
else:
    import matplotlib.pyplot as plt

    plt.figure(figsize=(3.5, 3.5))
    plt.imshow(mask, cmap="Blues", vmin=0, vmax=1)
    plt.xlabel("key: who is looked at")
    plt.ylabel("query: who looks")
    plt.tight_layout()
    plt.show()
# %% lang=es
# Ya hecho: un texto de 6 tokens en un lote de 10 de ancho.
try:
    mascara = np.asarray(combinar_mascaras([6], 10))[0, 0]
except NotImplementedError:
    print("La imagen aparece cuando esté escrita combinar_mascaras.")
else:
    import matplotlib.pyplot as plt

    plt.figure(figsize=(3.5, 3.5))
    plt.imshow(mascara, cmap="Blues", vmin=0, vmax=1)
    plt.xlabel("clave: a quién se mira")
    plt.ylabel("consulta: quién mira")
    plt.tight_layout()
    plt.show()
# %% lang=en solved
print(combine_masks([2, 3], 3).astype(int))
# %% lang=es solved
print(combinar_mascaras([2, 3], 3).astype(int))
