"""Loops over tokens are told from all ways of writing attention in matrices, and only right code is timed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grader.model import Verdict
from tests.components.judged import judge, messages, verdicts

ATTENTION = {
    "numpy": """
        def attention(Q, K, V, mask=None):
            scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
            if mask is not None: scores = np.where(mask, scores, -np.inf)
            weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = weights / weights.sum(axis=-1, keepdims=True)
            return weights @ V, weights
    """,
    "the output alone, by einsum, in another order": """
        def atencion(valores, consultas, claves):
            scores = np.einsum("id,jd->ij", consultas, claves) / np.sqrt(consultas.shape[-1])
            weights = np.exp(scores - scores.max(axis=1)[:, None])
            return np.einsum("ij,jd->id", weights / weights.sum(axis=1)[:, None], valores)
    """,
    "torch, with a softmax of one's own and a mask in any case": """
        def softmax(x, axis=-1):
            e = torch.exp(x - x.max(dim=axis, keepdim=True).values)
            return e / e.sum(dim=axis, keepdim=True)
        def attention(Q, K, V, mask):
            scores = torch.matmul(Q, K.transpose(-2, -1)) / torch.sqrt(torch.tensor(Q.shape[-1], dtype=Q.dtype))
            scores = torch.where(mask.bool(), scores, torch.full_like(scores, -1e9))
            return torch.matmul(softmax(scores), V), softmax(scores)
    """,
    "torch, weights by name, batches only": """
        def attention(Q, K, V, mask=None):
            B, n, d = Q.shape
            weights = F.softmax(Q.bmm(K.transpose(1, 2)) / math.sqrt(d), dim=-1)
            return {"weights": weights, "output": weights.bmm(V)}
    """,
    "broadcasting": """
        def softmax(z, axis=-1):
            e = np.exp(z - z.max(axis=axis, keepdims=True))
            return e / e.sum(axis=axis, keepdims=True)
        def attention(Q, K, V, mask=None):
            s = (Q[:, None, :] * K[None, :, :]).sum(-1) / np.sqrt(Q.shape[-1])
            if mask is not None: s = np.where(mask, s, -np.inf)
            w = softmax(s)
            return (w[:, :, None] * V[None]).sum(1), w
    """,
    "broadcasting, torch": """
        def attention(Q, K, V, mask=None):
            s = (Q.unsqueeze(-2) * K.unsqueeze(-3)).sum(-1) / Q.shape[-1] ** 0.5
            if mask is not None: s = s.masked_fill(mask == 0, float("-inf"))
            w = torch.softmax(s, -1)
            return (w.unsqueeze(-1) * V.unsqueeze(-3)).sum(-2), w
    """,
    "by einsum, in many steps and with checks": """
        def attention(Q, K, V, mask=None):
            s = np.einsum("id,jd->ij", Q, K, optimize=False) / np.sqrt(Q.shape[1])
            if mask is None: mask = np.ones(s.shape, dtype=bool)
            s = s - s.max(axis=-1, keepdims=True)
            s = np.where(mask, s, -np.inf)
            s = s - s.max(-1, keepdims=True)
            w = np.exp(s - np.log(np.exp(s).sum(-1, keepdims=True)))
            assert np.allclose(w.sum(-1), 1) and np.isfinite(w).all()
            return np.einsum("ij,jd->id", w, V, optimize=False), w
    """,
    "a loop over the features, of which there are few": """
        def attention(Q, K, V, mask=None):
            s = sum(np.outer(Q[:, c], K[:, c]) for c in range(Q.shape[1])) / np.sqrt(Q.shape[1])
            e = np.exp(s - s.max(axis=1, keepdims=True))
            return np.dot(e / e.sum(axis=1, keepdims=True), V)
    """,
}
LOOPS = {
    "over queries": """
        def attention(Q, K, V, mask=None):
            rows = []
            for q in Q:
                e = np.exp(K @ q / np.sqrt(len(q)))
                rows.append(e / e.sum() @ V)
            return np.array(rows)
    """,
    "over queries, torch": """
        def attention(Q, K, V, mask=None):
            return torch.stack([torch.softmax(K @ q / len(q) ** 0.5, -1) @ V for q in Q])
    """,
    "over pairs": """
        def attention(Q, K, V, mask=None):
            scores = np.array([[q @ k for k in K] for q in Q]) / np.sqrt(Q.shape[-1])
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) @ V
    """,
    "over queries, for the scores alone": """
        def attention(Q, K, V, mask=None):
            s = np.zeros((len(Q), len(K)))
            for i in range(len(Q)):
                s[i] = K @ Q[i] / np.sqrt(Q.shape[1])
            e = np.exp(s - s.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) @ V
    """,
    "over queries, for the outputs alone": """
        def attention(Q, K, V, mask=None):
            e = np.exp(Q @ K.T / np.sqrt(Q.shape[1]))
            w = e / e.sum(axis=-1, keepdims=True)
            return np.array([w[i] @ V for i in range(len(w))]), w
    """,
    "over queries, hidden in a function of NumPy's": """
        def attention(Q, K, V, mask=None):
            s = np.apply_along_axis(lambda q: K @ q, 1, Q) / np.sqrt(Q.shape[-1])
            e = np.exp(s - s.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) @ V
    """,
    "over queries, for the scores alone, torch": """
        def attention(Q, K, V, mask=None):
            s = torch.stack([K @ q for q in Q]) / Q.shape[-1] ** 0.5
            return torch.softmax(s, -1) @ V
    """,
}
WRONG = {
    "not scaled": "def attention(Q, K, V, mask=None):\n    return torch.softmax(Q @ K.T, -1) @ V",
    "zeros": "def attention(Q, K, V, mask=None):\n    return np.zeros((len(Q), V.shape[1]))",
    "right for few tokens only": """
        def attention(Q, K, V, mask=None):
            if len(Q) > 20: return np.zeros((len(Q), V.shape[1]))
            e = np.exp(Q @ K.T / np.sqrt(Q.shape[-1]))
            return e / e.sum(axis=-1, keepdims=True) @ V
    """,
}
MODULE = """
    import torch.nn as nn
    class MultiHeadAttention(nn.Module):
        def __init__(self, d_model, n_heads):
            super().__init__()
            self.h, self.k = n_heads, d_model // n_heads
            self.q, self.kk, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))
        def forward(self, x, mask=None):
            B, n, d = x.shape
            q, k, v = (f(x).view(B, n, self.h, self.k).transpose(1, 2) for f in (self.q, self.kk, self.v))
            return self.o(self.attended(q, k, v, mask).transpose(1, 2).reshape(B, n, d))
        def attended(self, q, k, v, mask):
            {body}
