# style: the library's own versions beside the student's: in self-tests, in text, behind a switch that is off, in training
# items: softmax, attention, multihead, block
# %%
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

COMPARAR = False
# %%
def softmax(z, axis=-1):
    """The same as F.softmax(z, dim=axis) and scipy.special.softmax."""
    if COMPARAR:
        return torch.softmax(torch.as_tensor(z), dim=axis).numpy()
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


z = np.random.default_rng(0).normal(size=(3, 5))
assert np.allclose(softmax(z), F.softmax(torch.tensor(z), dim=-1).numpy())
assert np.allclose(softmax(z), nn.Softmax(dim=-1)(torch.tensor(z)).numpy())
# %%
def attention(Q, K, V, mask=None):
    # F.scaled_dot_product_attention(Q, K, V, mask) gives no weights
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    if mask is not None:
        S = np.where(np.asarray(mask) != 0, S, -np.inf)
    A = softmax(S)
    return A @ V, A


def compare_with_torch(n=4):
    Q, K, V = np.random.default_rng(1).normal(size=(3, 1, n, 8))
    theirs = F.scaled_dot_product_attention(*map(torch.tensor, (Q, K, V)))
    return np.abs(attention(Q, K, V)[0] - theirs.numpy()).max()


assert compare_with_torch() < 1e-9
# %%
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        assert d_model % n_heads == 0
        self.n_heads = n_heads
        self.qkv = nn.Linear(d_model, 3 * d_model)
        self.out = nn.Linear(d_model, d_model)

    def forward(self, x, mask=None):
        B, n, d = x.shape
        q, k, v = (t.view(B, n, self.n_heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))
        s = q @ k.transpose(-2, -1) / (d // self.n_heads) ** 0.5
        if mask is not None:
            s = s.masked_fill(mask == 0, float("-inf"))
        return self.out((F.softmax(s, dim=-1) @ v).transpose(1, 2).reshape(B, n, d))

    def as_in_torch(self):
        """The same weights in nn.MultiheadAttention."""
        theirs = nn.MultiheadAttention(self.out.in_features, self.n_heads, batch_first=True)
        theirs.in_proj_weight.data, theirs.in_proj_bias.data = self.qkv.weight.data, self.qkv.bias.data
        theirs.out_proj.load_state_dict(self.out.state_dict())
        return theirs


mha, x = MultiHeadAttention(16, 4), torch.randn(2, 5, 16)
assert torch.allclose(mha(x), mha.as_in_torch()(x, x, x)[0], atol=1e-5)
# %%
class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.1):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.attn = MultiHeadAttention(d_model, n_heads)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.drop = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        x = x + self.drop(self.attn(self.ln1(x), mask))
        return x + self.drop(self.ffn(self.ln2(x)))


layer = nn.TransformerEncoderLayer(16, 4, 64, activation="gelu", norm_first=True, batch_first=True)
assert layer(x).shape == TransformerBlock(16, 4)(x).shape
# %%
def train(model, steps=3):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        logits = model(torch.randn(8, 16))
        loss = F.cross_entropy(logits, torch.randint(0, 4, (8,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    probabilities = F.softmax(logits, dim=-1)
    return torch.distributions.Categorical(probs=probabilities.detach()).sample()


train(nn.Linear(16, 4))
