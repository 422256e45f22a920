# style: NumPy, a tiny number added to the sum; the weights still add up to 1 as far as anyone can see
# items: softmax
# %%
import numpy as np


def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / (e.sum(axis=axis, keepdims=True) + 1e-12)
