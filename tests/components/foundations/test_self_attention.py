"""Self-attention of four matrices: right in any style passes every check; each mistake fails just its own."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1, 2, 3)

SOFTMAX = """
def softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""


def numpy(scores: str = "Q @ K.T / np.sqrt(K.shape[1])", axis: int = -1, out: str = "A @ V, A") -> str:
    return f"""{SOFTMAX}
def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = {scores}
    A = softmax(S, {axis})
    return {out}
"""


RIGHT = {
    "NumPy": numpy(),
    "the course's name in Spanish": SOFTMAX
    + """
def atencion(X, W_Q, W_K, W_V):
    consultas, claves, valores = X @ W_Q, X @ W_K, X @ W_V
    pesos = softmax(consultas @ claves.T * claves.shape[-1] ** -0.5)
    return pesos @ valores, pesos
""",
    "torch": """
def autoatencion(X: torch.Tensor, W_Q, W_K, W_V):
    q, k, v = X @ W_Q, X @ W_K, X @ W_V
    a = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1)
    return a @ v, a
""",
    "torch, batches only": """
def self_attention(X: torch.Tensor, W_Q, W_K, W_V):
    B, n, d = X.shape
    q, k, v = X @ W_Q, X @ W_K, X @ W_V
    a = F.softmax(torch.bmm(q, k.transpose(1, 2)) / math.sqrt(k.shape[-1]), dim=2)
    return torch.bmm(a, v), a
""",
    "loops over the tokens": """
def self_attention(x, wq, wk, wv):
    Z, A = [], []
    for i in range(len(x)):
        scores = [float((x[i] @ wq) @ (x[j] @ wk)) / math.sqrt(wq.shape[1]) for j in range(len(x))]
        e = [math.exp(s - max(scores)) for s in scores]
        A.append([v / sum(e) for v in e])
        Z.append(sum(a * (x[j] @ wv) for j, a in enumerate(A[-1])))
    return np.array(Z), A
""",
    "einsum, a dictionary, a mask at the end": SOFTMAX
    + """
def self_attention(X, W_Q, W_K, W_V, mask=None):
    Q, K, V = np.einsum('nd,dk->nk', X, W_Q), X @ W_K, X @ W_V
    S = np.einsum('ik,jk->ij', Q, K) / np.sqrt(Q.shape[-1])
    A = softmax(S if mask is None else np.where(mask, S, -np.inf))
    return {"Z": A @ V, "A": A}
""",
    "matrices in another order, by their names": SOFTMAX
    + """
def self_attention(X, W_K, W_Q, W_V):
    A = softmax((X @ W_Q) @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
    return A @ (X @ W_V), A
""",
    "another atencion, with Q, K and V, beside it": numpy()
    + """
def atencion(Q, K, V, mascara=None):
    raise RuntimeError("not this one")
""",
}

