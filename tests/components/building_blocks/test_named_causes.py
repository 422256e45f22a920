"""Mistakes that are nearly right: a wrong divisor, a norm in the wrong place, positions one apart.  Each is named."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

CROSS = """
def cross_attention(x, memory, W_Q, W_K, W_V):
    Q, K, V = x @ W_Q, memory @ W_K, memory @ W_V
    scores = Q @ K.T / ({divisor})
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ V, weights
"""
CROSS_MODULE = """
class CrossAttention(torch.nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.h, self.d = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (torch.nn.Linear(d_model, d_model) for _ in range(4))

    def cut(self, x):
        return x.view(x.shape[0], x.shape[1], self.h, self.d).transpose(1, 2)

    def forward(self, x, memory, mask=None):
        q, k, v = self.cut(self.q(x)), self.cut(self.k(memory)), self.cut(self.v(memory))
        z = (q @ k.transpose(-2, -1) / ({divisor})).softmax(-1) @ v
        return self.o(z.transpose(1, 2).reshape(x.shape))
"""
GROUPED = """
def grouped_query_attention(Q, K, V, mask=None):
    group = Q.shape[-3] // K.shape[-3]
    K, V = K.repeat_interleave(group, dim=-3), V.repeat_interleave(group, dim=-3)
    scores = Q @ K.transpose(-2, -1) / ({divisor})
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
"""
GROUPED_MODULE = (
    GROUPED.replace("grouped_query_attention", "attend")
    + """
class GroupedQueryAttention(torch.nn.Module):
    def __init__(self, d_model, n_heads, n_kv_heads):
        super().__init__()
        assert d_model % n_heads == 0 and n_heads % n_kv_heads == 0
        self.d = d_model // n_heads
        self.q, self.o = torch.nn.Linear(d_model, d_model), torch.nn.Linear(d_model, d_model)
        self.k, self.v = (torch.nn.Linear(d_model, n_kv_heads * self.d) for _ in range(2))

    def forward(self, x, mask=None):
        B, n, d = x.shape
        Q, K, V = (W(x).view(B, n, -1, self.d).transpose(1, 2) for W in (self.q, self.k, self.v))
        return self.o(attend(Q, K, V, mask)[0].transpose(1, 2).reshape(B, n, d))
"""
)
DIVISORS = {
    "cross_attention": (
        CROSS,
        {
            "Q.shape[1]": "divided_by_d_k",
            "Q.shape[1] ** -0.5": "multiplied_by_the_root",
            "x.shape[1] ** 0.5": "divided_by_the_root_of_d_model",
            "len(memory) ** 0.5": "divided_by_the_root_of_the_number_of_keys",
            "V.shape[1] ** 0.5": "divided_by_the_root_of_the_width_of_the_values",
            "1": "no_scaling",
        },
    ),
    "cross_attention module": (
        CROSS_MODULE,
        {
            "self.d": "divided_by_d_k",
            "(self.h * self.d) ** 0.5": "divided_by_the_root_of_d_model",
            "self.d ** -0.5": "multiplied_by_the_root",
            "1": "no_scaling",
        },
    ),
    "grouped_query_attention": (
        GROUPED,
        {
            "Q.shape[-1]": "divided_by_d_k",
            "(Q.shape[-3] * Q.shape[-1]) ** 0.5": "divided_by_the_root_of_d_model",
            "Q.shape[-3] ** 0.5": "divided_by_the_root_of_the_number_of_heads",
            "K.shape[-2] ** 0.5": "divided_by_the_root_of_the_number_of_keys",
            "Q.shape[-1] ** -0.5": "multiplied_by_the_root",
        },
    ),
    "grouped_query_attention module": (
        GROUPED_MODULE,
        {
            "Q.shape[-1]": "divided_by_d_k",
            "(Q.shape[-3] * Q.shape[-1]) ** 0.5": "divided_by_the_root_of_d_model",
            "Q.shape[-3] ** 0.5": "divided_by_the_root_of_the_number_of_heads",
            "Q.shape[-1] ** -0.5": "multiplied_by_the_root",
        },
    ),
}


@pytest.mark.parametrize(
    ("which", "divisor", "mistake"),
    [(which, divisor, mistake) for which, (_, cases) in DIVISORS.items() for divisor, mistake in cases.items()],
)
def test_a_wrong_divisor_costs_the_values_and_is_named(which: str, divisor: str, mistake: str) -> None:
    component = which.split(maxsplit=1)[0]
    grade = judge(component, DIVISORS[which][0].replace("{divisor}", divisor), 1, diagnosed=True)
    assert {check.id for check in grade.checks if check.max_points and not check.points} == {"values"}
    assert [d.id for d in grade.diagnosis] == [f"{component}/{mistake}"]


def test_post_ln_with_the_norms_on_the_branches_is_named() -> None:
    source = """
        def post_ln_forward(x, attention, ffn, norm1, norm2):
            y = x + norm1(attention(x))
            return y + norm2(ffn(y))

        def pre_ln_forward(x, attention, ffn, norm1, norm2):
            y = x + attention(norm1(x))
            return y + ffn(norm2(y))
    """
    assert failed("block_orders", source, 1) == {"post_values", "post_norms"}
    (found,) = judge("block_orders", source, 1, diagnosed=True).diagnosis
    assert found.id == "block_orders/norms_on_the_branches_of_post_ln"


ROPE = """
def rope(x, positions=None, base=10000.0):
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else np.asarray(positions)
    angle = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    a, b = x[..., ::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., ::2], out[..., 1::2] = a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)
    return out

