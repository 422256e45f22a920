# rows: 55
# tries: a well-formed answer of 100 MB
# earns: softmax 0, kv_cache 0
# withstood: its size is refused before any of it is read
# levels: full
# limits: memory_mib 1500
# verdicts: softmax.any_axis flooded, kv_cache.scales flooded
# %%
import json, struct, sys
wire = sys.modules["_inside.wire"]

def large(tree):
    header = json.dumps({"m": {"id": 1, "value": {"a": [0, "uint8", [100_000_000], "numpy", "uint8"]}}}).encode()
    return struct.pack(">4sIIQ", b"GRW1", len(header), 1, 100_000_000) + header + bytes(100_000_000)

def softmax(z, axis=-1):
    wire.encode = large
    return z

def kv_cache_bytes(*arguments):
    wire.encode = large
    return 1
