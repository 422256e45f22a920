"""What is done around a call on an accelerator: TF32 off, a cap on memory, modules there, all streams waited for.

There is no card: what torch would tell one is written down instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from grader.inside.device import on_device


class Movable(torch.nn.Module):  # type: ignore[misc]
    def __init__(self, log: list[str], name: str) -> None:
        super().__init__()
        self.log, self.name = log, name

    def to(self, device: torch.device) -> None:
        self.log.append(f"{self.name} to {device}")


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    told: list[str] = []
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _: SimpleNamespace(total_memory=16 << 30))
    monkeypatch.setattr(torch.cuda, "set_per_process_memory_fraction", lambda part, _: told.append(f"at most {part}"))
    monkeypatch.setattr(torch.cuda, "synchronize", lambda _: told.append("wait for all streams"))
    tf32 = (torch.backends.cuda.matmul, torch.backends.cudnn)
    before = [one.allow_tf32 for one in tf32]
    for one in tf32:
        one.allow_tf32 = True
    yield told
    for one, was in zip(tf32, before, strict=True):
        one.allow_tf32 = was


def asked(log: list[str], device: str, call: dict[str, Any], **objects: Any) -> list[str]:
    request = {"device": device, "mebibytes": 4096, "call": {"op": "each", "call": call}}
    with on_device(objects, request) as where:
        assert str(where) == device
        log.append("computed")
    return log


def test_float32_is_exact_memory_is_capped_and_all_streams_are_waited_for(log: list[str]) -> None:
    call = {"op": "call_function", "args": [1]}
    assert asked(log, "cuda", call) == [
        "at most 0.25",
        "wait for all streams",  # which makes the context
        "computed",
        "wait for all streams",
    ]
    assert not torch.backends.cuda.matmul.allow_tf32
    assert not torch.backends.cudnn.allow_tf32


def test_on_a_cpu_nothing_of_that_is_done(log: list[str]) -> None:
    assert asked(log, "cpu", {"op": "call_function", "args": []}) == ["computed"]
    assert torch.backends.cuda.matmul.allow_tf32


def test_every_module_that_the_question_is_about_moves(log: list[str]) -> None:
    """Under the handle, among the arguments, and within an object around a finished model."""
    wrapper = SimpleNamespace(model=Movable(log, "the wrapped one"), n=3)
    call = {"op": "call_method", "handle": "wrapper", "args": [{"kept": "given"}], "keywords": {"m": {"kept": "named"}}}
    asked(log, "cpu", call, wrapper=wrapper, given=Movable(log, "the given one"), named=Movable(log, "the named one"))
    assert log[:-1] == ["the wrapped one to cpu", "the given one to cpu", "the named one to cpu"]


@pytest.mark.parametrize(
    "call", [{"op": "build_module", "handle": "old"}, {"op": "generate", "handle": None}, {"op": "inspect"}]
)
def test_what_is_yet_to_be_built_does_not_move(log: list[str], call: dict[str, Any]) -> None:
    assert asked(log, "cpu", call, old=Movable(log, "the old one")) == ["computed"]
