# mistake: axis 1 is hard-wired: right in two dimensions only
# base: perfect_en
# item: softmax
# fails: any_axis, sums_to_one
# keeps: values
# misconception: SM-04
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - np.max(z, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)
