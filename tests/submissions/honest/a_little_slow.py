# style: takes a fiftieth of a second for each answer
# earns: softmax all, kv_cache all
# base: honest
# %%
import time
quick = softmax
def softmax(z, axis=-1):
    time.sleep(0.02)
    return quick(z, axis)
