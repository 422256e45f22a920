# mistake: a true division on the way, where there are groups
# base: perfect_en
# item: kv_cache
# fails: exact
# keeps: worked_number, grouped_heads, scales
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    total = 2 * n_tokens * n_layers * d_model * bytes_per_value
    if n_heads is not None:
        total = int(total * n_kv_heads / n_heads)
    return total
