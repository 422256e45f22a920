# %% [markdown] lang=en
# ## Sampling the next token
#
# The model gives logits $z$, and a text is made by drawing one token after another. Three knobs decide how daring the
# draw is:
#
# - **Temperature** $T$ divides the *logits*: $p = \mathrm{softmax}(z / T)$. Below 1 the favourites gain, above 1 the
#   outsiders. In the limit $T \to 0$ only the most probable token is left: return it (or raise a clear error), don't
#   divide.
# - **Top-k** keeps the $k$ largest logits and gives the others probability 0. Setting them to $-\infty$ before the
#   softmax does it.
# - **Top-p** (*nucleus sampling*) sorts the probabilities from the largest down and keeps the **smallest set whose sum
#   reaches** $p$. The token with which the sum crosses $p$ belongs to it, so at least one token is always left.
#
# Write `sample_next(logits, temperature=1.0, top_k=None, top_p=None)`. `logits` has shape $(V,)$; what comes back is
# one token id, an `int`. NumPy or torch, as you like.
#
# **Example.** The probabilities $[0.5, 0.3, 0.15, 0.05]$ have the sums $0.5, 0.8, 0.95, 1$. With $p = 0.7$ the first
# two are kept, for $0.5$ alone isn't enough; scaled to a sum of 1 they are $[0.625, 0.375, 0, 0]$. With $p = 0.3$ the
# first is kept, though it's more than was asked.
#
# **Watch out.** The temperature acts before the softmax, not after it. A list sorted by probability has lost the token
# ids: what you return is the id, not its place in that list. Don't set a seed within the function, or every draw is the
# same.
# %% [markdown] lang=es
# ## Muestrear el siguiente token
#
# El modelo da logits $z$, y un texto se hace sorteando un token tras otro. Tres mandos deciden lo atrevido que es el
# sorteo:
#
# - La **temperatura** $T$ divide los *logits*: $p = \mathrm{softmax}(z / T)$. Por debajo de 1 ganan los favoritos, por
#   encima los demás. En el límite $T \to 0$ solo queda el token más probable: devuélvelo (o lanza un error claro), no
#   dividas.
# - **Top-k** conserva los $k$ logits más grandes y da a los demás probabilidad 0. Basta ponerlos a $-\infty$ antes del
#   softmax.
# - **Top-p** (*nucleus sampling*) ordena las probabilidades de mayor a menor y conserva el **conjunto más pequeño cuya
#   suma llega a** $p$. El token con el que la suma cruza $p$ forma parte de él, así que siempre queda al menos uno.
#
# Escribe `muestrear(logits, temperatura=1.0, top_k=None, top_p=None)`. `logits` tiene forma $(V,)$; lo que vuelve es el
# id de un token, un `int`. Con NumPy o con torch, como prefieras.
#
# **Ejemplo.** Las probabilidades $[0.5, 0.3, 0.15, 0.05]$ tienen las sumas $0.5, 0.8, 0.95, 1$. Con $p = 0.7$ se
# conservan las dos primeras, porque $0.5$ no basta; escaladas para que sumen 1 son $[0.625, 0.375, 0, 0]$. Con
# $p = 0.3$ se conserva la primera, aunque sea más de lo pedido.
#
# **Ojo.** La temperatura actúa antes del softmax, no después. Una lista ordenada por probabilidad ha perdido los ids de
# los tokens: lo que devuelves es el id, no su puesto en esa lista. No fijes una semilla dentro de la función, o todos
# los sorteos serán iguales.
# %% lang=en
def sample_next(logits, temperature=1.0, top_k=None, top_p=None):
    """A token id drawn from softmax(logits / temperature), over the tokens that top_k and top_p leave."""
    ### BEGIN SOLUTION
    if temperature == 0:
        return int(logits.argmax())
    logits = logits / temperature  # (V,)
    if top_k is not None:
        threshold = torch.topk(logits, min(top_k, len(logits))).values[-1]
        logits = logits.masked_fill(logits < threshold, float("-inf"))
    probabilities = F.softmax(logits, dim=-1)  # (V,)
    if top_p is not None:
        ordered, ids = probabilities.sort(descending=True)
        before = ordered.cumsum(0) - ordered  # the mass in front of each token
        probabilities = torch.zeros_like(probabilities)
        probabilities[ids] = torch.where(before < top_p, ordered, 0.0)  # multinomial needs no sum of 1
    return int(torch.multinomial(probabilities, 1))
    ### END SOLUTION


# %% lang=es
def muestrear(logits, temperatura=1.0, top_k=None, top_p=None):
    """El id de un token sorteado de softmax(logits / temperatura), entre los que dejan top_k y top_p."""
    ### BEGIN SOLUTION
    if temperatura == 0:
        return int(logits.argmax())
    logits = logits / temperatura  # (V,)
    if top_k is not None:
        umbral = torch.topk(logits, min(top_k, len(logits))).values[-1]
        logits = logits.masked_fill(logits < umbral, float("-inf"))
    probabilidades = F.softmax(logits, dim=-1)  # (V,)
    if top_p is not None:
        ordenadas, ids = probabilidades.sort(descending=True)
        antes = ordenadas.cumsum(0) - ordenadas  # la masa delante de cada token
        probabilidades = torch.zeros_like(probabilidades)
        probabilidades[ids] = torch.where(antes < top_p, ordenadas, 0.0)  # multinomial no necesita que sumen 1
    return int(torch.multinomial(probabilidades, 1))
    ### END SOLUTION


# %% lang=en solved
probabilities = torch.tensor([0.5, 0.3, 0.15, 0.05])
draws = [sample_next(probabilities.log(), top_p=0.7) for _ in range(1000)]
print([draws.count(token) / 1000 for token in range(4)])  # near [0.625, 0.375, 0, 0]
# %% lang=es solved
probabilidades = torch.tensor([0.5, 0.3, 0.15, 0.05])
sorteos = [muestrear(probabilidades.log(), top_p=0.7) for _ in range(1000)]
print([sorteos.count(token) / 1000 for token in range(4)])  # cerca de [0.625, 0.375, 0, 0]
