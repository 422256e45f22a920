# mistake: the cosine's frequency uses i + 1
# base: perfect_en
# item: positional_encoding
# fails: values, rotation
# keeps: first_position
# misconception: PE-02
# %%
def positional_encoding(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    pos = np.arange(n_positions)
    for i in range(0, d_model, 2):
        pe[:, i] = np.sin(pos / 10000 ** (i / d_model))
        pe[:, i + 1] = np.cos(pos / 10000 ** ((i + 1) / d_model))
    return pe
