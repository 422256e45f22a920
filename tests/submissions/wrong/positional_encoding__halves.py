# mistake: all sines first, then all cosines
# base: perfect_en
# item: positional_encoding
# fails: values, first_position, sines_and_cosines
# misconception: PE-06
# %%
def positional_encoding(n_positions, d_model):
    angle = np.arange(n_positions)[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.concatenate([np.sin(angle), np.cos(angle)], axis=-1)
