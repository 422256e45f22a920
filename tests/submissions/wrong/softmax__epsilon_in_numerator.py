# mistake: adds 1e-3 to every exponential
# base: perfect_en
# item: softmax
# fails: values, minus_infinity
# keeps: sums_to_one
# misconception: SM-09
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True)) + 1e-3
    return e / e.sum(axis=axis, keepdims=True)
