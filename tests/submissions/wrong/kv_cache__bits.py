# mistake: bits instead of bytes
# base: perfect_en
# item: kv_cache
# fails: worked_number
# keeps: scales
# misconception: KM-03
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * n_tokens * n_layers * width * bytes_per_value * 8
