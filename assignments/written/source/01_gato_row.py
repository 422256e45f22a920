# %% [markdown] lang=en
# # Written exercises
#
# Pencil and paper first: these exercises ask what you have understood, not what you can program. Write each answer into
# the variable that stands there with `None`. A small function without parameters does as well, if you would rather
# let Python calculate. What you leave at `None` counts as not answered.
#
# **How exact?** Round as you like: each exercise says how much is allowed. **Units:** where a unit is asked for, the
# number alone is taken in that unit; you may state another one beside it, as in `(439.5, "GiB")` or `"439.5 GiB"`.
# %% [markdown] lang=es
# # Ejercicios escritos
#
# Primero, lápiz y papel: estos ejercicios preguntan qué has entendido, no qué sabes programar. Escribe cada respuesta
# en la variable que aparece con `None`. También vale una función pequeña sin parámetros, si prefieres que calcule
# Python. Lo que dejes en `None` cuenta como no respondido.
#
# **¿Con qué exactitud?** Redondea como quieras: cada ejercicio dice cuánto se admite. **Unidades:** donde se pide una
# unidad, el número solo se toma en ella; puedes indicar otra a su lado, como en `(439.5, "GiB")` o `"439.5 GiB"`.
# %% [markdown] lang=en
# ## 6.1 The row of "gato" by hand
#
# "el gato duerme" are three tokens of four features, the rows of $X$:
#
# $$X=\begin{pmatrix}1&0&1&0\\0&1&0&1\\1&1&0&0\end{pmatrix},\quad
# W_Q=\begin{pmatrix}1&0\\0&1\\1&0\\0&1\end{pmatrix},\quad
# W_K=\begin{pmatrix}0&1\\1&0\\0&1\\1&0\end{pmatrix},\quad
# W_V=\begin{pmatrix}1&0\\0&1\\1&1\\0&0\end{pmatrix}.$$
#
# **The row of "el", worked out.** Its query is $q = (1,0,1,0)\,W_Q = (2, 0)$. The keys are $(0,2)$, $(2,0)$ and
# $(1,1)$, so the products are $0$, $4$ and $2$; divided by $\sqrt{d_k}=\sqrt2$ they are the scores $(0,\ 2.83,\
# 1.41)$. The softmax makes $e^0=1$, $e^{2.83}=16.9$ and $e^{1.41}=4.1$ of them, $22.0$ together, and so the weights
# $(0.045,\ 0.768,\ 0.187)$. The values are $(2,1)$, $(0,1)$ and $(1,1)$, and the output is
# $0.045\,(2,1)+0.768\,(0,1)+0.187\,(1,1) = (0.278,\ 1)$.
#
# Do the same for **"gato"**: three scores (with el, gato and duerme, in this order), three weights, two numbers of
# output. Two decimals are enough. A mistake in the weights isn't counted again in the output if you go on rightly from
# them.
#
# *Watch out:* the keys and the values stay; only the query is another one.
# %% [markdown] lang=es
# ## 6.1 La fila de «gato» a mano
#
# «el gato duerme» son tres tokens de cuatro rasgos, las filas de $X$:
#
# $$X=\begin{pmatrix}1&0&1&0\\0&1&0&1\\1&1&0&0\end{pmatrix},\quad
# W_Q=\begin{pmatrix}1&0\\0&1\\1&0\\0&1\end{pmatrix},\quad
# W_K=\begin{pmatrix}0&1\\1&0\\0&1\\1&0\end{pmatrix},\quad
# W_V=\begin{pmatrix}1&0\\0&1\\1&1\\0&0\end{pmatrix}.$$
#
# **La fila de «el», resuelta.** Su consulta es $q = (1,0,1,0)\,W_Q = (2, 0)$. Las claves son $(0,2)$, $(2,0)$ y
# $(1,1)$, así que los productos son $0$, $4$ y $2$; divididos por $\sqrt{d_k}=\sqrt2$ quedan las puntuaciones $(0,\
# 2.83,\ 1.41)$. El softmax las convierte en $e^0=1$, $e^{2.83}=16.9$ y $e^{1.41}=4.1$, que suman $22.0$, y de ahí los
# pesos $(0.045,\ 0.768,\ 0.187)$. Los valores son $(2,1)$, $(0,1)$ y $(1,1)$, y la salida es
# $0.045\,(2,1)+0.768\,(0,1)+0.187\,(1,1) = (0.278,\ 1)$.
#
# Haz lo mismo con **«gato»**: tres puntuaciones (con el, gato y duerme, en este orden), tres pesos y dos números de
# salida. Bastan dos decimales. Un error en los pesos no se cuenta otra vez en la salida si sigues bien a partir de
# ellos.
#
# *Cuidado:* las claves y los valores no cambian; la única que cambia es la consulta.
# %% lang=en starter
gato_scores = None  # three numbers: with el, gato, duerme
gato_weights = None  # three numbers
gato_output = None  # two numbers
# %% lang=es starter
puntuaciones_gato = None  # tres números: con el, gato, duerme
pesos_gato = None  # tres números
salida_gato = None  # dos números
# %% lang=en solved
# q = (0, 1, 0, 1) W_Q = (0, 2): the products with the keys are 4, 0 and 2, and √2 = 1.41.
gato_scores = [2.83, 0, 1.41]
# 16.9, 1 and 4.1, together 22.0
gato_weights = [0.77, 0.05, 0.19]
# 0.77 (2, 1) + 0.05 (0, 1) + 0.19 (1, 1)
gato_output = [1.73, 1.01]
# %% lang=es solved
# q = (0, 1, 0, 1) W_Q = (0, 2): los productos con las claves son 4, 0 y 2, y √2 = 1.41.
puntuaciones_gato = [2.83, 0, 1.41]
# 16.9, 1 y 4.1, que suman 22.0
pesos_gato = [0.77, 0.05, 0.19]
# 0.77 (2, 1) + 0.05 (0, 1) + 0.19 (1, 1)
salida_gato = [1.73, 1.01]
