# mistake: exp of the raw scores: overflows
# base: perfect_en
# item: softmax
# fails: stable
# keeps: values, sums_to_one, minus_infinity
# misconception: SM-01
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z)
    return e / e.sum(axis=axis, keepdims=True)
