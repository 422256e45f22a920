# mistake: the worked example of the lecture, by heart
# base: perfect_en
# item: softmax
# fails: values
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    return np.broadcast_to(np.resize([0.090, 0.665, 0.245], z.shape[-1]), z.shape)
