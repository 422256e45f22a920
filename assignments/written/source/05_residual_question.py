# %% [markdown] lang=en
# ## 6.5 Without the residual
#
# Take the residual connection out of every block: `x = sublayer(x)` instead of `x = x + sublayer(x)`. What is lost,
# and why? Think of the gradient on its way down through many blocks, and of what a token still knows about itself
# after them.
#
# Four to eight sentences of your own, in English or Spanish, between the quotes. Your teacher reads them and gives the
# points; the report shows your text and leaves them open.
# %% [markdown] lang=es
# ## 6.5 Sin la conexión residual
#
# Quita la conexión residual de todos los bloques: `x = subcapa(x)` en lugar de `x = x + subcapa(x)`. ¿Qué se pierde y
# por qué? Piensa en el gradiente, que tiene que bajar por muchos bloques, y en lo que un token sabe todavía de sí
# mismo después de ellos.
#
# De cuatro a ocho frases tuyas, en español o en inglés, entre las comillas. Las lee tu profesor y pone los puntos; el
# informe muestra tu texto y los deja abiertos.
# %% lang=en starter
residual_answer = """
"""
# %% lang=es starter
respuesta_residual = """
"""
# %% lang=en solved
residual_answer = """
With x + f(x) the derivative of a block is 1 + f'(x), so the gradient always has a way down that nothing shrinks.
Without it the gradient is a product of the f'(x) of all blocks, and in a deep stack it vanishes: the lower blocks
hardly learn. Going up, a token's own vector is replaced in every block by a mixture of the others. All tokens become
alike, and it is lost which word stood where. In training the loss comes down slowly or not at all, the more slowly
the more blocks there are, while nothing raises an error.
"""
# %% lang=es solved
respuesta_residual = """
Con x + f(x) la derivada de un bloque es 1 + f'(x), así que el gradiente siempre tiene un camino de bajada que nada
encoge. Sin ella el gradiente es un producto de las f'(x) de todos los bloques y, en una pila profunda, se desvanece:
los bloques de abajo apenas aprenden. Hacia arriba, el vector de cada token se sustituye en cada bloque por una mezcla
de los demás. Todos los tokens se vuelven iguales y se pierde qué palabra estaba en cada sitio. Al entrenar, la
pérdida baja despacio o no baja, más despacio cuantos más bloques hay, y nada da un error.
"""
