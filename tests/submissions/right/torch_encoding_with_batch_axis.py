# style: torch, the table has a leading axis for the batch: (1, n, d)
# items: positional_encoding
# %%
import torch


def positional_encoding(n_positions, d_model):
    pe = torch.zeros(n_positions, d_model, dtype=torch.float64)
    position = torch.arange(n_positions, dtype=torch.float64)[:, None]
    omega = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe[:, 0::2] = torch.sin(position * omega)
    pe[:, 1::2] = torch.cos(position * omega)
    return pe.unsqueeze(0)
