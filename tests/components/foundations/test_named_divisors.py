"""A wrong divisor is the commonest slip of attention: it's named, also beside a second mistake."""

from __future__ import annotations

import pytest

from tests.components.judged import judge

SELF_ATTENTION = """
def softmax(z):
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)

def autoatencion(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ K.T / ({divisor}))
    return {returned}
"""
PER_HEAD = """
class AtencionMultiCabeza(torch.nn.Module):
    def __init__(self, d_model, n_cabezas):
        super().__init__()
        self.h, self.d_k = n_cabezas, d_model // n_cabezas
        self.W_Q, self.W_K, self.W_V, self.W_O = (torch.nn.Linear(d_model, d_model) for _ in range(4))

    def separar(self, x):
        return x.view(x.shape[0], x.shape[1], self.h, self.d_k).transpose(1, 2)

    def forward(self, x):
        q, k, v = self.separar(self.W_Q(x)), self.separar(self.W_K(x)), self.separar(self.W_V(x))
        z = (q @ k.transpose(-2, -1) / self.d_k**0.5).softmax(-1) @ v
        return self.W_O(z.transpose(1, 2).reshape(x.shape))

def pesos_por_cabeza(mha, x):
    with torch.no_grad():
        q, k = mha.separar(mha.W_Q(x)), mha.separar(mha.W_K(x))
        return torch.softmax(q @ k.transpose(-2, -1) / ({divisor}), dim=-1)
"""


@pytest.mark.parametrize("returned", ["(A @ V, A)", "A @ V"], ids=["alone", "beside missing weights"])
@pytest.mark.parametrize(
    ("divisor", "mistake"),
    [
        ("K.shape[1]", "divided_by_d_k"),
        ("K.shape[1] ** -0.5", "multiplied_by_the_root"),
        ("X.shape[1] ** 0.5", "divided_by_the_root_of_d_model"),
        ("V.shape[1] ** 0.5", "divided_by_the_root_of_d_v"),
        ("len(X) ** 0.5", "divided_by_the_root_of_the_number_of_tokens"),
        ("1", "no_scaling"),
    ],
)
def test_a_wrong_divisor_of_self_attention_is_named(divisor: str, mistake: str, returned: str) -> None:
    source = SELF_ATTENTION.replace("{divisor}", divisor).replace("{returned}", returned)
    assert [d.id for d in judge("self_attention", source, 1, diagnosed=True).diagnosis] == [f"self_attention/{mistake}"]


@pytest.mark.parametrize(
    ("divisor", "mistake"),
    [
        ("mha.d_k", "divided_by_d_k"),
        ("mha.d_k ** -0.5", "multiplied_by_the_root"),
        ("(mha.h * mha.d_k) ** 0.5", "divided_by_the_root_of_d_model"),
    ],
)
def test_a_wrong_divisor_of_the_weights_per_head_is_named(divisor: str, mistake: str) -> None:
    grade = judge("attention_weights_per_head", PER_HEAD.replace("{divisor}", divisor), 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == [f"attention_weights_per_head/{mistake}"]
