# style: seeds, print options, default types and thread counts, as examples have them
# earns: softmax all, kv_cache all
# base: honest
# torch: yes
# %%
import random, torch
random.seed(0); np.random.seed(0); torch.manual_seed(0)
np.set_printoptions(precision=1, suppress=True)
torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)
torch.set_printoptions(precision=1)
torch.use_deterministic_algorithms(True)
