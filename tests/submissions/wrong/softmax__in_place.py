# mistake: subtracts the maximum from the caller's array
# base: perfect_en
# item: softmax
# fails: input_untouched
# keeps: values, any_axis, sums_to_one, stable, minus_infinity
# misconception: SM-08
# %%
def softmax(z, axis=-1):
    z -= z.max(axis=axis, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=axis, keepdims=True)
