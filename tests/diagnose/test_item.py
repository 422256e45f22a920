"""Of the causes that come into question, the one that explains the most of what failed is told."""

from __future__ import annotations

import pytest

from tests.components.judged import judge

ATTENTION = """
    def attention(Q, K, V, mask=None):
        scores = Q @ K.transpose(-1, -2) * {factor}
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
        weights = torch.softmax(scores, -1)
        return weights @ V, weights
"""


@pytest.mark.parametrize(
    ("factor", "cause"),
    [
        ("K.shape[-2] ** -0.5", "attention/divided_by_the_number_of_keys"),
        ("Q.shape[-2] ** -0.5", "attention/divided_by_the_number_of_queries"),
    ],
)
def test_what_only_some_of_the_questions_fit_is_no_cause(factor: str, cause: str) -> None:
    """Where five queries ask five keys, either number would do."""
    found = judge("attention", ATTENTION.replace("{factor}", factor), 1, diagnosed=True)
    assert [reason.id for reason in found.diagnosis] == [cause]
