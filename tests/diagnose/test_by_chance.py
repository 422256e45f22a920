"""Dropout that never stops is named, in whatever module it is; what is only wrong isn't called chance."""

from __future__ import annotations

import pytest

from tests.components.judged import judge

FEED_FORWARD = """
import torch
import torch.nn as nn
import torch.nn.functional as F
class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up, self.down = nn.Linear(d_model, 4 * d_model), nn.Linear(4 * d_model, d_model)
    def forward(self, x):
        return {}
"""
RMS_NORM = """
import torch
import torch.nn as nn
class RMSNorm(nn.Module):
    def __init__(self, d_model, eps=1e-6):
        super().__init__()
        self.g, self.eps = nn.Parameter(torch.ones(d_model)), eps
    def forward(self, x):
        x = nn.functional.dropout(x, 0.2)
        return self.g * x / torch.sqrt((x * x).mean(-1, keepdim=True) + self.eps)
"""


def causes(component: str, source: str) -> list[str]:
    return [found.id for found in judge(component, source, 1, diagnosed=True).diagnosis]


@pytest.mark.parametrize(
    ("component", "source"),
    [
        ("feed_forward", FEED_FORWARD.format("self.down(F.dropout(F.gelu(self.up(x)), 0.1))")),
        ("feed_forward", FEED_FORWARD.format("self.down(F.gelu(self.up(x))) + torch.randn(x.shape)")),
        ("rms_norm", RMS_NORM),
    ],
)
def test_what_is_drawn_in_evaluation_mode_is_the_cause(component: str, source: str) -> None:
    assert causes(component, source) == ["chance_in_evaluation"]


def test_dropout_that_training_alone_has_is_no_cause() -> None:
    right = "self.down(F.dropout(F.gelu(self.up(x)), 0.1, self.training))"
    assert causes("feed_forward", FEED_FORWARD.format(right)) == []
    wrong = right.replace("gelu", "relu")
    assert "chance_in_evaluation" not in causes("feed_forward", FEED_FORWARD.format(wrong))
