# mistake: gives log-softmax
# base: perfect_en
# item: softmax
# fails: values, sums_to_one
# keeps: shift_invariant
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    z = z - z.max(axis=axis, keepdims=True)
    return z - np.log(np.exp(z).sum(axis=axis, keepdims=True))
