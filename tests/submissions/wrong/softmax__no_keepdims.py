# mistake: the maxima and sums lose their axis and are broadcast along the wrong one
# base: perfect_en
# item: softmax
# fails: values
# misconception: SM-05
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis))
    return e / e.sum(axis=axis)
