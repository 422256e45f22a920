"""Attention: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages, verdicts

# Wrong attentions overflow and divide by zero, which is their own matter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::UserWarning")

SEEDS = (0, 1, 2)

NUMPY_SOFTMAX = """
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
"""

RIGHT = {
    "numpy, np.where and -inf": NUMPY_SOFTMAX
    + """
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    A = softmax(scores)
    return A @ V, A
""",
    "numpy in Spanish, -1e9 added where the mask is 0, any rank": NUMPY_SOFTMAX
    + """
def atencion_producto_escalar(consultas, claves, valores, mascara=None):
    puntuaciones = consultas @ np.swapaxes(claves, -1, -2) * claves.shape[-1] ** -0.5
    if mascara is not None:
        puntuaciones = puntuaciones + (1 - mascara) * -1e9
    pesos = softmax(puntuaciones)
    return pesos @ valores, pesos
""",
    "numpy, loops over queries and keys": """
def attention(Q, K, V, mask=None):
    n_q, n_k = len(Q), len(K)
    A = np.zeros((n_q, n_k))
    for i in range(n_q):
        row = np.array([Q[i] @ K[j] / math.sqrt(len(K[j])) for j in range(n_k)])
        for j in range(n_k):
            if mask is not None and not mask[i][j]:
                row[j] = -np.inf
        row = np.exp(row - row.max())
        A[i] = row / row.sum()
    output = np.zeros((n_q, V.shape[1]))
    for i in range(n_q):
        for j in range(n_k):
            output[i] += A[i, j] * V[j]
    return output, A
""",
    "numpy, query scaled first, log-softmax, mask filled before scaling": """
def attention(Q, K, V, mask=None):
    S = np.einsum("id,jd->ij", Q / np.sqrt(K.shape[1]), K)
    if mask is not None:
        S = S.copy()
        S[mask == 0] = -1e10
    log_A = S - S.max(1, keepdims=True)
    log_A = log_A - np.log(np.exp(log_A).sum(1, keepdims=True))
    A = np.exp(log_A)
    return np.einsum("ij,jd->id", A, V), A
""",
    "numpy, both factors times d^-1/4, a dictionary": NUMPY_SOFTMAX
    + """
def attention(Q, K, V, mask=None):
    d = Q.shape[-1] ** 0.25
    scores = (Q / d) @ (K / d).T
    if mask is not None:
        scores = np.where(np.asarray(mask) > 0, scores, -1e6)
    A = softmax(scores)
    return {"output": A @ V, "weights": A}
""",
    "numpy, the mask always asked for": NUMPY_SOFTMAX
    + """
def attention(Q, K, V, mask):
    scores = np.where(mask, Q @ K.T / np.sqrt(K.shape[-1]), -np.inf)
    return softmax(scores) @ V, softmax(scores)
""",
    "numpy, a mask of None isn't minded but not foreseen": NUMPY_SOFTMAX
    + """
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(K.shape[-1]) + np.where(mask.astype(bool), 0.0, -1e9)
    return softmax(scores) @ V, softmax(scores)
""",
    "numpy, weights renormalised after the mask": NUMPY_SOFTMAX
    + """
def attention(Q, K, V, mask=None):
    A = softmax(Q @ K.T / np.sqrt(K.shape[-1]))
    if mask is not None:
        A = A * mask
        A = A / A.sum(-1, keepdims=True)
    return A @ V, A
""",
    "numpy, nested lists": NUMPY_SOFTMAX
    + """