def rope_attention(Q, K, V):
    n = np.arange(Q.shape[-2])
    scores = rope(Q, n + {q}) @ np.swapaxes(rope(K, n + {k}), -1, -2) / math.sqrt(Q.shape[-1])
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ V
"""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("q", "k"), [(1, 0), (0, 1), (-1, 0)])
def test_queries_and_keys_one_position_apart_are_found_and_named(q: int, k: int, seed: int) -> None:
    """Their scores depend on the distance alone, too."""
    source = ROPE.replace("{q}", str(q)).replace("{k}", str(k))
    assert failed("rope", source, seed) == {"in_attention"}
    (found,) = judge("rope", source, seed, diagnosed=True).diagnosis
    assert found.id == "rope/queries_and_keys_one_apart"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("both", [0, 1, 100])
def test_where_both_start_is_free(both: int, seed: int) -> None:
    source = ROPE.replace("{q}", str(both)).replace("{k}", str(both))
    assert failed("rope", source, seed) == set()


@pytest.mark.parametrize("returned", ["output", "output, None"])
def test_a_mask_that_a_library_call_is_not_given_is_named_whatever_stands_for_the_weights(returned: str) -> None:
    source = f"""
    def grouped_query_attention(Q, K, V, mask=None):
        group = Q.shape[-3] // K.shape[-3]
        output = F.scaled_dot_product_attention(Q, K.repeat_interleave(group, -3), V.repeat_interleave(group, -3))
        return {returned}
    """
    found = judge("grouped_query_attention", source, 1, diagnosed=True).diagnosis
    assert [diagnosis.id for diagnosis in found] == ["grouped_query_attention/mask_ignored"]


RMS_NORM = """
class RMSNorm(torch.nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.g = torch.nn.Parameter(torch.ones(d_model))

    def forward(self, x):
        return self.g * x / (x.norm(dim=-1, keepdim=True) + 1e-5)
"""


def test_both_mistakes_of_an_rms_norm_by_the_length_are_named() -> None:
    """The sum for the mean, and eps outside of the root."""
    found = judge("rms_norm", RMS_NORM, 1, diagnosed=True).diagnosis
    assert [diagnosis.id for diagnosis in found] == ["rms_norm/sum_for_mean", "rms_norm/eps_outside_the_root"]


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


@pytest.mark.parametrize(
    ("post", "pre", "name"),
    [
        ("return norm2(ffn(norm1(attention(x))))", PRE, "residuals_missing"),
        (POST, "return ffn(norm2(attention(norm1(x))))", "residuals_missing"),
        ("y = norm1(x + attention(x)); return norm2(x + ffn(y))", PRE, "second_residual_of_the_input"),
        (POST, "y = x + attention(norm1(x)); return x + ffn(norm2(y))", "second_residual_of_the_input"),
    ],
)
def test_a_mistake_in_one_of_the_two_orders_is_named(post: str, pre: str, name: str) -> None:
    found = judge("block_orders", ORDERS.format(post=post, pre=pre), 1, diagnosed=True).diagnosis
    assert [diagnosis.id for diagnosis in found] == [f"block_orders/{name}"]


def test_a_layer_norm_whose_bias_is_forgotten_is_named() -> None:
    source = """
    def layer_norm(x, gamma, beta, eps=1e-5):
        mean, variance = x.mean(axis=-1, keepdims=True), x.var(axis=-1, keepdims=True)
        return gamma * (x - mean) / np.sqrt(variance + eps)
    """
    found = judge("affine_layer_norm", source, 1, diagnosed=True).diagnosis
    assert found[0].id == "affine_layer_norm/bias_ignored"


@pytest.mark.parametrize("width", ["2 * d_model", "d_model", "8 * d_model"])
def test_a_feed_forward_network_of_another_width_is_named(width: str) -> None:
    source = f"""
    class FeedForward(torch.nn.Module):
        def __init__(self, d_model):
            super().__init__()
            self.up, self.down = torch.nn.Linear(d_model, {width}), torch.nn.Linear({width}, d_model)

        def forward(self, x):
            return self.down(F.gelu(self.up(x)))
    """
    found = judge("feed_forward", source, 1, diagnosed=True).diagnosis
    assert [diagnosis.id for diagnosis in found] == ["feed_forward/another_width"]
