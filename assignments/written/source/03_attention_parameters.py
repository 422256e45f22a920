# %% [markdown] lang=en
# ## 6.3 How many parameters has an attention?
#
# A multi-head attention with $d_{model}=512$ has four projections: to queries, keys and values, all heads side by
# side, and $W_O$ at the end. Each is an `nn.Linear` **with bias**. How many parameters are that with **8 heads**? And
# with **16**?
#
# An example of the counting: an `nn.Linear(3, 5)` has $3\cdot5$ weights and $5$ biases, 20 parameters.
#
# Give all digits, or four at least (`1.234e6`): up to 0.04 % apart counts as the same. With three, nobody could tell
# whether the biases were forgotten.
#
# *Watch out:* how wide is a head when there are more of them?
# %% [markdown] lang=es
# ## 6.3 ¿Cuántos parámetros tiene una atención?
#
# Una atención multi-cabeza con $d_{model}=512$ tiene cuatro proyecciones: a consultas, claves y valores, con todas las
# cabezas en fila, y $W_O$ al final. Cada una es un `nn.Linear` **con sesgo**. ¿Cuántos parámetros son con **8
# cabezas**? ¿Y con **16**?
#
# Un ejemplo de la cuenta: un `nn.Linear(3, 5)` tiene $3\cdot5$ pesos y $5$ sesgos, 20 parámetros.
#
# Da todas las cifras, o cuatro como mínimo (`1.234e6`): hasta un 0.04 % de diferencia cuenta como lo mismo. Con tres
# nadie sabría si se han olvidado los sesgos.
#
# *Cuidado:* ¿qué anchura tiene una cabeza cuando hay más?
# %% lang=en starter
attention_parameters_8 = None
attention_parameters_16 = None
# %% lang=es starter
parametros_atencion_8 = None
parametros_atencion_16 = None
# %% lang=en solved
# Four times a matrix (512, 512) and 512 biases. Twice the heads are half as wide: the same.
attention_parameters_8 = 4 * (512 * 512 + 512)
attention_parameters_16 = attention_parameters_8
# %% lang=es solved
# Cuatro veces una matriz (512, 512) y 512 sesgos. El doble de cabezas son la mitad de anchas: lo mismo.
parametros_atencion_8 = 4 * (512 * 512 + 512)
parametros_atencion_16 = parametros_atencion_8
