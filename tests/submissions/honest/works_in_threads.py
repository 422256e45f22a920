# style: computes each row in a thread of a pool
# earns: softmax all, kv_cache all
# base: honest
# %%
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(4)
one = softmax

def softmax(z, axis=-1):
    moved = np.moveaxis(np.asarray(z, dtype=float), axis, -1)
    rows = list(pool.map(one, moved.reshape(-1, moved.shape[-1])))
    return np.moveaxis(np.array(rows).reshape(moved.shape), -1, axis)
