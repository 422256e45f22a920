# mistake: 10000^(2i/d) although i already goes in steps of two
# base: perfect_en
# item: positional_encoding
# fails: values
# keeps: first_position, sines_and_cosines, rotation
# misconception: PE-01
# %%
def positional_encoding(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    pos = np.arange(n_positions)
    for i in range(0, d_model, 2):
        pe[:, i] = np.sin(pos / 10000 ** (2 * i / d_model))
        pe[:, i + 1] = np.cos(pos / 10000 ** (2 * i / d_model))
    return pe
