# mistake: clips the scores to ±50 against overflow
# base: perfect_en
# item: softmax
# fails: stable
# keeps: values, sums_to_one
# misconception: SM-01
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    e = np.exp(np.clip(z, -50, 50))
    return e / e.sum(axis=axis, keepdims=True)
