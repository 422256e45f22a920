# mistake: the doubled exponent, in torch
# base: perfect_es
# item: positional_encoding
# fails: values
# keeps: first_position, rotation
# misconception: PE-01
# %%
def codificacion_posicional(n_posiciones, d_model):
    pos = torch.arange(n_posiciones, dtype=torch.float64).unsqueeze(1)
    dos_i = torch.arange(0, d_model, 2, dtype=torch.float64)
    angulo = pos / 10000 ** (2 * dos_i / d_model)
    pe = torch.zeros(n_posiciones, d_model, dtype=torch.float64)
    pe[:, 0::2] = torch.sin(angulo)
    pe[:, 1::2] = torch.cos(angulo[:, : d_model // 2])
    return pe
