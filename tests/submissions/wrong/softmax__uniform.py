# mistake: the same weight for all
# base: perfect_en
# item: softmax
# fails: values, minus_infinity
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    return np.ones_like(z) / z.shape[axis]