def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(K.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    A = softmax(scores)
    return (A @ V).tolist(), A.tolist()
""",
    "numpy in float32, three results": NUMPY_SOFTMAX
    + """
def attention(Q, K, V, mask=None):
    Q, K, V = (x.astype(np.float32) for x in (Q, K, V))
    scores = Q @ K.T / np.sqrt(np.float32(K.shape[-1]))
    if mask is not None:
        scores = np.where(mask, scores, np.float32(-1e9))
    A = softmax(scores)
    return A @ V, A, {"scores": scores}
""",
    "numpy with a keyword for dropout that is off": NUMPY_SOFTMAX
    + """
def scaled_dot_product_attention(Q, K, V, mask=None, p=0.0, **more):
    scores = Q @ np.swapaxes(K, -2, -1) / np.sqrt(K.shape[-1])
    if mask is not None:
        scores = scores * mask + (mask - 1.0) * 1e9
    A = softmax(scores)
    return A @ V, A
""",
    "torch, masked_fill where the mask is 0": """
def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
""",
    "torch, needs a mask of booleans": """
def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor = None):
    scores = torch.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** -0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    weights = F.softmax(scores, dim=-1)
    return torch.einsum("...ij,...jd->...id", weights, v), weights
""",
    "torch, needs a mask of numbers": """
def attention(Q, K, V, mask=None):
    scores = torch.matmul(Q, K.transpose(-1, -2)) / K.shape[-1] ** 0.5
    if mask is not None:
        scores = scores + (1 - mask) * -1e9
    weights = scores.softmax(-1)
    return weights.matmul(V), weights
""",
    "torch, in place on what is its own": """
def atencion(Q, K, V, mascara=None):
    q = Q / math.sqrt(Q.size(-1))
    scores = q @ K.mT
    if mascara is not None:
        scores.masked_fill_(mascara.logical_not(), float("-inf"))
    weights = torch.exp(scores - torch.logsumexp(scores, dim=-1, keepdim=True))
    return weights @ V, weights
""",
    "torch, four axes at least": """
def attention(Q, K, V, mask=None):
    scores = torch.einsum("bhid,bhjd->bhij", Q, K) / math.sqrt(Q.size(-1)) if Q.dim() == 4 else None
    if scores is None:
        output, weights = attention(Q.unsqueeze(1), K.unsqueeze(1), V.unsqueeze(1), mask)
        if Q.dim() == 2:
            raise ValueError("batches only")
        return output.squeeze(1), weights.squeeze(1)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    weights = scores.softmax(dim=-1)
    return torch.einsum("bhij,bhjd->bhid", weights, V), weights
""",
    "torch in float64": """
def attention(Q, K, V, mask=None):
    Q, K, V = Q.double(), K.double(), V.double()
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    if mask is not None:
        scores = torch.where(mask.bool(), scores, torch.tensor(float("-inf"), dtype=torch.float64))
    weights = torch.softmax(scores, dim=-1)
    return weights @ V, weights
""",
    "torch, dropout that is off": """
def attention(Q, K, V, mask=None, dropout=0.0):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    weights = F.dropout(torch.softmax(scores, dim=-1), dropout)
    return weights @ V, weights
""",
}


def numpy_attention(
    scores: str = "Q @ K.T / np.sqrt(K.shape[-1])",
    mask: str = "scores = np.where(mask, scores, -np.inf)",
    weights: str = "softmax(scores)",
    result: str = "A @ V, A",
    after: str = "",
) -> str:
    """A NumPy attention with one line exchanged."""
    return f"""{NUMPY_SOFTMAX}
def attention(Q, K, V, mask=None):
    scores = {scores}
    if mask is not None:
        {mask}
    A = {weights}
    if mask is not None:
        {after or "pass"}
    return {result}
"""


def torch_attention(
    scores: str = "Q @ K.transpose(-2, -1) / math.sqrt(K.size(-1))",
    mask: str = "scores = scores.masked_fill(mask == 0, float('-inf'))",
    weights: str = "torch.softmax(scores, dim=-1)",
    result: str = "A @ V, A",
    after: str = "",
) -> str:
    """A torch attention with one line exchanged."""
    return f"""
def attention(Q, K, V, mask=None):
    scores = {scores}
    if mask is not None:
        {mask}
    A = {weights}
    if mask is not None:
        {after or "pass"}
    return {result}
