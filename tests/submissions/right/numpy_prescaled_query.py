# style: NumPy, q divided before the product; log-softmax and then exp
# items: softmax, attention
# %%
import numpy as np


def log_softmax(z, axis=-1):
    shifted = z - z.max(axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def softmax(z, axis=-1):
    return np.exp(log_softmax(z, axis))
# %%
def attention(Q, K, V, mask=None):
    q = Q / np.sqrt(Q.shape[-1])
    logits = q @ np.swapaxes(K, -2, -1)
    if mask is not None:
        logits = np.where(mask == 0, -np.inf, logits)
    A = np.exp(log_softmax(logits))
    return A @ V, A
