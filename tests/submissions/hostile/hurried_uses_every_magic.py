# rows: 83, 81
# tries: shell, script and installation magics, folders, resets and exits, as notebooks from elsewhere have them
# earns: softmax all, kv_cache all
# withstood: they do what they can without a network, or stop their own cell
# levels: full
# cells: 1 raised|well, 3 raised|well, 5 raised|well, 6 raised|well
# limits: cell_seconds 20
# %%
!pip install -q torch
%pip install -q numpy
# %%
%%bash
echo hello; cd /; ls > /dev/null
# %%
%cd ..
%load_ext autoreload
%autoreload 2
%run no_such_script.py
# %%
%reset -f
# %%
%%javascript
alert(1)
# %%
get_ipython().system("true")
exit
# %%
import numpy as np
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
# %%
%%time
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * n_tokens * n_layers * width * bytes_per_value
