# style: progress bars in loops and functions
# earns: softmax all, kv_cache all
# base: honest
# %%
from tqdm.auto import tqdm, trange
for _ in trange(100):
    pass
bare = softmax
def softmax(z, axis=-1):
    for _ in tqdm(range(3)):
        result = bare(z, axis)
    return result
