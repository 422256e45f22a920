# mistake: gives its input back
# base: perfect_en
# item: softmax
# fails: values, sums_to_one
# drags: attention, multihead, block
# %%
def softmax(z, axis=-1):
    return z
