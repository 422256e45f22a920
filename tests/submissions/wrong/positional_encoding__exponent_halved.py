# mistake: 10000^(i/d) with i the number of the pair
# base: perfect_en
# item: positional_encoding
# fails: values
# keeps: first_position, sines_and_cosines, rotation
# misconception: PE-03
# %%
def positional_encoding(n_positions, d_model):
    pos = np.arange(n_positions)[:, None]
    i = np.arange(d_model // 2)
    angle = pos / 10000 ** (i / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
