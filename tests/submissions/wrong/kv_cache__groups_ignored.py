# mistake: takes the head counts and doesn't use them
# base: perfect_en
# item: kv_cache
# fails: grouped_heads
# keeps: worked_number, scales
# misconception: KM-05
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    return 2 * n_tokens * n_layers * d_model * bytes_per_value
