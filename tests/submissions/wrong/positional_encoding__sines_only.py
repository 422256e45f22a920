# mistake: a sine in every column
# base: perfect_en
# item: positional_encoding
# fails: values, first_position, sines_and_cosines, rotation
# %%
def positional_encoding(n_positions, d_model):
    i = np.arange(d_model) // 2 * 2
    return np.sin(np.arange(n_positions)[:, None] * 10000.0 ** (-i / d_model))
