# mistake: positions and frequencies are in float32, and the table in float64
# base: perfect_en
# item: positional_encoding
# fails: far_positions
# keeps: values, first_position, sines_and_cosines, rotation
# misconception: PE-20
# %%
def positional_encoding(n_positions, d_model):
    pos = np.arange(n_positions, dtype=np.float32)[:, None]
    angles = pos / 10000 ** (np.arange(0, d_model, 2, dtype=np.float32) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2] = np.sin(angles)
    pe[:, 1::2] = np.cos(angles)[:, : d_model // 2]
    return pe
