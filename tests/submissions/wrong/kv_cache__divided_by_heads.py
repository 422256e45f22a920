# mistake: divides by the number of KV heads
# base: perfect_en
# item: kv_cache
# fails: grouped_heads
# keeps: worked_number, scales
# misconception: KM-05
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    total = 2 * n_tokens * n_layers * d_model * bytes_per_value
    return total if n_kv_heads is None else total // n_kv_heads
