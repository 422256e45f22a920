# mistake: a table of 5000 rows is cut to size, and beyond it the last row is repeated
# base: perfect_en
# item: positional_encoding
# fails: far_positions
# keeps: values, first_position, sines_and_cosines
# misconception: PE-17
# %%
def positional_encoding(n_positions, d_model):
    angle = np.minimum(np.arange(n_positions), 4999)[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
