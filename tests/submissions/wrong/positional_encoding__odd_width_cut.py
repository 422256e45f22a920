# mistake: an odd d_model silently gives one column less
# base: perfect_en
# item: positional_encoding
# fails: odd_width
# keeps: values, far_positions, first_position, sines_and_cosines, rotation
# misconception: PE-19
# %%
def positional_encoding(n_positions, d_model):
    pairs = d_model // 2
    angle = np.arange(n_positions)[:, None] * 10000.0 ** (-2 * np.arange(pairs) / d_model)
    pe = np.zeros((n_positions, 2 * pairs))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angle), np.cos(angle)
    return pe
