# mistake: positions in float16: they collide beyond 2048
# base: perfect_en
# item: positional_encoding
# fails: far_positions
# keeps: first_position
# misconception: PE-20
# %%
def positional_encoding(n_positions, d_model):
    pos = np.arange(n_positions).astype(np.float16)[:, None].astype(float)
    angle = pos * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
