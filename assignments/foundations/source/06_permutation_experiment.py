# %% [markdown] lang=en
# ## 6. The permutation experiment
#
# Does attention know in which order the tokens come? Permute them, and look at what happens to the outputs. A function
# $f$ from $(n, d)$ to $n$ rows is **equivariant** if
#
# $$f(P X) = P f(X)$$
#
# for a permutation $P$: tokens in another order give the same outputs, in that order. It doesn't tell "dog bites man"
# from "man bites dog".
#
# Write `permutation_experiment(f, X, permutation)`: `f` is such a function, `X` has shape $(n, d)$, and `permutation`
# is an array of $n$ indices, so that `X[permutation]` is $P X$. It returns `True` if $f$ is equivariant for them, else
# `False`.
#
# *For example*, for self-attention the answer is `True`; as soon as a table of positions is added to the tokens, it is
# `False`. That's why a Transformer needs positions.
#
# *Watch out:* equivariant isn't *invariant* ($f(PX) = f(X)$): each output moves with its token. Sums in another order
# round in another way, so don't compare to the last bit. And one token that comes out otherwise is enough for `False`.
# %% [markdown] lang=es
# ## 6. El experimento de la permutación
#
# ¿Sabe la atención en qué orden vienen los tokens? Permútalos y mira qué les pasa a las salidas. Una función $f$ de
# $(n, d)$ a $n$ filas es **equivariante** si
#
# $$f(P X) = P f(X)$$
#
# para una permutación $P$: los tokens en otro orden dan las mismas salidas, en ese orden. No distingue «el perro
# muerde al hombre» de «el hombre muerde al perro».
#
# Escribe `experimento_permutacion(f, X, permutacion)`: `f` es una función así, `X` tiene forma $(n, d)$ y
# `permutacion` es un array de $n$ índices, de modo que `X[permutacion]` es $P X$. Devuelve `True` si $f$ es
# equivariante para ellos y, si no, `False`.
#
# *Por ejemplo*, para la autoatención la respuesta es `True`; en cuanto se suma a los tokens una tabla de posiciones,
# es `False`. Por eso un Transformer necesita posiciones.
#
# *Cuidado:* equivariante no es *invariante* ($f(PX) = f(X)$): cada salida se mueve con su token. Las sumas en otro
# orden se redondean de otra manera, así que no compares hasta el último bit. Y basta con que un token salga distinto
# para responder `False`.
# %% lang=en
def permutation_experiment(f, X, permutation):
    """Is f(P X) = P f(X)?  True or False."""
    ### BEGIN SOLUTION
    return bool(np.allclose(f(X[permutation]), f(X)[permutation]))
    ### END SOLUTION


# %% lang=es
def experimento_permutacion(f, X, permutacion):
    """¿Es f(P X) = P f(X)?  True o False."""
    ### BEGIN SOLUTION
    return bool(np.allclose(f(X[permutacion]), f(X)[permutacion]))
    ### END SOLUTION


# %% solved lang=en
rng = np.random.default_rng(0)
tokens, positions = rng.normal(size=(6, 4)), rng.normal(size=(6, 4))
matrices = [rng.normal(size=(4, 4)) for _ in range(3)]
order = rng.permutation(6)
print(permutation_experiment(lambda X: self_attention(X, *matrices)[0], tokens, order))
print(permutation_experiment(lambda X: self_attention(X + positions, *matrices)[0], tokens, order))
# %% solved lang=es
rng = np.random.default_rng(0)
tokens, posiciones = rng.normal(size=(6, 4)), rng.normal(size=(6, 4))
matrices = [rng.normal(size=(4, 4)) for _ in range(3)]
orden = rng.permutation(6)
print(experimento_permutacion(lambda X: autoatencion(X, *matrices)[0], tokens, orden))
print(experimento_permutacion(lambda X: autoatencion(X + posiciones, *matrices)[0], tokens, orden))