"""
AT_ONCE = """s = q @ k.transpose(-1, -2) / self.k ** 0.5
            if mask is not None: s = s.masked_fill(mask == 0, -1e9)
            return torch.softmax(s, -1) @ v"""
BY_BROADCASTING = """s = (q.unsqueeze(3) * k.unsqueeze(2)).sum(-1) / self.k ** 0.5
            if mask is not None: s = s.masked_fill(mask == 0, -1e9)
            return (torch.softmax(s, -1).unsqueeze(-1) * v.unsqueeze(2)).sum(3)"""
BY_TOKEN = """rows = []
            for i in range(q.shape[2]):
                s = q[:, :, i : i + 1] @ k.transpose(-1, -2) / self.k ** 0.5
                if mask is not None: s = s.masked_fill(mask[..., i : i + 1, :] == 0, -1e9)
                rows.append(torch.softmax(s, -1) @ v)
            return torch.cat(rows, 2)"""
HEADS = """
    def multihead(X, heads, W_O, mask=None):
        outputs = []
        for W_Q, W_K, W_V in heads:
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            s = {scores} / np.sqrt(Q.shape[-1])
            if mask is not None: s = np.where(mask, s, -np.inf)
            e = np.exp(s - s.max(axis=-1, keepdims=True))
            outputs.append({output})
        return np.concatenate(outputs, axis=-1) @ W_O
