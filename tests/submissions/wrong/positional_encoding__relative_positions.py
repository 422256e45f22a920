# mistake: positions divided by their number
# base: perfect_en
# item: positional_encoding
# fails: values
# keeps: first_position
# %%
def positional_encoding(n_positions, d_model):
    pos = np.arange(n_positions)[:, None] / n_positions
    angle = pos * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
