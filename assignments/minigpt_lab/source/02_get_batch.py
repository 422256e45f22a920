# %% [markdown] lang=en
# ## Batches
#
# A language model learns from windows of the text. For the window $x$ that begins at place $s$ of the data, the targets
# $y$ are the same window **moved by one**: each position is asked for the token that comes next.
#
# $$ x_{b,i} = \mathrm{data}[s_b + i], \qquad y_{b,i} = \mathrm{data}[s_b + i + 1], \qquad 0 \le i < \mathrm{context} $$
#
# Write `get_batch(data, context, batch_size)`. `data` holds token ids $(N,)$; what comes back is the pair `(x, y)`,
# both of shape (batch_size, context). Draw a start $s_b$ of its own for each row, at random.
#
# **Example.** The data 10, 11, 12, 13, 14 have two windows for a context of 3: `x` may be `[10, 11, 12]` with `y`
# `[11, 12, 13]`, or `[11, 12, 13]` with `[12, 13, 14]`. Rows may share a start: a batch of 8 has 8 rows here too.
#
# **Watch out.** How many windows are there in $N$ tokens? The last one is to come up too, and none may run past the
# end; try it with data so short that you can count them. And set no seed within the function, or every batch is the
# same.
# %% [markdown] lang=es
# ## Lotes
#
# Un modelo de lenguaje aprende de ventanas del texto. Para la ventana $x$ que empieza en el lugar $s$ de los datos, los
# objetivos $y$ son la misma ventana **desplazada en uno**: a cada posición se le pregunta por el token que viene
# después.
#
# $$ x_{b,i} = \mathrm{datos}[s_b + i],\; y_{b,i} = \mathrm{datos}[s_b + i + 1] \quad (0 \le i < \mathrm{contexto}) $$
#
# Escribe `lote(datos, contexto, tam_lote)`. `datos` son ids de tokens $(N,)$; lo que vuelve es el par `(x, y)`, los dos
# de forma (tam_lote, contexto). Sortea para cada fila un inicio $s_b$ propio.
#
# **Ejemplo.** Los datos 10, 11, 12, 13, 14 tienen dos ventanas de contexto 3: `x` puede ser `[10, 11, 12]` con `y`
# `[11, 12, 13]`, o `[11, 12, 13]` con `[12, 13, 14]`. Dos filas pueden empezar en el mismo sitio: un lote de 8 también
# tiene aquí 8 filas.
#
# **Ojo.** ¿Cuántas ventanas hay en $N$ tokens? También tiene que salir la última, y ninguna puede pasarse del final;
# pruébalo con datos tan cortos que puedas contarlas. Y no fijes una semilla dentro de la función, o todos los lotes
# serán iguales.
# %% lang=en
def get_batch(data, context, batch_size):
    """x and y, each (batch_size, context): windows of data and the tokens that follow."""
    ### BEGIN SOLUTION
    starts = torch.randint(len(data) - context, (batch_size,))
    x = torch.stack([data[i : i + context] for i in starts])
    y = torch.stack([data[i + 1 : i + context + 1] for i in starts])
    return x, y
    ### END SOLUTION


# %% lang=es
def lote(datos, contexto, tam_lote):
    """x e y, cada una (tam_lote, contexto): ventanas de los datos y los tokens que las siguen."""
    ### BEGIN SOLUTION
    inicios = torch.randint(len(datos) - contexto, (tam_lote,))
    x = torch.stack([datos[i : i + contexto] for i in inicios])
    y = torch.stack([datos[i + 1 : i + contexto + 1] for i in inicios])
    return x, y
    ### END SOLUTION


# %% lang=en solved
x, y = get_batch(data, context=12, batch_size=3)
for window, targets in zip(x, y, strict=True):
    print(repr(tok.decode(window)), "->", repr(tok.decode(targets)))
# %% lang=es solved
x, y = lote(datos, contexto=12, tam_lote=3)
for ventana, objetivos in zip(x, y, strict=True):
    print(repr(tok.decodificar(ventana)), "->", repr(tok.decodificar(objetivos)))
