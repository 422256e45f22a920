# mistake: axis 0 whatever is asked: columns add up to 1
# base: perfect_en
# item: softmax
# fails: values, any_axis, sums_to_one
# misconception: SM-04
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=0, keepdims=True))
    return e / e.sum(axis=0, keepdims=True)
