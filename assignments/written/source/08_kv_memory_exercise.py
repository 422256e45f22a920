# %% [markdown] lang=en
# ## 6.8 The memory of a KV cache
#
# A model keeps a key and a value of every token, in every layer, so that it needn't compute them again:
#
# $$\text{bytes} = 2 \cdot n_{tokens} \cdot n_{layers} \cdot d_{model} \cdot \text{bytes per number}.$$
#
# (For instance 1000 tokens in 10 layers with $d_{model}=1000$ and 2 bytes a number: $4\cdot10^7$ bytes, or 0.04 GB.)
#
# How many **GB** does the cache of **100 000 tokens** take in a model of **96 layers** with $d_{model}=12\,288$, in
# **16 bits**? And how many with **GQA by 8**, where eight query heads share one KV head?
#
# Up to 3 % apart counts as the same. *Watch out:* 1 GB are $10^9$ bytes; $2^{30}$ bytes are a GiB, which is 7 % more.
# %% [markdown] lang=es
# ## 6.8 La memoria de una caché KV
#
# Un modelo guarda una clave y un valor de cada token, en cada capa, para no tener que calcularlos otra vez:
#
# $$\text{bytes} = 2 \cdot n_{tokens} \cdot n_{capas} \cdot d_{model} \cdot \text{bytes por número}.$$
#
# (Por ejemplo, 1000 tokens en 10 capas con $d_{model}=1000$ y 2 bytes por número: $4\cdot10^7$ bytes, es decir, 0.04
# GB.)
#
# ¿Cuántos **GB** ocupa la caché de **100 000 tokens** en un modelo de **96 capas** con $d_{model}=12\,288$, en **16
# bits**? ¿Y cuántos con **GQA de 8**, donde ocho cabezas de consulta comparten una cabeza KV?
#
# Hasta un 3 % de diferencia cuenta como lo mismo. *Cuidado:* 1 GB son $10^9$ bytes; $2^{30}$ bytes son un GiB, un 7 %
# más.
# %% lang=en starter
kv_gb = None
kv_gb_gqa = None
# %% lang=es starter
memoria_kv_gb = None
memoria_kv_gb_gqa = None
# %% lang=en solved
kv_gb = 2 * 100_000 * 96 * 12_288 * 2 / 1e9
kv_gb_gqa = kv_gb / 8
# %% lang=es solved
memoria_kv_gb = 2 * 100_000 * 96 * 12_288 * 2 / 1e9
memoria_kv_gb_gqa = memoria_kv_gb / 8
