# style: bare excepts everywhere, interrupts too
# earns: softmax all, kv_cache all
# base: honest
# %%
try:
    1 / 0
except:
    pass
brave = softmax
def softmax(z, axis=-1):
    try:
        return brave(z, axis)
    except BaseException:
        return z
