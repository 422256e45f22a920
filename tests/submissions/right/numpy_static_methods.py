# style: NumPy, static methods of a class, then given the names that the assignment asks for
# items: softmax, attention, masks, positional_encoding
# %%
import numpy as np


class Transformer:
    @staticmethod
    def softmax(z, axis=-1):
        e = np.exp(z - z.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)

    @staticmethod
    def attention(Q, K, V, mask=None):
        S = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
        if mask is not None:
            S = np.where(mask, S, -np.inf)
        A = Transformer.softmax(S)
        return A @ V, A

    @classmethod
    def causal_mask(cls, n):
        return np.tril(np.ones((n, n), bool))

    @staticmethod
    def padding_mask(lengths, n_max):
        return np.arange(n_max)[None] < np.asarray(lengths)[:, None]

    def positional_encoding(self, n, d):
        p, i = np.meshgrid(np.arange(n), np.arange(d), indexing="ij")
        angle = p / 10000 ** (2 * (i // 2) / d)
        return np.where(i % 2 == 0, np.sin(angle), np.cos(angle))
# %%
softmax = Transformer.softmax
attention = Transformer.attention
causal_mask = Transformer.causal_mask
padding_mask = Transformer.padding_mask
positional_encoding = Transformer().positional_encoding
