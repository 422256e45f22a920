"""A common mistake, in the words of a student's own code, has its own cause and no other."""

from __future__ import annotations

import pytest

from tests.components.judged import judge

ORDERS = """
def post_ln_forward(x, attention, ffn, norm1, norm2):
    {post}

def pre_ln_forward(x, attention, ffn, norm1, norm2):
    {pre}
"""
POST, PRE = (
    "y = norm1(x + attention(x)); return norm2(y + ffn(y))",
    "y = x + attention(norm1(x)); return y + ffn(norm2(y))",
)
HALVES = {
    "normalised_x_added_to_the_attention": (POST, "x = norm1(x); x = x + attention(x); return x + ffn(norm2(x))"),
    "normalised_y_added_to_the_network": (POST, "x = x + attention(norm1(x)); x = norm2(x); return x + ffn(x)"),
    "norm_after_the_attention_in_pre_ln": (POST, "x = x + norm1(attention(x)); return x + ffn(norm2(x))"),
    "second_norm_left_out_of_pre_ln": (POST, "x = x + attention(norm1(x)); return x + ffn(x)"),
    "norms_exchanged_in_pre_ln": (POST, "x = x + attention(norm2(x)); return x + ffn(norm1(x))"),
    "attention_normalised_before_the_sum": ("x = x + norm1(attention(x)); return norm2(x + ffn(x))", PRE),
    "first_norm_left_out_of_post_ln": ("x = x + attention(x); return norm2(x + ffn(x))", PRE),
    "network_of_the_input_in_post_ln": ("y = norm1(x + attention(x)); return norm2(y + ffn(x))", PRE),
}

FFN = "def feed_forward(x, W1, b1, W2, b2):\n return "
SWIGLU = "def swiglu(x, W_gate, W_up, W_down):\n return "
CROSS = "def cross_attention(x, memory, W_Q, W_K, W_V):\n"
FUNCTIONS = {
    "feed_forward/activation_on_both": FFN + "F.gelu(F.gelu(x @ W1 + b1) @ W2 + b2)",
    "feed_forward/tanh_for_gelu": FFN + "np.tanh(x @ W1 + b1) @ W2 + b2",
    "feed_forward/erf_without_the_root": FFN + "(x @ W1 + b1) * 0.5 * (1 + torch.erf(x @ W1 + b1)) @ W2 + b2",
    "feed_forward/second_bias_forgotten": FFN + "F.gelu(x @ W1 + b1) @ W2",
    "swiglu/residual_inside": SWIGLU + "x + (F.silu(x @ W_gate) * (x @ W_up)) @ W_down",
    "swiglu/sign_in_the_sigmoid": SWIGLU + "(x @ W_gate / (1 + np.exp(x @ W_gate)) * (x @ W_up)) @ W_down",
    "affine_layer_norm/bias_subtracted": "def layer_norm(x, gamma, beta, eps=1e-5):\n"
    " return gamma * (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) - beta",
    "rms_norm/multiplied_by_the_root": "def rms_norm(x, gain, eps=1e-5):\n"
    " return gain * x * np.sqrt((x**2).mean(-1, keepdims=True) + eps)",
    "cross_attention/query_and_key_matrices_exchanged": CROSS
    + " A = torch.softmax((x @ W_K) @ (memory @ W_Q).T / W_Q.shape[1] ** 0.5, dim=-1)\n return A @ (memory @ W_V), A",
    "grouped_query_attention/blocked_scores_are_0": """
def grouped_query_attention(Q, K, V, mask=None):
    g = Q.shape[-3] // K.shape[-3]
    K, V = K.repeat_interleave(g, dim=-3), V.repeat_interleave(g, dim=-3)
    scores = Q @ K.transpose(-2, -1) / Q.shape[-1] ** 0.5
    A = torch.softmax(scores if mask is None else scores * mask, dim=-1)
    return A @ V, A
""",
}


def causes(component: str, source: str) -> list[str]:
    return [diagnosis.id for diagnosis in judge(component, source, 1, diagnosed=True).diagnosis]


@pytest.mark.parametrize("name", HALVES)
def test_a_mistake_in_half_of_one_order_is_named_alone(name: str) -> None:
    post, pre = HALVES[name]
    assert causes("block_orders", ORDERS.format(post=post, pre=pre)) == [f"block_orders/{name}"]


@pytest.mark.parametrize("mistake", FUNCTIONS)
def test_a_common_mistake_is_named_alone(mistake: str) -> None:
    assert causes(mistake.partition("/")[0], FUNCTIONS[mistake]) == [mistake]
