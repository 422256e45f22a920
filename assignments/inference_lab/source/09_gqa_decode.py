# %% [markdown] lang=en
# ## 9. A step with grouped queries
#
# The cache is what a long text costs in memory. Grouped-query attention makes it smaller: there are $h$ query heads,
# but only $n_{kv}$ heads of keys and values, and $g = h / n_{kv}$ **neighbouring** query heads share one of them. Query
# head $i$ reads KV head $\lfloor i/g \rfloor$:
#
# $$ z_i = \mathrm{softmax}\!\left(\frac{q_i\,K_{\lfloor i/g \rfloor}^\top}{\sqrt{d}}\right) V_{\lfloor i/g \rfloor}. $$
#
# Write one step of decoding, `gqa_decode(q, k_cache, v_cache)`: `q` is `(h, d)`, the newest token's queries; the
# caches are `(n_kv, t, d)` and hold the newest token already; the result is `(h, d)`. No mask is needed: the newest
# token may see everything. The attention is yours to write: `F.scaled_dot_product_attention` isn't accepted here.
#
# Example: with $h = 6$ and $n_{kv} = 2$, heads 0, 1, 2 read KV head 0, and heads 3, 4, 5 read KV head 1. With
# $n_{kv} = h$ it is ordinary multi-head attention, with $n_{kv} = 1$ multi-query attention.
#
# Watch out for the order: `np.repeat` and `np.tile` (in torch `repeat_interleave` and `repeat`) give the same shape,
# but not the same groups. Under the root stands the width of a head.

# %% [markdown] lang=es
# ## 9. Un paso con consultas agrupadas
#
# La caché es lo que cuesta en memoria un texto largo. La atención con consultas agrupadas (GQA) la hace más pequeña:
# hay $h$ cabezas de consulta, pero solo $n_{kv}$ cabezas de claves y valores, y $g = h / n_{kv}$ cabezas de consulta
# **vecinas** comparten una. La cabeza de consulta $i$ lee la cabeza KV $\lfloor i/g \rfloor$:
#
# $$ z_i = \mathrm{softmax}\!\left(\frac{q_i\,K_{\lfloor i/g \rfloor}^\top}{\sqrt{d}}\right) V_{\lfloor i/g \rfloor}. $$
#
# Escribe un paso de decodificación, `paso_gqa(q, cache_k, cache_v)`: `q` es `(h, d)`, las consultas del token más
# nuevo; las cachés son `(n_kv, t, d)` y ya contienen el token más nuevo; el resultado es `(h, d)`. No hace falta
# máscara: el token más nuevo puede verlo todo. La atención la escribes tú: aquí no se acepta
# `F.scaled_dot_product_attention`.
#
# Ejemplo: con $h = 6$ y $n_{kv} = 2$, las cabezas 0, 1 y 2 leen la cabeza KV 0, y las cabezas 3, 4 y 5 leen la cabeza
# KV 1. Con $n_{kv} = h$ es la atención multi-cabeza de siempre; con $n_{kv} = 1$, la atención multi-consulta.
#
# Ten cuidado con el orden: `np.repeat` y `np.tile` (en torch, `repeat_interleave` y `repeat`) dan la misma forma, pero
# no los mismos grupos. Bajo la raíz va el ancho de una cabeza.

# %% lang=en
def gqa_decode(q, k_cache, v_cache):
    """One step: q (h, d), caches (n_kv, t, d) -> (h, d)."""
    ### BEGIN SOLUTION
    h, d = q.shape
    group = h // len(k_cache)
    keys, values = np.repeat(k_cache, group, axis=0), np.repeat(v_cache, group, axis=0)  # (h, t, d)
    scores = np.einsum("hd,htd->ht", q, keys) / np.sqrt(d)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return np.einsum("ht,htd->hd", weights, values)
    ### END SOLUTION


# %% lang=es
def paso_gqa(q, cache_k, cache_v):
    """Un paso: q (h, d), cachés (n_kv, t, d) -> (h, d)."""
    ### BEGIN SOLUTION
    h, d = q.shape
    grupo = h // len(cache_k)
    claves, valores = np.repeat(cache_k, grupo, axis=0), np.repeat(cache_v, grupo, axis=0)  # (h, t, d)
    puntuaciones = np.einsum("hd,htd->ht", q, claves) / np.sqrt(d)
    pesos = np.exp(puntuaciones - puntuaciones.max(axis=1, keepdims=True))
    pesos /= pesos.sum(axis=1, keepdims=True)
    return np.einsum("ht,htd->hd", pesos, valores)
    ### END SOLUTION
