# mistake: adds 1e-2 to the sum: rows add up to less than 1
# base: perfect_en
# item: softmax
# fails: values, sums_to_one
# misconception: SM-09
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / (e.sum(axis=axis, keepdims=True) + 1e-2)
