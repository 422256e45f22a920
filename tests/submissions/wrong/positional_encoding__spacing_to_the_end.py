# mistake: i / (d/2 - 1): the last frequency is exactly 1/10000
# base: perfect_en
# item: positional_encoding
# fails: values
# keeps: first_position, sines_and_cosines, rotation
# misconception: PE-09
# %%
def positional_encoding(n_positions, d_model):
    i = np.arange(d_model // 2) / max(d_model // 2 - 1, 1)
    angle = np.arange(n_positions)[:, None] * 10000.0**-i
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
