# mistake: i // d is 0: all pairs turn at the same speed
# base: perfect_en
# item: positional_encoding
# fails: values
# keeps: first_position, rotation
# misconception: PE-04
# %%
def positional_encoding(n_positions, d_model):
    pos = np.arange(n_positions)[:, None]
    angle = pos / 10000.0 ** (np.arange(0, d_model, 2) // d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
