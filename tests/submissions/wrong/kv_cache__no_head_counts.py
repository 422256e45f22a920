# mistake: can't be asked for grouped heads
# base: perfect_en
# item: kv_cache
# fails: grouped_heads
# keeps: worked_number, scales, exact
# misconception: KM-05
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2):
    return 2 * n_tokens * n_layers * d_model * bytes_per_value
