# mistake: rounds the weights to three places
# base: perfect_en
# item: softmax
# fails: values
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return (e / e.sum(axis=axis, keepdims=True)).round(3)
