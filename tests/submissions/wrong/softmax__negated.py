# mistake: exp(-z): the smallest score wins
# base: perfect_en
# item: softmax
# fails: values
# keeps: sums_to_one, shift_invariant
# misconception: SM-06
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(-(z - z.min(axis=axis, keepdims=True)))
    return e / e.sum(axis=axis, keepdims=True)
