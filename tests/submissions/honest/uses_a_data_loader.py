# style: torch's data loader with two workers
# earns: softmax all, kv_cache all
# base: honest
# torch: yes
# levels: full
# limits: cell_seconds 20
# %%
import torch
from torch.utils.data import DataLoader, TensorDataset
loader = DataLoader(TensorDataset(torch.arange(16.0)), batch_size=4, num_workers=2)
assert sum(len(batch[0]) for batch in loader) == 16
