# rows: 55
# tries: frames that say of themselves that they are endless, empty or many, and headers that lie about what follows
# earns: softmax 0, kv_cache 0
# withstood: sizes are checked before anything of that size is read
# levels: all
# limits: call_seconds 1
# verdicts: softmax.any_axis flooded|unreadable|timed_out, kv_cache.scales flooded|unreadable|timed_out
# %%
import struct, sys
wire = sys.modules["_inside.wire"]

def softmax(z, axis=-1):
    wire.encode = lambda tree: struct.pack(">4sIIQ", b"GRW1", 10, 1, 1 << 62) + b"x" * 1000
    return z

def kv_cache_bytes(*arguments):
    wire.encode = lambda tree: struct.pack(">4sII", b"GRW1", 4 << 20, 4096) + b"\xff" * (8 * 4096)
    return 1
