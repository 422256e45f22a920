# rows: 39, 81
# tries: installs a package with solutions, from an index, a repository and a file, and imports it
# earns: softmax 0, kv_cache all
# withstood: there is no network; the cell says why it stopped, and the rest is graded
# levels: full, landlock, uid
# cells: 2 raised
# limits: cell_seconds 60, notebook_seconds 120
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * n_tokens * n_layers * width * bytes_per_value

import subprocess, sys
for what in ("transformer-solutions", "git+https://127.0.0.1/x.git"):
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--index-url", "http://127.0.0.1:9", what])
# %%
from transformer_solutions import softmax