"""
NINE_TIMES = "np.array([row / row.sum() @ V for row in e for _ in range(9)])[::9]"
PRODUCT, BROADCAST = "Q @ K.T", "(Q[:, None] * K[None]).sum(-1)"


@pytest.mark.parametrize("style", ATTENTION)
def test_attention_in_matrices_keeps_pace_however_it_is_written(style: str) -> None:
    grade = judge("attention_speed", ATTENTION[style], 1)
    assert grade.checks[0].verdict is Verdict.PASSED, grade.checks[0].message
    assert "Timed on the CPU" in str(grade.checks[0].notes[-1])


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_over_tokens_is_too_slow(loop: str) -> None:
    """The message says what was measured, and of the reason only which one is common."""
    grade = judge("attention_speed", LOOPS[loop], 1, diagnosed=True)
    assert grade.checks[0].verdict is Verdict.WRONG
    message = str(grade.checks[0].message)
    told = ("448 queries over 4 keys", "times what our own version does", "4.2 times is the limit", "CPU", "commonest")
    assert all(part in message for part in told)
    assert [reason.id for reason in grade.diagnosis] == ["attention_speed/loops_over_tokens"]
    kind = "a loop over pairs of tokens" if loop == "over pairs" else "a loop over the queries"
    note = str(grade.checks[0].notes[-1])
    assert note.startswith("For information: with 12 x 4, 36 x 4 and 36 x 16 (queries x keys) your code runs")
    assert note.endswith(f"lines of Python: {kind}.")


@pytest.mark.parametrize("mistake", WRONG)
def test_only_right_answers_are_timed_and_others_earn_nothing(mistake: str) -> None:
    grade = judge("attention_speed", WRONG[mistake], 1)
    assert grade.points == 0
    assert grade.checks[0].verdict is Verdict.SKIPPED
    assert "Not measured" in messages("attention_speed", WRONG[mistake])["vectorised"]


@pytest.mark.parametrize(
    ("source", "verdict"),
    [
        (MODULE.format(body=AT_ONCE), Verdict.PASSED),
        (MODULE.format(body=BY_BROADCASTING), Verdict.PASSED),
        (MODULE.format(body=BY_TOKEN), Verdict.WRONG),
        (MODULE.format(body=AT_ONCE.replace("/ self.k ** 0.5", "")), Verdict.SKIPPED),
        (HEADS.format(scores=PRODUCT, output="e / e.sum(axis=-1, keepdims=True) @ V"), Verdict.PASSED),
        (
            HEADS.format(scores=BROADCAST, output="((e / e.sum(axis=-1, keepdims=True))[:, :, None] * V[None]).sum(1)"),
            Verdict.PASSED,
        ),
        (HEADS.format(scores=PRODUCT, output=NINE_TIMES), Verdict.WRONG),
        (HEADS.format(scores=PRODUCT, output="e @ V"), Verdict.SKIPPED),
    ],
    ids=[
        "module",
        "module by broadcasting",
        "module by token",
        "wrong module",
        "function",
        "function by broadcasting",
        "function by token",
        "wrong function",
    ],
)
def test_heads_may_take_turns_and_tokens_may_not(source: str, verdict: Verdict) -> None:
    check = judge("multihead_speed", source, 1).checks[0]
    assert check.verdict is verdict, check.message
    if verdict is Verdict.WRONG:
        assert "8 x 8, 24 x 24 and 48 x 48" in str(check.notes[-1])
        assert str(check.notes[-1]).endswith("lines of Python: a loop over the queries.")


def test_who_is_slow_without_a_loop_over_tokens_is_told_that_there_is_none() -> None:
    more = "[np.exp(scores) for _ in range(800)]\n            weights = np.exp(scores -"
    check = judge("attention_speed", ATTENTION["numpy"].replace("weights = np.exp(scores -", more), 1).checks[0]
    assert check.verdict is Verdict.WRONG, check.message
    assert str(check.notes[-1]).endswith("no loop over tokens, so that something else in it takes the time.")


PREPARED = (
    MODULE.format(body=AT_ONCE)
    .replace("for f in (self.q, self.kk, self.v))", "for f in self.prepared(x))")
    .replace("f(x).view", "f.view")
    + """
        def prepared(self, x):
            parts = (self.q, self.kk, self.v)
            key = [p._version for part in parts for p in (part.weight, part.bias)]
            if getattr(self, "key", None) != key:
                self.key = key
                self.fused = [torch.cat([getattr(p, name) for p in parts]).detach() for name in ("weight", "bias")]
            return F.linear(x, *self.fused).chunk(3, dim=-1)
"""
)


def test_what_depends_on_the_weights_alone_may_be_prepared() -> None:
    """It's no part of the question; whoever goes by token pays for that all the same."""
    assert verdicts("multihead_speed", PREPARED, 1) == {"vectorised": Verdict.PASSED}
    assert verdicts("multihead_speed", PREPARED.replace(AT_ONCE, BY_TOKEN), 1) == {"vectorised": Verdict.WRONG}


def test_where_nothing_can_be_timed_right_code_loses_nothing_and_wrong_code_gains_nothing() -> None:
    right = judge("attention_speed", ATTENTION["numpy"], 1, timed=False)
    assert (right.checks[0].verdict, right.points) == (Verdict.INCONCLUSIVE, Fraction(1))
    wrong = judge("attention_speed", WRONG["zeros"], 1, timed=False)
    assert wrong.points == 0
