# mistake: std + eps
# base: perfect_en
# item: block
# fails: layer_norm_eps
# keeps: values, layer_norm, residuals, norm_order, ffn_per_token, stacks
# misconception: LN-02
# %%
def layer_norm(x, eps=1e-5):
    return (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + eps)
