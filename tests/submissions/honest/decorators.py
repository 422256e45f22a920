# style: timed, logged and cached functions
# earns: softmax all, kv_cache all
# base: honest
# %%
import functools, time

def timed(function):
    @functools.wraps(function)
    def inner(*arguments, **keywords):
        began = time.perf_counter()
        try:
            return function(*arguments, **keywords)
        finally:
            print(f"{function.__name__}: {time.perf_counter() - began:.6f} s")
    return inner

softmax = timed(softmax)
kv_cache_bytes = functools.lru_cache(maxsize=None)(kv_cache_bytes)
