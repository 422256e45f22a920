# rows: 52
# tries: memory without end: in a function, in children, in a cell; as arrays, maps, text and one big number
# earns: softmax 0, kv_cache 0
# withstood: it's ended for it, or its own line fails, and whoever comes next has all that there was
# levels: all
# everywhere: yes
# cells: 2 out_of_memory|raised|timed_out|crashed
# verdicts: softmax.values out_of_memory, kv_cache.worked_number raised|out_of_memory|crashed|timed_out
# limits: call_seconds 6
# %%
import mmap, os, time, numpy as np

def softmax(z, axis=-1):
    kept = []
    for _ in range(80):
        kept.append(np.ones(10 << 17))
        time.sleep(0.002)
    return z

def kv_cache_bytes(*arguments):
    return bytearray(10**14)
# %%
kept = [mmap.mmap(-1, 50 << 20) for _ in range(12)]
for one in kept:
    one.write(b"x" * (50 << 20))
