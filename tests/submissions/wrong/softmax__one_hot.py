# mistake: 1 at the largest score and 0 elsewhere
# base: perfect_en
# item: softmax
# fails: values
# keeps: sums_to_one
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    return (z == z.max(axis=axis, keepdims=True)).astype(float)
