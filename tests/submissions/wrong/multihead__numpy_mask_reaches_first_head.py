# mistake: the mask is set to None inside the loop
# base: perfect_en
# item: multihead
# fails: mask_reaches_heads
# keeps: one_head, equivariant
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    outputs = []
    for q, k, v in heads:
        outputs.append(attention(X @ q, X @ k, X @ v, mask)[0])
        mask = None
    return np.concatenate(outputs, axis=-1) @ W_O
