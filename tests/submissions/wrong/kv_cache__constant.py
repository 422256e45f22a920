# mistake: the number of the exercise, by heart
# base: perfect_en
# item: kv_cache
# fails: grouped_heads, scales
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    return 471_859_200_000
