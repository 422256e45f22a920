# style: a leftover numpy.py from an exercise lies beside the notebook
# earns: softmax all, kv_cache all
# %%
open("numpy.py", "w").write("raise SystemExit('mine')")
open("typing.py", "w").write("x = 1")
# %%
import importlib, sys
import numpy as np

def softmax(z, axis=-1):
    import numpy
    e = numpy.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * n_tokens * n_layers * width * bytes_per_value
