# mistake: 32-bit integers overflow
# base: perfect_en
# item: kv_cache
# fails: worked_number, exact
# misconception: KM-12
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    with np.errstate(over="ignore"):
        total = np.array(2, dtype=np.int32) * np.int32(n_tokens % 2**31) * np.int32(n_layers) * np.int32(width)
        return int(total * np.int32(bytes_per_value))
