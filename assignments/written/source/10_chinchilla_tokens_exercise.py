# %% [markdown] lang=en
# ## Tokens for a model
#
# Chinchilla (Hoffmann et al., 2022) measured how to divide a given computing time between a larger model and more
# text. The rule of thumb is **20 tokens per parameter**: Chinchilla itself had $70\cdot10^9$ parameters and read
# $1.4\cdot10^{12}$ tokens.
#
# - How many tokens should a model of $3\cdot10^9$ parameters read?
# - You have $5\cdot10^{11}$ tokens. How many parameters should your model have?
#
# It's a rule of thumb, so up to 10 % apart counts as the same. *Watch out:* powers of ten are safest (`2e9`): an
# English "billion" is $10^9$, a Spanish "billón" $10^{12}$.
# %% [markdown] lang=es
# ## Tokens para un modelo
#
# Chinchilla (Hoffmann et al., 2022) midió cómo repartir un tiempo de cálculo dado entre un modelo más grande y más
# texto. La regla práctica es de **20 tokens por parámetro**: Chinchilla tenía $70\cdot10^9$ parámetros y leyó
# $1.4\cdot10^{12}$ tokens.
#
# - ¿Cuántos tokens debería leer un modelo de $3\cdot10^9$ parámetros?
# - Tienes $5\cdot10^{11}$ tokens. ¿Cuántos parámetros debería tener tu modelo?
#
# Es una regla práctica, así que hasta un 10 % de diferencia cuenta como lo mismo. *Cuidado:* lo más seguro son las
# potencias de diez (`2e9`): un «billion» inglés es $10^9$; un billón español, $10^{12}$.
# %% lang=en starter
model_tokens = None  # for 3e9 parameters
model_parameters = None  # for 5e11 tokens
# %% lang=es starter
tokens_modelo = None  # para 3e9 parámetros
parametros_modelo = None  # para 5e11 tokens
# %% lang=en solved
model_tokens = 20 * 3e9
model_parameters = 5e11 / 20
# %% lang=es solved
tokens_modelo = 20 * 3e9
parametros_modelo = 5e11 / 20
