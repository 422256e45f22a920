# rows: 51
# tries: answers that take for ever to be turned into plain data
# earns: softmax 0, kv_cache 0
# withstood: the conversion is part of the question's time, or the methods aren't asked
# levels: all
# limits: call_seconds 0.5
# verdicts: softmax.values timed_out|wrong, kv_cache.worked_number wrong|timed_out
# %%
import itertools, time

class Endless(list):
    def __iter__(self): return itertools.repeat(0.0)
    def __len__(self): time.sleep(1000)

class Slow:
    def __repr__(self): time.sleep(1000)
    __str__ = __array__ = __len__ = __float__ = __index__ = __int__ = __repr__

def softmax(z, axis=-1):
    return Endless([1.0])

def kv_cache_bytes(*arguments):
    return Slow()
