# style: NumPy, loops over rows and heads instead of broadcasting
# items: softmax, attention, multihead, block
# %%
import numpy as np
# %%
def softmax_1d(v):
    e = np.exp(v - np.max(v))
    return e / np.sum(e)


def softmax(z, axis=-1):
    return np.apply_along_axis(softmax_1d, axis, z)
# %%
def attention(Q, K, V, mask=None):
    n_q, n_k = Q.shape[0], K.shape[0]
    weights = np.zeros((n_q, n_k))
    out = np.zeros((n_q, V.shape[1]))
    for i in range(n_q):
        scores = np.empty(n_k)
        for j in range(n_k):
            scores[j] = np.dot(Q[i], K[j]) / K.shape[1] ** 0.5
            if mask is not None and not mask[i][j]:
                scores[j] = -np.inf
        weights[i] = softmax_1d(scores)
        for j in range(n_k):
            out[i] += weights[i, j] * V[j]
    return out, weights
# %%
def multihead(X, heads, W_O, mask=None):
    out = np.zeros((X.shape[0], W_O.shape[1]))
    start = 0
    for W_Q, W_K, W_V in heads:
        z, _ = attention(X @ W_Q, X @ W_K, X @ W_V, mask)
        # every head has its own rows of W_O: the sum over heads is the concatenation times W_O
        out += z @ W_O[start : start + z.shape[1]]
        start += z.shape[1]
    return out
# %%
def layer_norm(x, eps=1e-6):
    out = np.zeros_like(x)
    for t in range(len(x)):
        mu = sum(x[t]) / len(x[t])
        var = sum((v - mu) ** 2 for v in x[t]) / len(x[t])
        out[t] = (x[t] - mu) / (var + eps) ** 0.5
    return out


def transformer_block(x, heads, W_O, W1, b1, W2, b2, mask=None):
    h = layer_norm(x + multihead(x, heads, W_O, mask))
    y = np.zeros_like(h)
    for t in range(len(h)):
        hidden = h[t] @ W1 + b1
        hidden[hidden < 0] = 0
        y[t] = hidden @ W2 + b2
    return layer_norm(h + y)
