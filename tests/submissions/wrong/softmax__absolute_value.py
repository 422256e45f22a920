# mistake: exp(|z|)
# base: perfect_en
# item: softmax
# fails: values, shift_invariant
# keeps: sums_to_one
# misconception: SM-06
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    z = np.abs(z)
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
