# %% [markdown] lang=en
# ## 3. How much text for a model: Chinchilla's rule
#
# Training costs about $6\,N D$ operations for $N$ parameters and $D$ tokens. If that is the budget, is a large model
# on little text better, or a small one on much? Hoffmann et al. (2022) trained over 400 models to find out: both
# should grow alike, with about **20 tokens for each parameter**,
#
# $$ D \approx 20\,N . $$
#
# Write
#
# - `chinchilla_tokens(n_parameters)`: the tokens that the rule asks for;
# - `chinchilla_ratio(n_parameters, n_tokens)`: how many tokens a model has really seen **for each parameter**, to be
#   held against 20.
#
# Example: Chinchilla has 70 billion ($7 \cdot 10^{10}$) parameters and was trained on $1.4 \cdot 10^{12}$ tokens: 20.
# GPT-3, two years before, was trained on $3 \cdot 10^{11}$ for $1.75 \cdot 10^{11}$ parameters: 1.71.
#
# *Watch out:* today's small models see far more than 20 (Llama 3 8B: 1 875). The rule is about what training costs;
# who uses a model a lot pays for its size again and again.

# %% [markdown] lang=es
# ## 3. Cuánto texto para un modelo: la regla de Chinchilla
#
# Entrenar cuesta unas $6\,N D$ operaciones con $N$ parámetros y $D$ tokens. Si ese es el presupuesto, ¿qué es mejor:
# un modelo grande con poco texto, o uno pequeño con mucho? Hoffmann et al. (2022) entrenaron más de 400 modelos para
# saberlo: los dos deben crecer a la par, con unos **20 tokens por parámetro**,
#
# $$ D \approx 20\,N . $$
#
# Escribe
#
# - `tokens_chinchilla(n_parametros)`: los tokens que pide la regla;
# - `proporcion_chinchilla(n_parametros, n_tokens)`: cuántos tokens ha visto de verdad un modelo **por cada
#   parámetro**, para compararlo con 20.
#
# Ejemplo: Chinchilla tiene 70 mil millones ($7 \cdot 10^{10}$) de parámetros y se entrenó con $1.4 \cdot 10^{12}$
# tokens: 20. GPT-3, dos años antes, se entrenó con $3 \cdot 10^{11}$ para $1.75 \cdot 10^{11}$ parámetros: 1.71.
#
# *Cuidado:* los modelos pequeños de hoy ven muchos más de 20 (Llama 3 8B: 1 875). La regla habla de lo que cuesta
# entrenar; quien usa mucho un modelo paga su tamaño una y otra vez.


# %% lang=en
def chinchilla_tokens(n_parameters):
    """The tokens that suit a model of n_parameters."""
    ### BEGIN SOLUTION
    return 20 * n_parameters
    ### END SOLUTION


def chinchilla_ratio(n_parameters, n_tokens):
    """Tokens for each parameter."""
    ### BEGIN SOLUTION
    return n_tokens / n_parameters
    ### END SOLUTION


# %% lang=es
def tokens_chinchilla(n_parametros):
    """Los tokens adecuados para un modelo de n_parametros."""
    ### BEGIN SOLUTION
    return 20 * n_parametros
    ### END SOLUTION


def proporcion_chinchilla(n_parametros, n_tokens):
    """Tokens por parámetro."""
    ### BEGIN SOLUTION
    return n_tokens / n_parametros
    ### END SOLUTION


# %% lang=en solved
print("GPT-3 would want", chinchilla_tokens(175 * 10**9), "tokens")
print("it saw", round(chinchilla_ratio(175e9, 300e9), 2), "for each parameter")
# %% lang=es solved
print("GPT-3 pediría", tokens_chinchilla(175 * 10**9), "tokens")
print("vio", round(proporcion_chinchilla(175e9, 300e9), 2), "por parámetro")
