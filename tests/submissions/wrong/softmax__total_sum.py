# mistake: divides by the sum of the whole array
# base: perfect_en
# item: softmax
# fails: values, sums_to_one
# misconception: SM-03
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum()
