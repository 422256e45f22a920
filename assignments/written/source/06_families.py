# %% [markdown] lang=en
# ## 6.6 Which family?
#
# There are three families of Transformers. An **encoder** (BERT) sees the whole text in both directions and gives a
# vector for each token. A **decoder** (GPT) sees only what came before and gives the next token. An
# **encoder-decoder** (T5) reads one text with the first half and writes another one with the second, which looks at
# the first by cross-attention.
#
# Which one suits each of these tasks best, if you have to pay for the machine? Each family is meant for one of them.
#
# - a **chatbot** that holds a conversation;
# - **ten million support tickets** to be put into twelve categories, tonight;
# - the **translation** of manuals from German to Spanish.
#
# Write `"encoder"`, `"decoder"` or `"encoder-decoder"`.
# %% [markdown] lang=es
# ## 6.6 ¿Qué familia?
#
# Hay tres familias de Transformers. Un **encoder** (BERT) ve el texto entero en las dos direcciones y da un vector por
# token. Un **decoder** (GPT) solo ve lo anterior y da el token siguiente. Un **encoder-decoder** (T5) lee un texto con
# la primera mitad y escribe otro con la segunda, que mira a la primera mediante atención cruzada.
#
# ¿Cuál es la más adecuada para cada tarea, si la máquina la pagas tú? Cada familia está pensada para una de ellas.
#
# - un **chatbot** que mantiene una conversación;
# - **diez millones de tickets** de soporte que hay que repartir en doce categorías esta noche;
# - la **traducción** de manuales del alemán al español.
#
# Escribe `"encoder"`, `"decoder"` o `"encoder-decoder"` (o en español: `"codificador"`, `"decodificador"`...).
# %% lang=en starter
chatbot_family = None
tickets_family = None
translation_family = None
# %% lang=es starter
familia_chatbot = None
familia_tickets = None
familia_traduccion = None
# %% lang=en solved
chatbot_family = "decoder"
tickets_family = "encoder"
translation_family = "encoder-decoder"
# %% lang=es solved
familia_chatbot = "decodificador"
familia_tickets = "codificador"
familia_traduccion = "codificador-decodificador"
