# mistake: GELU where the paper's ReLU is asked
# base: perfect_en
# item: block
# fails: values
# keeps: layer_norm, layer_norm_eps, residuals, norm_order, ffn_per_token, stacks
# misconception: BL-08
# %%
def feed_forward(x, W1, b1, W2, b2):
    h = x @ W1 + b1
    h = 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
    return h @ W2 + b2
