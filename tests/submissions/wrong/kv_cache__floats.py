# mistake: computes with floats: large results are rounded
# base: perfect_en
# item: kv_cache
# fails: exact
# keeps: worked_number, grouped_heads
# misconception: KM-12
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    share = 1.0 if n_heads is None else n_kv_heads / n_heads
    return 2.0 * n_tokens * n_layers * d_model * bytes_per_value * share
