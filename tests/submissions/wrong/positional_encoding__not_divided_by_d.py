# mistake: the exponent isn't divided by d_model
# base: perfect_en
# item: positional_encoding
# fails: values
# keeps: first_position
# misconception: PE-08
# %%
def positional_encoding(n_positions, d_model):
    angle = np.arange(n_positions)[:, None] * 10000.0 ** (-np.arange(0.0, d_model, 2))
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
