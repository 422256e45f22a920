# mistake: normalises at the end only
# base: perfect_en
# item: block
# fails: values, norm_order
# keeps: layer_norm, layer_norm_eps, ffn_per_token
# misconception: BL-05
# %%
def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    x = x + multihead(x, heads, W_O, mask)
    return layer_norm(x + feed_forward(x, W1, b1, W2, b2))
