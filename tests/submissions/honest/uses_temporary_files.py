# style: keeps intermediate results in temporary files
# earns: softmax all, kv_cache all
# base: honest
# %%
import os, tempfile
direct = softmax
def softmax(z, axis=-1):
    with tempfile.TemporaryDirectory() as folder:
        np.save(os.path.join(folder, "z.npy"), z)
        return direct(np.load(os.path.join(folder, "z.npy")), axis)
