"""What a module that was built is said to hold."""

from __future__ import annotations

import pytest

from grader.model import BuildModule, Returned, module_from
from tests.fake_student import fake_student

MODULE = """
import torch
from torch import nn

class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.known = nn.Linear(2, 2)
        {attributes}
"""


def unregistered(attributes: str) -> tuple[str, ...]:
    reply = fake_student(MODULE.format(attributes=attributes))(BuildModule("layer", "Layer"))
    assert isinstance(reply, Returned), reply
    module = module_from(reply.value)
    assert module is not None
    return module.unregistered


@pytest.mark.parametrize(
    "value",
    [
        "[nn.Linear(2, 2)]",
        "(nn.Linear(2, 2), 3)",
        "{'q': nn.Linear(2, 2)}",
        "[[nn.Linear(2, 2)], [nn.Linear(2, 2)]]",
        "[('q', nn.Linear(2, 2))]",
        "{'heads': [nn.Linear(2, 2)]}",
        "[{'q': nn.Linear(2, 2)}, {'q': nn.Linear(2, 2)}]",
        "{0: {1: {2: [nn.Linear(2, 2)]}}}",
        "[nn.Parameter(torch.ones(2))]",
        "[[nn.Parameter(torch.ones(2))]]",
    ],
)
def test_what_torch_does_not_see_is_found_at_any_depth(value: str) -> None:
    assert unregistered(f"self.heads = {value}") == ("heads",)


@pytest.mark.parametrize(
    "value",
    [
        "[self.known]",
        "{'known': [self.known]}",
        "[self.known.weight]",
        "[[1, 2], 'text']",
        "nn.ModuleList([nn.Linear(2, 2)])",
        "[torch.ones(2)]",
    ],
)
def test_what_torch_sees_or_need_not_see_is_not_named(value: str) -> None:
    assert unregistered(f"self.heads = {value}") == ()


def test_a_list_that_holds_itself_comes_to_an_end() -> None:
    assert unregistered("self.heads = [nn.Linear(2, 2)]; self.heads.append(self.heads)") == ("heads",)


def test_a_very_long_list_is_not_searched_to_its_end() -> None:
    assert unregistered("self.heads = [0] * 1_000_000") == ()
