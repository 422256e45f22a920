# %% [markdown] lang=en
# ## 2. Entries of the attention matrix
#
# Attention compares every token with every token. For $n$ tokens the weights of one head form an $(n, n)$ matrix, and
# each of the $h$ heads of each of the $L$ layers has one of its own:
#
# $$ \text{entries} = L \cdot h \cdot n^2 . $$
#
# Write `attention_entries(n, n_layers=1, n_heads=1)`. It returns that number as an **exact whole number**, however
# large.
#
# Example: 10 tokens give 100 entries; with 3 layers of 4 heads, 1 200. For 128 000 tokens a single head has 16 384
# 000 000, in float16 about 33 GB: part 6 shows how to do without them.
#
# *Watch out:* the causal mask doesn't make the matrix smaller. Its entries above the diagonal are filled with
# $-\infty$, but they are there. And don't go through a float or NumPy's integers: these end at 64 bits, Python's
# never do.

# %% [markdown] lang=es
# ## 2. Entradas de la matriz de atención
#
# La atención compara cada token con todos. Para $n$ tokens, los pesos de una cabeza forman una matriz $(n, n)$, y
# cada una de las $h$ cabezas de cada una de las $L$ capas tiene la suya:
#
# $$ \text{entradas} = L \cdot h \cdot n^2 . $$
#
# Escribe `entradas_atencion(n, n_capas=1, n_cabezas=1)`. Devuelve ese número como un **entero exacto**, por grande
# que sea.
#
# Ejemplo: 10 tokens dan 100 entradas; con 3 capas de 4 cabezas, 1 200. Para 128 000 tokens, una sola cabeza tiene 16
# 384 000 000, que en float16 son unos 33 GB: la parte 6 enseña a prescindir de ellas.
#
# *Cuidado:* la máscara causal no hace más pequeña la matriz. Sus entradas por encima de la diagonal se rellenan con
# $-\infty$, pero están ahí. Y no pases por un float ni por los enteros de NumPy: estos acaban en 64 bits, los de
# Python no acaban nunca.


# %% lang=en
def attention_entries(n, n_layers=1, n_heads=1):
    """The attention weights that n_layers layers of n_heads heads compute for n tokens: an int."""
    ### BEGIN SOLUTION
    return n_layers * n_heads * n**2
    ### END SOLUTION


# %% lang=es
def entradas_atencion(n, n_capas=1, n_cabezas=1):
    """Los pesos de atención que n_capas capas de n_cabezas cabezas calculan para n tokens: un int."""
    ### BEGIN SOLUTION
    return n_capas * n_cabezas * n**2
    ### END SOLUTION


# %% lang=en solved
for n in (10, 1_000, 128_000):
    print(f"{n} tokens: {attention_entries(n)} in a head, {attention_entries(n, 32, 32)} in 32 layers of 32 heads")
# %% lang=es solved
for n in (10, 1_000, 128_000):
    print(f"{n} tokens: {entradas_atencion(n)} en una cabeza, {entradas_atencion(n, 32, 32)} en 32 capas de 32 cabezas")
