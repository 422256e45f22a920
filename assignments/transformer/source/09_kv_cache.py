# %% [markdown] lang=en
# ## 9. The memory of the KV cache
#
# `generate` computes the keys and values of all earlier tokens anew for each token, although they haven't changed. In
# practice they are kept: the **KV cache**. It saves time and costs memory: two vectors, a key and a value, of
# $d_{model}$ numbers each, for every token in every layer:
#
# $$\mathrm{bytes} = 2 \cdot n_{tokens} \cdot n_{layers} \cdot d_{model} \cdot \mathrm{bytes\ per\ value} .$$
#
# With **grouped-query attention** (Ainslie et al., 2023) several query heads share one head of keys and values, so only
# $n_{kv}$ of the $n_{heads}$ heads are kept, each $d_{model} / n_{heads}$ wide.
#
# Write `kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None)`, in plain
# Python. All arguments are whole numbers, and so is the result: bytes, an `int`. Both numbers of heads are given, or
# neither.
#
# **Example.** 10 tokens, 2 layers, width 8 and 2 bytes per value: $2 \cdot 10 \cdot 2 \cdot 8 \cdot 2 = 640$ bytes. And
# a large model with 96 layers of width 12 288 that keeps 100 000 tokens in 16 bits: 471 859 200 000 bytes, more than
# several cards hold. With 12 KV heads for its 96 heads it's an eighth, 58 982 400 000.
#
# **Watch out**
#
# - Bytes are asked, neither gigabytes nor gibibytes.
# - The result is exact, however large it is. A division with `/` makes a float, which has 16 digits; and NumPy's
#   integers end at $2^{63}$, while Python's don't.
# %% [markdown] lang=es
# ## 9. La memoria de la caché KV
#
# `generar` vuelve a calcular para cada token las claves y los valores de todos los anteriores, aunque no hayan
# cambiado. En la práctica se guardan: es la **caché KV**. Ahorra tiempo y cuesta memoria: dos vectores, una clave y un
# valor, de $d_{model}$ números cada uno, por cada token y en cada capa:
#
# $$\mathrm{bytes} = 2 \cdot n_{tokens} \cdot n_{capas} \cdot d_{model} \cdot \mathrm{bytes\ por\ valor} .$$
#
# Con la **atención con consultas agrupadas** (GQA, Ainslie et al., 2023) varias cabezas de consulta comparten una de
# claves y valores, así que de las $n_{heads}$ cabezas solo se guardan $n_{kv}$, cada una de anchura $d_{model} /
# n_{heads}$.
#
# Escribe `memoria_kv_cache(n_tokens, n_capas, d_model, bytes_por_valor=2, n_heads=None, n_kv_heads=None)`, en Python
# puro. Todos los argumentos son números enteros y el resultado también: bytes, un `int`. Se dan los dos números de
# cabezas o ninguno.
#
# **Ejemplo.** 10 tokens, 2 capas, anchura 8 y 2 bytes por valor: $2 \cdot 10 \cdot 2 \cdot 8 \cdot 2 = 640$ bytes. Y un
# modelo grande con 96 capas de anchura 12 288 que guarda 100 000 tokens en 16 bits: 471 859 200 000 bytes, más de lo
# que cabe en varias tarjetas. Con 12 cabezas KV para sus 96 cabezas es la octava parte, 58 982 400 000.
#
# **Cuidado**
#
# - Se piden bytes, ni gigabytes ni gibibytes.
# - El resultado es exacto, por grande que sea. Una división con `/` da un float, que tiene 16 cifras; y los enteros de
#   NumPy se acaban en $2^{63}$, los de Python no.
# %% lang=en
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    """The bytes of the keys and values of n_tokens tokens in n_layers layers, an exact int."""
    ### BEGIN SOLUTION
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * n_tokens * n_layers * width * bytes_per_value
    ### END SOLUTION


# %% lang=es
def memoria_kv_cache(n_tokens, n_capas, d_model, bytes_por_valor=2, n_heads=None, n_kv_heads=None):
    """Los bytes de las claves y valores de n_tokens tokens en n_capas capas, un int exacto."""
    ### BEGIN SOLUTION
    anchura = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * n_tokens * n_capas * anchura * bytes_por_valor
    ### END SOLUTION


# %% lang=en
with claim("640 bytes in the small example"):
    assert kv_cache_bytes(10, 2, 8) == 640
with claim("471 859 200 000 bytes in the large one"):
    assert kv_cache_bytes(100_000, 96, 12_288) == 471_859_200_000
with claim("an eighth of that with 12 KV heads for 96"):
    assert kv_cache_bytes(100_000, 96, 12_288, 2, 96, 12) == 58_982_400_000
# %% lang=es
with comprueba("640 bytes en el ejemplo pequeño"):
    assert memoria_kv_cache(10, 2, 8) == 640
with comprueba("471 859 200 000 bytes en el grande"):
    assert memoria_kv_cache(100_000, 96, 12_288) == 471_859_200_000
with comprueba("la octava parte con 12 cabezas KV para 96"):
    assert memoria_kv_cache(100_000, 96, 12_288, 2, 96, 12) == 58_982_400_000
# %% [markdown] lang=en
# That's all of it: a Transformer, from the softmax to a model that writes. Restart the kernel, run all cells, and look
# through the ticks once more.
# %% [markdown] lang=es
# Eso es todo: un Transformer, desde el softmax hasta un modelo que escribe. Reinicia el kernel, ejecuta todas las
# celdas y repasa una vez más que todo lleve ✓.
