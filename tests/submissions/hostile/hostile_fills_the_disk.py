# rows: 56
# tries: one big file, a sparse one, and many small ones
# earns: softmax 0, kv_cache 0
# withstood: its folders are in memory and of a bounded size
# levels: full
# verdicts: softmax.values raised, kv_cache.worked_number raised
# %%
import os, tempfile

def softmax(z, axis=-1):
    with open(os.path.join(tempfile.gettempdir(), "big"), "wb") as file:
        for _ in range(100):
            file.write(b"x" * (1 << 20))
    got_through("100 MiB in one file")

def kv_cache_bytes(*arguments):
    for number in range(10_000):
        open(os.path.join(tempfile.gettempdir(), str(number)), "w").close()
    got_through("10 000 files")
