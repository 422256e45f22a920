# mistake: prints the weights and returns nothing
# base: perfect_en
# item: softmax
# fails: values, any_axis, sums_to_one, shift_invariant, stable, minus_infinity
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    print(e / e.sum(axis=axis, keepdims=True))
