# mistake: the second residual is missing
# base: perfect_en
# item: block
# fails: residuals
# keeps: layer_norm, layer_norm_eps, ffn_per_token
# misconception: BL-01
# %%
def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    x = layer_norm(x + multihead(x, heads, W_O, mask))
    return layer_norm(feed_forward(x, W1, b1, W2, b2))
