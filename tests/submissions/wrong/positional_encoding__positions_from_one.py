# mistake: the first position is 1
# base: perfect_en
# item: positional_encoding
# fails: values, first_position
# keeps: rotation
# misconception: PE-07
# %%
def positional_encoding(n_positions, d_model):
    angle = np.arange(1, n_positions + 1)[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
