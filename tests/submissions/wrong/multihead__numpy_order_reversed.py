# mistake: the heads are put side by side from last to first
# base: perfect_en
# item: multihead
# fails: values
# keeps: one_head, equivariant, mask_reaches_heads
# misconception: MH-16
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    outputs = []
    for q, k, v in heads:
        outputs.insert(0, attention(X @ q, X @ k, X @ v, mask)[0])
    return np.concatenate(outputs, axis=-1) @ W_O
