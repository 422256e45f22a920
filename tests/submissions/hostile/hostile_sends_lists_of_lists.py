# rows: 55
# tries: four megabytes of header that would become a hundred times as much in memory
# earns: softmax 0, kv_cache 0
# withstood: a header has a size, and what it holds is counted
# levels: full
# limits: call_seconds 4
# grows: 200
# verdicts: softmax.any_axis unreadable|flooded, kv_cache.scales unreadable|flooded
# %%
import struct, sys
wire = sys.modules["_inside.wire"]

def raw(text):
    return struct.pack(">4sII", b"GRW1", len(text), 0) + text

def softmax(z, axis=-1):
    wire.encode = lambda tree: raw(b"[" + b"{}," * 1_300_000 + b"{}]")
    return z

def kv_cache_bytes(*arguments):
    wire.encode = lambda tree: raw(b"[" * 2_000_000 + b"]" * 2_000_000)
    return 1
