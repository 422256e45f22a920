# style: NumPy, first tries left in place; the last definition of each name is the right one
# items: softmax, attention, masks
# %%
import numpy as np
# %%
def softmax(z):
    return np.exp(z) / np.exp(z).sum()
# %%
def causal_mask(n):
    return np.triu(np.ones((n, n)))
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T
    A = softmax(scores)
    return A @ V
# %%
# corrected after the self-test
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
# %%
def causal_mask(n):
    return np.tril(np.ones((n, n)))


def padding_mask(lengths, n_max):
    return np.arange(n_max) < np.asarray(lengths)[:, None]
# %%
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    A = softmax(scores)
    return A @ V, A
