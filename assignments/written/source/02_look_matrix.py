# %% [markdown] lang=en
# ## 6.2 Make "duerme" look at "gato"
#
# In the example the query of "duerme" is $(1,1,0,0)\,W_Q=(1,1)$, and its products with the three keys $(0,2)$, $(2,0)$
# and $(1,1)$ are all 2: a verb that looks at everybody alike, and doesn't know who sleeps.
#
# Change **one** of the two matrices, $W_Q$ or $W_K$, of shape $(4,2)$, so that in the row of "duerme" the weight of
# "gato" is the largest. There are many solutions, and any that does so is right: the grader computes the attention
# with your matrix and the example's other one. Leave the variable that you don't need at `None`.
#
# *Watch out:* "duerme" has the features 1 and 2 only. What is in the other rows of $W_Q$ never gets into its query.
# %% [markdown] lang=es
# ## 6.2 Haz que «duerme» mire a «gato»
#
# En el ejemplo la consulta de «duerme» es $(1,1,0,0)\,W_Q=(1,1)$, y sus productos con las tres claves $(0,2)$, $(2,0)$
# y $(1,1)$ valen todos 2: un verbo que mira a todos por igual y no sabe quién duerme.
#
# Cambia **una** de las dos matrices, $W_Q$ o $W_K$, de forma $(4,2)$, para que en la fila de «duerme» el peso de
# «gato» sea el mayor. Hay muchas soluciones, y cualquiera que lo consiga es correcta: el corrector calcula la atención
# con tu matriz y la otra del ejemplo. Deja en `None` la variable que no necesites.
#
# *Cuidado:* «duerme» solo tiene los rasgos 1 y 2. Lo que haya en las otras filas de $W_Q$ no llega nunca a su consulta.
# %% lang=en starter
look_W_Q = None  # four rows of two numbers, or
look_W_K = None  # four rows of two numbers
# %% lang=es starter
W_Q_mirada = None  # cuatro filas de dos números, o bien
W_K_mirada = None  # cuatro filas de dos números
# %% lang=en solved
# The key of gato is (2, 0): a query that is large in its first number finds it. Here it is (2, 0).
look_W_Q = [[1, 0], [1, 0], [1, 0], [0, 1]]
look_W_K = None
# %% lang=es solved
# La clave de gato es (2, 0): la encuentra una consulta cuyo primer número sea grande. Aquí es (2, 0).
W_Q_mirada = [[1, 0], [1, 0], [1, 0], [0, 1]]
W_K_mirada = None
