# mistake: z divided by its sum
# base: perfect_en
# item: softmax
# fails: values, shift_invariant
# misconception: SM-07
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    return z / z.sum(axis=axis, keepdims=True)
