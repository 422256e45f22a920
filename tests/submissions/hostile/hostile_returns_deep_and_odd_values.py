# rows: 55
# tries: nesting, numbers of thousands of digits, halves of characters, keys that collide, and vast empty shapes
# earns: softmax 0, kv_cache 0
# withstood: each is a value that isn't what was asked, or no answer; none is a failure of the grader
# levels: all
# limits: call_seconds 3
# %%
import numpy as np
turn = 0
deep = []
for _ in range(100_000):
    deep = [deep]
loop = []
loop.append(loop)
odd = [deep, loop, 10**5000, -10**3900, 10**12000, float("nan"), -0.0, 1e308 * 10, "\ud800" * 1000, "x" * 10**7,
       {1: 2, "1": 3, True: 4, None: 5}, {"m": {"a": [0, "float64", [10**13], "numpy", ""]}}, [[]] * 100_000,
       list(range(99_999)), {i: i for i in range(9_999)}, np.zeros((0, 2**30)), np.zeros((2**20, 0, 2**20)),
       np.array([[1, 2]] * 3).T[::-1, ::2], np.array("text"), np.array([None]), np.rec.array([(1, 2.0)]),
       np.datetime64("2026-01-01"), b"bytes", range(10), (x for x in deep), memoryview(b"x"), set(), lambda: 0, odd_type := type]

def softmax(z, axis=-1):
    global turn
    turn += 1
    return odd[turn % len(odd)]

def kv_cache_bytes(*arguments):
    global turn
    turn += 1
    return odd[turn % len(odd)]
