# style: prints every array, in each call too
# earns: softmax all, kv_cache all
# base: honest
# %%
for n in range(2000):
    print(n, np.arange(50))
quiet = softmax
def softmax(z, axis=-1):
    print("z =", z)
    result = quiet(z, axis)
    print(result, flush=True)
    return result
