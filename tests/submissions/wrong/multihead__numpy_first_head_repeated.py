# mistake: the loop uses the first head's matrices every time
# base: perfect_en
# item: multihead
# fails: values
# keeps: one_head, equivariant
# misconception: MH-09
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    outputs = []
    for _ in heads:
        W_Q, W_K, W_V = heads[0]
        outputs.append(attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0])
    return np.concatenate(outputs, axis=-1) @ W_O
