# %% [markdown] lang=en
# ## How many conversations fit a card?
#
# A card has **80 GB**. The model on it has **8·10⁹ parameters in 16 bits**, **32 layers**, $d_{model}=4096$, **32
# heads of which four at a time share a KV head** (so 8 KV heads), and its cache is in 16 bits too. Each conversation
# may get **8192 tokens** long.
#
# How many conversations can the card hold at once? A whole number. (Nothing else needs room, we pretend.)
#
# *Watch out:* the model itself is on the card as well.
# %% [markdown] lang=es
# ## ¿Cuántas conversaciones caben en una tarjeta?
#
# Una tarjeta tiene **80 GB**. El modelo que lleva tiene **8·10⁹ parámetros en 16 bits**, **32 capas**,
# $d_{model}=4096$, **32 cabezas que comparten de cuatro en cuatro una cabeza KV** (es decir, 8 cabezas KV), y su caché
# también está en 16 bits. Cada conversación puede llegar a **8192 tokens**.
#
# ¿Cuántas conversaciones caben a la vez en la tarjeta? Un número entero. (Hacemos como si nada más ocupara sitio.)
#
# *Cuidado:* el propio modelo también está en la tarjeta.
# %% lang=en starter
conversations_per_card = None
# %% lang=es starter
conversaciones_por_tarjeta = None
# %% lang=en solved
free = 80e9 - 8e9 * 2  # bytes
cache = 2 * 8192 * 32 * (4096 // 4) * 2  # bytes of one conversation
conversations_per_card = int(free // cache)
# %% lang=es solved
libre = 80e9 - 8e9 * 2  # bytes
cache = 2 * 8192 * 32 * (4096 // 4) * 2  # bytes de una conversación
conversaciones_por_tarjeta = int(libre // cache)
