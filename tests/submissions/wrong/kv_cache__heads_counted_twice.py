# mistake: d_model per head: multiplied by the number of heads
# base: perfect_en
# item: kv_cache
# fails: grouped_heads
# keeps: worked_number, scales
# misconception: KM-04
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    heads = 1 if n_kv_heads is None else n_kv_heads
    return 2 * n_tokens * n_layers * heads * d_model * bytes_per_value
