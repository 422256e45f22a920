# %% [markdown] lang=en
# ## Entries of an attention matrix
#
# $QK^\top$ has an entry for each pair of a query and a key. Of three tokens it has nine.
#
# - How many entries has it at **128 000 tokens**, in one head of one layer? All of them, those that a mask blocks
#   included.
# - By which factor does that grow when there are **twice as many** tokens?
#
# Up to 1 % apart counts as the same.
# %% [markdown] lang=es
# ## Entradas de una matriz de atención
#
# $QK^\top$ tiene una entrada por cada par de consulta y clave. Con tres tokens son nueve.
#
# - ¿Cuántas entradas tiene con **128 000 tokens**, en una cabeza de una capa? Todas, también las que tapa una máscara.
# - ¿Por qué factor se multiplica eso cuando hay **el doble** de tokens?
#
# Hasta un 1 % de diferencia cuenta como lo mismo.
# %% lang=en starter
entries_128k = None
entries_growth = None
# %% lang=es starter
entradas_128k = None
crecimiento_entradas = None
# %% lang=en solved
entries_128k = 128_000**2
entries_growth = 4
# %% lang=es solved
entradas_128k = 128_000**2
crecimiento_entradas = 4
