# %% [markdown] lang=en
# ## 4. Memory of the KV cache with grouped heads
#
# While a model generates, it keeps a key and a value of every token, so that it needn't compute them again (you write
# that cache in part 7). With grouped-query attention several query heads share one KV head. The query heads then
# don't matter for the memory; what is kept is, for each token and layer, **a key and a value** of width
# $d_\text{head}$ for each of the $n_{kv}$ KV heads:
#
# $$ \text{bytes} = 2 \cdot n \cdot L \cdot n_{kv} \cdot d_\text{head} \cdot b , $$
#
# with $b$ bytes for a number: 2 in float16 or bfloat16, 4 in float32, 1 in 8 bits.
#
# Write `kv_memory(n_tokens, n_layers, n_kv_heads, d_head, bytes_per_value=2)`. It returns an **exact whole number of
# bytes**.
#
# Example: Llama 3 8B has 32 layers and 32 query heads, but 8 KV heads of width 128. A text of 8 192 tokens takes
# `kv_memory(8192, 32, 8, 128)` = 1 073 741 824 bytes, just 1 GiB. Without groups, 32 KV heads would take 4 GiB.
#
# *Watch out:* $d_\text{head}$ is the width of one head, not $d_\text{model}$, and bytes aren't bits.

# %% [markdown] lang=es
# ## 4. Memoria de la caché KV con cabezas agrupadas
#
# Mientras un modelo genera, guarda una clave y un valor de cada token para no tener que volver a calcularlos (esa
# caché la escribes en la parte 7). Con la atención de consultas agrupadas (GQA), varias cabezas de consulta comparten
# una cabeza KV. Las cabezas de consulta no cuentan entonces para la memoria; lo que se guarda, por cada token y capa,
# es **una clave y un valor** de ancho $d_\text{head}$ para cada una de las $n_{kv}$ cabezas KV:
#
# $$ \text{bytes} = 2 \cdot n \cdot L \cdot n_{kv} \cdot d_\text{head} \cdot b , $$
#
# con $b$ bytes por número: 2 en float16 o bfloat16, 4 en float32, 1 con 8 bits.
#
# Escribe `memoria_kv(n_tokens, n_capas, n_cabezas_kv, d_cabeza, bytes_por_valor=2)`. Devuelve un **número entero y
# exacto de bytes**.
#
# Ejemplo: Llama 3 8B tiene 32 capas y 32 cabezas de consulta, pero 8 cabezas KV de ancho 128. Un texto de 8 192
# tokens ocupa `memoria_kv(8192, 32, 8, 128)` = 1 073 741 824 bytes, justo 1 GiB. Sin grupos, 32 cabezas KV ocuparían
# 4 GiB.
#
# *Cuidado:* $d_\text{head}$ es el ancho de una cabeza, no $d_\text{model}$, y los bytes no son bits.


# %% lang=en
def kv_memory(n_tokens, n_layers, n_kv_heads, d_head, bytes_per_value=2):
    """Bytes of the keys and values of n_tokens tokens: an int."""
    ### BEGIN SOLUTION
    return 2 * n_tokens * n_layers * n_kv_heads * d_head * bytes_per_value
    ### END SOLUTION


# %% lang=es
def memoria_kv(n_tokens, n_capas, n_cabezas_kv, d_cabeza, bytes_por_valor=2):
    """Bytes de las claves y los valores de n_tokens tokens: un int."""
    ### BEGIN SOLUTION
    return 2 * n_tokens * n_capas * n_cabezas_kv * d_cabeza * bytes_por_valor
    ### END SOLUTION


# %% lang=en solved
for n_kv_heads in (32, 8, 1):
    print(n_kv_heads, "KV heads:", kv_memory(8192, 32, n_kv_heads, 128) / 2**30, "GiB")
# %% lang=es solved
for n_cabezas_kv in (32, 8, 1):
    print(n_cabezas_kv, "cabezas KV:", memoria_kv(8192, 32, n_cabezas_kv, 128) / 2**30, "GiB")
