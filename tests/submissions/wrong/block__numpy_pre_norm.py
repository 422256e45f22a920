# mistake: pre-LN where the paper's post-LN is asked
# base: perfect_en
# item: block
# fails: norm_order
# keeps: layer_norm, layer_norm_eps, ffn_per_token, stacks
# misconception: BL-05
# %%
def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    x = x + multihead(layer_norm(x), heads, W_O, mask)
    return x + feed_forward(layer_norm(x), W1, b1, W2, b2)
