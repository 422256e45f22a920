# %% [markdown] lang=en
# ## Batches
#
# `get_batch(data, context, batch_size)` draws `batch_size` windows of `context` tokens at random places of `data`
# $(N,)$, and for each the same window moved by one: `y[b, i]` is the token that follows `x[b, i]`.
# %% [markdown] lang=es
# ## Lotes
#
# `lote(datos, contexto, tam_lote)` saca `tam_lote` ventanas de `contexto` tokens de lugares al azar de `datos` $(N,)$, y
# para cada una la misma ventana desplazada en uno: `y[b, i]` es el token que sigue a `x[b, i]`.
# %% lang=en
def get_batch(data, context, batch_size):
    """x and y, each (batch_size, context): windows of data and the tokens that follow."""
    starts = torch.randint(len(data) - context, (batch_size,))
    x = torch.stack([data[i : i + context] for i in starts])
    y = torch.stack([data[i + 1 : i + context + 1] for i in starts])
    return x, y
# %% lang=es
def lote(datos, contexto, tam_lote):
    """x e y, cada una (tam_lote, contexto): ventanas de los datos y los tokens que las siguen."""
    comienzos = torch.randint(len(datos) - contexto, (tam_lote,))
    x = torch.stack([datos[i : i + contexto] for i in comienzos])
    y = torch.stack([datos[i + 1 : i + contexto + 1] for i in comienzos])
    return x, y
