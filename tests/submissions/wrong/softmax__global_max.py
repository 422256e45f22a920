# mistake: one maximum for the whole array: rows far below it become 0/0
# base: perfect_en
# item: softmax
# fails: stable
# keeps: values, sums_to_one
# misconception: SM-02
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.max())
    return e / e.sum(axis=axis, keepdims=True)
