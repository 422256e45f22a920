# mistake: the mask isn't given to the attention
# base: perfect_en
# item: block
# fails: values
# keeps: layer_norm, layer_norm_eps, residuals, norm_order, ffn_per_token, stacks
# misconception: BL-15
# %%
def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    x = layer_norm(x + multihead(x, heads, W_O))
    return layer_norm(x + feed_forward(x, W1, b1, W2, b2))
