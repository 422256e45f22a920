# style: NumPy, instances with __call__
# items: softmax, attention, masks
# %%
import numpy as np


class Softmax:
    def __call__(self, z, axis=-1):
        e = np.exp(z - z.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)


class Attention:
    def __init__(self):
        self.softmax = Softmax()
        self.weights = None

    def __call__(self, Q, K, V, mask=None):
        S = Q @ K.T / np.sqrt(K.shape[-1])
        if mask is not None:
            S = np.where(mask, S, -np.inf)
        self.weights = self.softmax(S)
        return self.weights @ V, self.weights


class Mask:
    def __init__(self, rule):
        self.rule = rule

    def __call__(self, n):
        return np.array([[self.rule(i, j) for j in range(n)] for i in range(n)])


class Padding:
    def __call__(self, lengths, n_max):
        return np.array([[1] * int(length) + [0] * (n_max - int(length)) for length in lengths])
# %%
softmax = Softmax()
attention = Attention()
causal_mask = Mask(lambda i, j: j <= i)
padding_mask = Padding()
