# mistake: gives X back
# base: perfect_en
# item: multihead
# fails: values, one_head
# drags: block
# %%
def multihead(X, heads, W_O, mask=None):
    return X
