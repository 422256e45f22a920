# mistake: random numbers, as for learned positions
# base: perfect_en
# item: positional_encoding
# fails: values, first_position, rotation
# %%
def positional_encoding(n_positions, d_model):
    return np.random.default_rng(0).normal(size=(n_positions, d_model))
