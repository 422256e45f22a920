# mistake: cosines in the even columns
# base: perfect_en
# item: positional_encoding
# fails: values, first_position, sines_and_cosines
# misconception: PE-05
# %%
def positional_encoding(n_positions, d_model):
    angle = np.arange(n_positions)[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.cos(angle), np.sin(angle)
    return pe
