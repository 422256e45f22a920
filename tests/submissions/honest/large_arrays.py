# style: arrays of 150 MB on the way
# earns: softmax all, kv_cache all
# base: honest
# %%
large = np.ones(15 << 20)
total = large.sum()
del large
lean = softmax
def softmax(z, axis=-1):
    room = np.zeros(5 << 20)
    room[:] = 1
    return lean(z, axis)
