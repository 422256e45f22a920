# mistake: takes an axis and uses the last one
# base: perfect_en
# item: softmax
# fails: any_axis
# keeps: values, sums_to_one, stable, minus_infinity, shift_invariant
# misconception: SM-04
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
