# mistake: zeros
# base: perfect_en
# item: positional_encoding
# fails: values, first_position
# %%
def positional_encoding(n_positions, d_model):
    return np.zeros((n_positions, d_model))
