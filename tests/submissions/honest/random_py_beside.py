# style: writes a file called random.py beside the notebook, and imports it; so do numpy and others
# earns: softmax all, kv_cache all
# base: honest
# %%
%%writefile random.py
def random():
    return 4
# %%
import random
import numpy.random
kept = random.random()
