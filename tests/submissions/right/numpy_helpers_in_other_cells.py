# style: NumPy, small functions spread over cells, some defined after the ones that call them
# items: attention, multihead, block, positional_encoding
# %%
def attention(Q, K, V, mask=None):
    A = row_softmax(blocked(scaled(Q, K), mask))
    return A @ V, A


def multihead(X, heads, W_O, mask=None):
    return side_by_side([attention(*project(X, head), mask)[0] for head in heads]) @ W_O


def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    x = layer_norm(x + multihead(x, heads, W_O, mask))
    return layer_norm(x + ffn(x, W1, b1, W2, b2))
# %%
import numpy as np
# %%
def scaled(Q, K):
    return Q @ K.T / root(Q.shape[-1])


def root(x):
    return x**0.5


def blocked(S, mask):
    return S if mask is None else np.where(mask, S, -np.inf)


def row_softmax(S):
    e = np.exp(S - S.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def project(X, head):
    return [X @ W for W in head]


side_by_side = np.hstack
# %%
def layer_norm(x, eps=1e-5):
    return centred(x) / root(variance(x) + eps)


def centred(x):
    return x - x.mean(-1, keepdims=True)


def variance(x):
    return (centred(x) ** 2).mean(-1, keepdims=True)


def ffn(x, W1, b1, W2, b2):
    return relu(x @ W1 + b1) @ W2 + b2


def relu(x):
    return x.clip(min=0)
# %%
def positional_encoding(n_positions, d_model):
    pe = np.zeros((n_positions, d_model))
    pe[:, 0::2], pe[:, 1::2] = np.sin(angles(n_positions, d_model)), np.cos(angles(n_positions, d_model))
    return pe


def angles(n, d):
    return np.arange(n).reshape(n, 1) / frequencies(d)


def frequencies(d):
    return 10000 ** (np.arange(0, d, 2) / d)
