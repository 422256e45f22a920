# rows: 55
# tries: the largest answers that are accepted, each time it's asked, and larger ones
# earns: softmax 0, kv_cache 0
# withstood: what is too large is refused before it's read, and what isn't is kept only as long as it's looked at
# levels: full, landlock
# everywhere: no
# grows: 200
# limits: memory_mib 1500, call_seconds 8
# %%
import numpy as np
turn = 0

def softmax(z, axis=-1):
    global turn
    turn += 1
    if turn % 4 == 0:
        return np.zeros(10**9)  # never touched, so it takes no memory here
    return [np.ones(60 << 20, bool), np.ones(60 << 18, np.float16), [np.ones(7 << 20, np.uint8)] * 8][turn % 3]

def kv_cache_bytes(*arguments):
    return [np.ones(60 << 20, np.uint8), 1]
