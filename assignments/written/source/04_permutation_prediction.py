# %% [markdown] lang=en
# ## 6.4 What does the permutation experiment print?
#
# The experiment gives a self-attention three tokens, once in their order and once permuted, and prints
#
# ```python
# torch.allclose(attention(X[permutation]), attention(X)[permutation])
# ```
#
# that is, whether permuting first or permuting last comes to the same. It's done twice: with the tokens $X$ as they are
# (**without positions**), and with $X + PE$, where the positions are added after the permutation (**with positions**).
#
# What is printed each time, `True` or `False`? Both answers together count: one alone could be guessed.
# %% [markdown] lang=es
# ## 6.4 ¿Qué imprime el experimento de la permutación?
#
# El experimento da a una autoatención tres tokens, una vez en su orden y otra permutados, e imprime
#
# ```python
# torch.allclose(atencion(X[permutacion]), atencion(X)[permutacion])
# ```
#
# es decir, si da lo mismo permutar antes que permutar después. Se hace dos veces: con los tokens $X$ tal cual (**sin
# posiciones**) y con $X + PE$, donde las posiciones se suman después de permutar (**con posiciones**).
#
# ¿Qué se imprime cada vez, `True` o `False`? Cuentan las dos respuestas juntas: una sola se podría adivinar.
# %% lang=en starter
prediction_without_positions = None  # True or False
prediction_with_positions = None
# %% lang=es starter
prediccion_sin_posiciones = None  # True o False
prediccion_con_posiciones = None
# %% lang=en solved
prediction_without_positions = True  # the scores see only what the tokens hold
prediction_with_positions = False  # a token that moves gets another position added
# %% lang=es solved
prediccion_sin_posiciones = True  # las puntuaciones solo ven lo que contienen los tokens
prediccion_con_posiciones = False  # a un token que se mueve se le suma otra posición
