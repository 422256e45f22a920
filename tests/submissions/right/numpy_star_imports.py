# style: NumPy, star imports, no prefix anywhere
# items: softmax, attention, masks, positional_encoding
# %%
from numpy import *
# %%
def softmax(z, axis=-1):
    e = exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def attention(Q, K, V, mask=None):
    S = dot(Q, K.T) / sqrt(Q.shape[1])
    if mask is not None:
        S = where(mask, S, -inf)
    A = softmax(S)
    return dot(A, V), A
# %%
def causal_mask(n):
    return tril(ones((n, n)))


def padding_mask(lengths, n_max):
    return (arange(n_max)[None, :] < array(lengths)[:, None]).astype(float)
# %%
def positional_encoding(n, d):
    pe = zeros((n, d))
    w = power(10000.0, -arange(0, d, 2) / d)
    pe[:, ::2] = sin(outer(arange(n), w))
    pe[:, 1::2] = cos(outer(arange(n), w[: d // 2]))
    return pe
