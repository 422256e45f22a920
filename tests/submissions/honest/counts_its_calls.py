# style: a counter and a history as globals
# earns: softmax all, kv_cache all
# base: honest
# %%
calls, history = 0, []
plain = softmax
def softmax(z, axis=-1):
    global calls
    calls += 1
    history.append(z)
    return plain(z, axis)
