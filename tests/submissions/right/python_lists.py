# style: plain Python inside, lists out
# items: masks, positional_encoding, kv_cache
# %%
from math import cos, prod, sin


def causal_mask(n):
    return [[j <= i for j in range(n)] for i in range(n)]


def padding_mask(lengths, n_max):
    return [[1 if j < length else 0 for j in range(n_max)] for length in lengths]
# %%
def positional_encoding(n_positions, d_model):
    rows = []
    for pos in range(n_positions):
        row = []
        for i in range(0, d_model, 2):
            angle = pos / 10000 ** (i / d_model)
            row += [sin(angle), cos(angle)]
        rows.append(row[:d_model])
    return rows
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    keys_and_values = 2
    if n_heads is not None:
        d_model = d_model * n_kv_heads // n_heads
    return prod([keys_and_values, n_tokens, n_layers, d_model, bytes_per_value])
