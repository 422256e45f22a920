# %% [markdown] lang=en
# ## 6.7 Two temperatures
#
# Before the softmax that chooses the next token, the logits are divided by the temperature: $\mathrm{softmax}(z/T)$.
# For $z=(2,1,0)$ that is $(0.67, 0.24, 0.09)$ at $T=1$, the model's own distribution; at another $T$ it is sharper or
# flatter.
#
# Which temperature would you take
#
# - to let a model write **code** that has to run;
# - to let it propose **brand names** for a new coffee, fifty different ones?
#
# There isn't one right number: any that is clearly fit for the task is accepted. A number, or a range such as `(0.4,
# 0.6)`, all of which must do.
# %% [markdown] lang=es
# ## 6.7 Dos temperaturas
#
# Antes del softmax que elige el token siguiente, los logits se dividen por la temperatura: $\mathrm{softmax}(z/T)$.
# Para $z=(2,1,0)$ eso da $(0.67, 0.24, 0.09)$ con $T=1$, la distribución propia del modelo; con otra $T$ es más
# afilada o más plana.
#
# ¿Qué temperatura tomarías
#
# - para que un modelo escriba **código** que tiene que funcionar;
# - para que proponga **nombres de marca** para un café nuevo, cincuenta distintos?
#
# No hay un único número correcto: se acepta cualquiera que sea claramente adecuado para la tarea. Un número, o un
# intervalo como `(0.4, 0.6)`, que tiene que valer entero.
# %% lang=en starter
code_temperature = None
names_temperature = None
# %% lang=es starter
temperatura_codigo = None
temperatura_nombres = None
# %% lang=en solved
code_temperature = 0.2
names_temperature = (0.9, 1.2)
# %% lang=es solved
temperatura_codigo = 0.2
temperatura_nombres = (0.9, 1.2)
