# style: an object of a dataclass in the place of each function
# earns: softmax all, kv_cache all
# %%
from dataclasses import dataclass
import numpy as np

@dataclass
class Softmax:
    axis: int = -1
    def __call__(self, z, axis=None):
        axis = self.axis if axis is None else axis
        e = np.exp(z - z.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)

class Cache:
    def __call__(self, n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
        width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
        return 2 * n_tokens * n_layers * width * bytes_per_value

softmax, kv_cache_bytes = Softmax(), Cache()
