# mistake: the FFN reads the block's input
# base: perfect_en
# item: block
# fails: values
# keeps: layer_norm, layer_norm_eps, ffn_per_token, stacks
# misconception: BL-04
# %%
def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    y = layer_norm(x + multihead(x, heads, W_O, mask))
    return layer_norm(y + feed_forward(x, W1, b1, W2, b2))