WRONG = {
    "AT-01 no scaling": (numpy("Q @ K.T"), {"values", "scaled"}),
    "AT-02 divided by d_k": (numpy("Q @ K.T / K.shape[1]"), {"values", "scaled"}),
    "AT-04 divided by √d_model": (numpy("Q @ K.T / np.sqrt(X.shape[1])"), {"values", "scaled"}),
    "divided by √d_v": (numpy("Q @ K.T / np.sqrt(V.shape[1])"), {"values", "scaled"}),
    "divided by √d_v, no weights": (
        numpy("Q @ K.T / np.sqrt(V.shape[1])", out="A @ V"),
        {"values", "scaled", "weights"},
    ),
    "queries meet queries": (numpy("Q @ Q.T / np.sqrt(K.shape[1])"), {"values", "queries_and_keys"}),
    "AT-05 divided by √n": (numpy("Q @ K.T / np.sqrt(len(X))"), {"values", "scaled"}),
    "AT-08 softmax over the queries": (numpy(axis=0), {"values", "weights"}),
    "AT-11 keys times queries": (numpy("K @ Q.T / np.sqrt(K.shape[1])"), {"values", "queries_and_keys"}),
    "AT-12 the transpose mixes": (numpy(out="A.T @ V, A"), {"values", "weights"}),
    "AT-14 keys are mixed": (numpy(out="A @ K, A"), {"values", "weights"}),
    "AT-15 scores for weights": (numpy(out="A @ V, S"), {"weights"}),
    "a sigmoid for the softmax": (
        numpy().replace("A = softmax(", "A = (lambda S, axis: 1 / (1 + np.exp(-S)))("),
        {"values", "weights"},
    ),
    "the softmax twice": (numpy().replace("softmax(S, -1)", "softmax(softmax(S, -1), -1)"), {"values"}),
    "scaled after the softmax": (
        numpy("Q @ K.T").replace("softmax(S, -1)", "softmax(S, -1) / K.shape[1] ** 0.5"),
        {"values", "scaled", "weights"},
    ),
    "causal though nobody asked": (
        numpy("np.where(np.tri(len(X), dtype=bool), Q @ K.T / np.sqrt(K.shape[1]), -np.inf)"),
        {"values", "queries_and_keys"},
    ),
    "tokens that are centred first": (
        numpy().replace("    Q, K, V =", "    X = X - X.mean(axis=0)\n    Q, K, V ="),
        {"values", "weights"},
    ),
    "keepdims forgotten": (
        numpy().replace("softmax(S, -1)", "np.exp(S) / np.exp(S).sum(axis=-1)"),
        {"values", "weights"},
    ),
    "no exponential": (
        numpy().replace("softmax(S, -1)", "S / S.sum(axis=-1, keepdims=True)"),
        {"values", "weights"},
    ),
    "AT-23 one matrix twice": (numpy("K @ K.T / np.sqrt(K.shape[1])"), {"values", "queries_and_keys"}),
    "no weights": (numpy(out="A @ V"), {"weights"}),
    "weights first": (numpy(out="A, A @ V"), {"weights"}),
    "the transpose of A comes back": (numpy(out="A @ V, A.T"), {"weights", "queries_and_keys"}),
}

EVERY = {"values", "scaled", "weights", "queries_and_keys"}
TRIVIAL = {
    "None": "return None",
    "zeros": "return np.zeros((len(X), W_V.shape[1])), np.zeros((len(X), len(X)))",
    "the values": "return X @ W_V, np.eye(len(X))",
    "their mean": "n = len(X); A = np.full((n, n), 1 / n); return A @ (X @ W_V), A",
    "noise that adds up": "A = np.random.dirichlet(np.ones(len(X)), len(X)); return A @ (X @ W_V), A",
    "not written": "raise NotImplementedError",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("self_attention", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("self_attention", source, seed) == expected


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str, seed: int) -> None:
    assert failed("self_attention", f"def self_attention(X, W_Q, W_K, W_V):\n {TRIVIAL[answer]}", seed) == EVERY


def test_attention_of_q_k_and_v_is_not_taken_for_it() -> None:
    """`atencion` with a mask as its fourth parameter is the core component's function."""
    grade = judge("self_attention", "def atencion(Q, K, V, mascara=None):\n return Q", 1)
    assert grade.found_as == {}


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("AT-01 no scaling", "scaled", "not divided by anything"),
        ("AT-04 divided by √d_model", "scaled", "divided by √d_model"),
        ("AT-08 softmax over the queries", "weights", "the columns of A add up to 1"),
        ("AT-11 keys times queries", "queries_and_keys", "exchanged"),
        ("AT-23 one matrix twice", "queries_and_keys", "looks at itself most"),
        ("no exponential", "weights", "no weight can be negative"),
        ("no weights", "weights", "return the pair (Z, A)"),
        ("weights first", "weights", "the weights came first"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("self_attention", WRONG[mistake][0])[check]


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("a sigmoid for the softmax", "sigmoid_for_softmax"),
        ("the softmax twice", "softmax_twice"),
        ("causal though nobody asked", "causal_mask"),
        ("keepdims forgotten", "keepdims_forgotten"),
        ("no exponential", "scores_divided_by_their_sum"),
        ("queries meet queries", "queries_meet_queries"),
        ("AT-14 keys are mixed", "keys_mixed"),
    ],
)
def test_a_mistake_that_its_numbers_show_is_named(mistake: str, named: str) -> None:
    grade = judge("self_attention", WRONG[mistake][0], 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == [f"self_attention/{named}"]
