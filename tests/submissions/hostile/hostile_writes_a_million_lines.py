# rows: 62, found
# tries: cells of nothing but line breaks, and one of blanks beside a magic, in a notebook in which something is missing
# earns: softmax 0, kv_cache all
# withstood: looking for what was meant takes no longer than reading
# levels: full
# grows: 200
# cells: 2 raised|out_of_memory
# %%
def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
    width = d_model if n_heads is None else d_model // n_heads * n_kv_heads
    return 2 * n_tokens * n_layers * width * bytes_per_value
# %%
# generated
"x = 1" + "\n" * 200_000 + "x = ("
# %%
# generated
"%matplotlib inline\n" + " " * 60_000 + "\nx = 1"
# %%
# generated
"x = 1\n" + "def" + " " * 60_000 + "\\\nf(): pass"
