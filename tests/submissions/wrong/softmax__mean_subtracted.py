# mistake: subtracts the mean instead of the maximum: -inf makes it NaN
# base: perfect_en
# item: softmax
# fails: minus_infinity
# keeps: values, sums_to_one, shift_invariant
# misconception: SM-01
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.mean(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
