# mistake: powers of 2 instead of e
# base: perfect_en
# item: softmax
# fails: values
# keeps: sums_to_one, shift_invariant, minus_infinity
# misconception: SM-07
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = 2.0 ** (z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
