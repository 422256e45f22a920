# rows: 32
# tries: empty arrays, shapes that broadcast to anything, NaN everywhere, booleans, half precision, complex and objects
# earns: softmax 0, kv_cache 0
# withstood: type, shape and finiteness are compared before any value
# levels: full
# %%
import numpy as np
turn = 0

def softmax(z, axis=-1):
    global turn
    turn += 1
    z = np.asarray(z, dtype=float)
    return [np.zeros(0), np.full((1,), 0.25), np.float64(0.25), np.full(z.shape, np.nan), np.full(z.shape, np.inf),
            np.ones(z.shape, bool), z.astype(np.float16) * 0, z + 0j, z.astype(object), np.zeros((*z.shape, 1)),
            np.zeros((3, *z.shape)), np.broadcast_to(0.5, z.shape), z.tolist()[:1], [], [[]], "0.25", None][turn % 17]

def kv_cache_bytes(*arguments):
    global turn
    turn += 1
    return [float("nan"), float("inf"), True, 471859200000j, np.zeros(0), [471859200000, 471859200000], "471859200000",
            np.int32(7), -0.0, 1e999, None][turn % 11]