"""


SCALE = {"values", "scaled"}
MASK = {"mask_convention", "mask_before_softmax", "blocked_is_invisible"}
LEAK = {"mask_before_softmax", "blocked_is_invisible"}
NUMPY_CHECKS = {"values", "scaled", "weights", *MASK, "input_untouched"}
EVERY = NUMPY_CHECKS | {"batched", "gradients"}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "AT-01 not scaled": (numpy_attention(scores="Q @ K.T"), SCALE),
    "AT-01 not scaled, torch": (torch_attention(scores="Q @ K.transpose(-2, -1)"), SCALE),
    "AT-02 divided by d_k": (numpy_attention(scores="Q @ K.T / K.shape[-1]"), SCALE),
    "AT-03 multiplied by √d_k": (numpy_attention(scores="Q @ K.T * np.sqrt(K.shape[-1])"), SCALE),
    "AT-03 multiplied by √d_k, torch": (
        torch_attention(scores="Q @ K.transpose(-2, -1) * math.sqrt(K.size(-1))"),
        SCALE,
    ),
    "AT-05 divided by √d_v": (numpy_attention(scores="Q @ K.T / np.sqrt(V.shape[-1])"), SCALE),
    "AT-05 divided by a constant": (numpy_attention(scores="Q @ K.T / np.sqrt(64)"), SCALE),
    "AT-06 the weights scaled after the softmax": (
        numpy_attention(scores="Q @ K.T", weights="softmax(scores) / np.sqrt(K.shape[-1])"),
        SCALE | {"weights", "mask_before_softmax"},
    ),
    "AT-07 the root taken twice": (numpy_attention(scores="Q @ K.T / K.shape[-1] ** 0.25"), SCALE),
    "AT-08 softmax over the queries": (
        numpy_attention(weights="softmax(scores.T).T"),
        {"values", "weights", "mask_before_softmax"},
    ),
    "AT-08 softmax over the queries, torch": (
        torch_attention(weights="torch.softmax(scores, dim=-2)"),
        {"values", "weights", "mask_before_softmax", "gradients"},
    ),
    "AT-09 softmax over axis 1 whatever the rank": (
        torch_attention(weights="torch.softmax(scores, dim=1)"),
        {"batched"},
    ),
    "AT-10 softmax over all entries": (
        numpy_attention(weights="np.exp(scores) / np.exp(scores).sum()"),
        {"values", "weights", *LEAK},
    ),
    "AT-11 K Qᵀ": (
        numpy_attention(scores="K @ Q.T / np.sqrt(K.shape[-1])"),
        {"values"},
    ),
    "AT-12 Aᵀ V": (
        numpy_attention(result="A.T @ V, A"),
        {"values", "weights", "blocked_is_invisible"},
    ),
    "AT-12 the transposed weights come back": (numpy_attention(result="A @ V, A.T"), {"weights"}),
    "AT-14 A K": (numpy_attention(result="A @ K, A"), {"values", "weights"}),
    "AT-15 the scores come back as weights": (numpy_attention(result="A @ V, scores"), {"weights"}),
    "AT-17 only the last row is kept": (
        numpy_attention(
            weights="np.concatenate([np.zeros((len(Q) - 1, len(K))), softmax(scores[-1:])])",
        ),
        NUMPY_CHECKS - {"input_untouched"},
    ),
    "AT-18 K.T on batches": (torch_attention(scores="Q @ K.T / math.sqrt(K.size(-1))"), {"batched"}),
    "AT-19 transpose(-2, -1) in NumPy": (
        numpy_attention(scores="Q @ K.transpose(-2, -1) / np.sqrt(K.shape[-1])"),
        NUMPY_CHECKS,
    ),
    "AT-20 divided by √n": (numpy_attention(scores="Q @ K.T / np.sqrt(len(K))"), SCALE),
    "AT-20 d_k from the wrong axis, torch": (
        torch_attention(scores="Q @ K.transpose(-2, -1) / math.sqrt(K.shape[1])"),
        {"batched"},
    ),
    "AT-21 Q divided in place": (
        numpy_attention(scores="np.divide(Q, np.sqrt(K.shape[-1]), out=Q) @ K.T"),
        {"input_untouched"},
    ),
    "AT-21 Q divided in place, torch": (
        torch_attention(scores="Q.div_(math.sqrt(K.size(-1))) @ K.transpose(-2, -1)"),
        {"input_untouched", "gradients"},
    ),
    "bare output": (numpy_attention(result="A @ V"), {"weights"}),
    "weights first": (numpy_attention(result="A, A @ V"), {"weights"}),
    "no mask parameter": (
        "def attention(Q, K, V):\n A = torch.softmax(Q @ K.transpose(-2, -1) / math.sqrt(K.size(-1)), -1)\n"
        " return A @ V, A",
        MASK,
    ),
    "weights detached": (
        torch_attention(weights="torch.softmax(scores, dim=-1).detach()"),
        {"gradients"},
    ),
    "through NumPy": (
        torch_attention(result="torch.from_numpy(A.detach().numpy() @ V.detach().numpy()), A"),
        {"gradients"},
    ),
    "MK-01 weights times mask after the softmax": (
        numpy_attention(mask="pass", after="A = A * mask"),
        LEAK,
    ),
    "MK-02 scores times mask": (numpy_attention(mask="scores = scores * mask"), LEAK),
    "MK-02 scores times mask, torch": (torch_attention(mask="scores = scores * mask"), LEAK),
    "MK-03 filled with -1e-9": (numpy_attention(mask="scores = np.where(mask, scores, -1e-9)"), LEAK),
    "MK-03 filled with 0, torch": (torch_attention(mask="scores = scores.masked_fill(mask == 0, 0.0)"), LEAK),
    "MK-03 filled with -1": (numpy_attention(mask="scores = np.where(mask, scores, -1.0)"), LEAK),
    "MK-03 filled with +1e9": (numpy_attention(mask="scores = np.where(mask, scores, 1e9)"), MASK),
    "MK-04 mask ignored": (numpy_attention(mask="pass"), MASK),
    "MK-09 mask transposed": (numpy_attention(mask="scores = np.where(mask.T, scores, -np.inf)"), MASK),
    "MK-15 masked_fill not assigned": (torch_attention(mask="scores.masked_fill(mask == 0, -1e9)"), MASK),
    "MK-21 the caller's mask is turned into an additive one": (
        torch_attention(mask="mask[mask == 0] = -1e9; mask[mask == 1] = 0; scores = scores + mask"),
        {"input_untouched"},
    ),
    "True = blocked": (
        numpy_attention(mask="scores = np.where(mask, -np.inf, scores)"),
        {"mask_convention"},
    ),
    "True = blocked, torch, booleans only": (
        torch_attention(mask="scores = scores.masked_fill(mask, float('-inf'))"),
        {"mask_convention"},
    ),
    "1 = blocked, times -1e9": (
        torch_attention(mask="scores = scores + mask * -1e9"),
        {"mask_convention"},
    ),
    "additive mask": (numpy_attention(mask="scores = scores + mask"), {"mask_convention"}),
    "additive mask, torch": (torch_attention(mask="scores = scores + mask"), {"mask_convention"}),
}

TRIVIAL = {
    "zeros": "return np.zeros((len(Q), V.shape[1])), np.zeros((len(Q), len(K)))",
    "V": "return V",
    "Q": "return Q",
    "uniform weights": "A = np.ones((len(Q), len(K))) / len(K); return A @ V, A",
    "uniform weights over what the mask allows": "A = np.ones((len(Q), len(K))) if mask is None else mask * 1.0; "
    "A = A / A.sum(1, keepdims=True); return A @ V, A",
    "identity weights": "A = np.eye(len(Q), len(K)); return A @ V, A",
    "None": "return None",
    "a constant": "return 1.0",
    "not written": "raise NotImplementedError",
    "random": "r = np.random.default_rng(); A = r.random((len(Q), len(K))); return A @ V, A",
    "the worked example": "A = np.array([[.045, .768, .187], [.768, .045, .187], [.333, .333, .333]]); "
    "return np.array([[.278, 1], [1.723, 1], [1, 1]]), A",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("attention", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("attention", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    source = f"def attention(Q, K, V, mask=None):\n {TRIVIAL[answer]}"
    assert failed("attention", source, 1) == NUMPY_CHECKS


def test_dropout_that_is_always_on_is_called_by_its_name() -> None:
    source = torch_attention(weights="F.dropout(torch.softmax(scores, dim=-1), 0.1)")
    assert {"values", "weights", "batched", "gradients"} <= failed("attention", source, 1)
    assert "Is dropout always on?" in messages("attention", source)["values"]


@pytest.mark.parametrize("check", ["batched", "gradients"])
def test_batches_and_gradients_are_asked_of_torch_only(check: str) -> None:
    assert verdicts("attention", numpy_attention(), 1)[check].value == "not_applicable"
    assert verdicts("attention", torch_attention(), 1)[check].value == "passed"


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ("AT-01 not scaled", "The scores are not divided by anything (found at d_k = 4 and at d_k = 9)"),
        ("AT-02 divided by d_k", "The scores are divided by d_k: by 4 at d_k = 4 and by 9 at d_k = 9."),
        ("AT-03 multiplied by √d_k", "The scores are multiplied by √d_k"),
        ("AT-05 divided by √d_v", "The scores are divided by √d_v"),
        ("AT-05 divided by a constant", "The scores are divided by 8 at d_k = 4 and by 8 at d_k = 9."),
        ("AT-07 the root taken twice", "The scores are divided by d_k^(1/4)"),
        ("AT-20 divided by √n", "The scores are divided by √n"),
    ],
)
def test_a_wrong_scale_is_named(mistake: str, said: str) -> None:
    assert messages("attention", WRONG[mistake][0])["scaled"].startswith(said)


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("True = blocked", "mask_convention", "Your mask uses True = blocked"),
        ("1 = blocked, times -1e9", "mask_convention", "Your mask uses True = blocked"),
        ("additive mask", "mask_convention", "Your mask is added to the scores"),
        ("MK-04 mask ignored", "mask_convention", "The mask changes nothing"),
        ("MK-09 mask transposed", "mask_convention", "The mask acts transposed"),
        ("no mask parameter", "mask_convention", "`attention` has no parameter for a mask"),
        (
            "MK-01 weights times mask after the softmax",
            "mask_before_softmax",
            "attention with a (5, 5) mask: the weights",
        ),
        ("AT-08 softmax over the queries", "weights", "attention of 5 queries and 5 keys: the columns"),
        (
            "AT-12 the transposed weights come back",
            "weights",
            "attention of 5 queries and 5 keys: the weights that came",
        ),
        ("bare output", "weights", "attention of 5 queries and 5 keys: only the output came back"),
        ("weights first", "weights", "attention of 5 queries and 5 keys: the weights came first"),
        ("weights detached", "gradients", "No gradient reaches Q"),
        ("AT-21 Q divided in place", "input_untouched", "attention of Q, K, V and a mask: Q was changed"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert messages("attention", WRONG[mistake][0])[check].startswith(said)


def test_the_convention_that_was_found_is_noted_where_it_was_used() -> None:
    grade = judge("attention", WRONG["additive mask"][0], 1)
    notes = {check.id: [str(note) for note in check.notes] for check in grade.checks}
    assert any("0 = may attend, -inf = blocked" in note for note in notes["mask_before_softmax"])
    assert notes["scaled"] == []


def test_a_batches_only_function_is_called_so_and_the_report_says_it() -> None:
    grade = judge("attention", RIGHT["torch, four axes at least"], 1)
    assert any("Called with arrays of 3 axes" in str(note) for note in grade.checks[0].notes)
