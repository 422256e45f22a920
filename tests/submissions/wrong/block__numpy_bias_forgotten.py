# mistake: b1 and b2 aren't added
# base: perfect_en
# item: block
# fails: values
# keeps: layer_norm, layer_norm_eps, ffn_per_token, stacks
# %%
def feed_forward(x, W1, b1, W2, b2):
    return np.maximum(0, x @ W1) @ W2
