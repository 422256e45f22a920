# style: functions that take NumPy arrays and tensors alike
# items: softmax, attention
# %%
import numpy as np
import torch


def softmax(z, axis=-1):
    if isinstance(z, torch.Tensor):
        e = torch.exp(z - z.amax(axis, keepdim=True))
        return e / e.sum(axis, keepdim=True)
    e = np.exp(z - np.max(z, axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def attention(Q, K, V, mask=None):
    S = Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5
    if mask is not None:
        S = S + (0.0 if isinstance(S, np.ndarray) else torch.zeros(()))  # a copy
        where = torch.where if isinstance(S, torch.Tensor) else np.where
        blocked = torch.full_like(S, -torch.inf) if isinstance(S, torch.Tensor) else -np.inf
        S = where(mask != 0, S, blocked)
    A = softmax(S)
    return A @ V, A
