# rows: 33
# tries: its input, a constant, zeros or something drawn at random
# earns: softmax 0, kv_cache 0
# withstood: no check passes for an answer that computes nothing
# levels: full
# %%
import numpy as np
turn = 0

def softmax(z, axis=-1):
    global turn
    turn += 1
    z = np.asarray(z, dtype=float)
    return [z, z * 0, z * 0 + 1 / z.shape[axis], np.random.rand(*z.shape), np.sort(z, axis)][turn % 5]

def kv_cache_bytes(n_tokens, *arguments):
    return n_tokens
