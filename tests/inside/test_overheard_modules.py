"""What the modules inside a module give, and an encoder that is made in the student's process."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.model import Array, BuildModule, CallModule, Overheard, Raised, Reply, Returned, Value
from tests.fake_student import fake_student

SOURCE = """
import torch
class Inner(torch.nn.Module):
    def forward(self, x):
        return x + 1, None
class Outer(torch.nn.Module):
    def __init__(self, encoder=None):
        super().__init__()
        self.inner = Inner()
        self.layers = torch.nn.ModuleList([Inner(), Inner()])
        self.encoder = encoder
    def forward(self, x):
        if self.encoder is not None:
            return self.encoder(x, None)
        for layer in self.layers:
            x, _ = layer(x)
        return self.inner(x)[0]
class NoModule:
    pass
"""


def returned(reply: Reply) -> Any:
    """The plain data of a reply, for a test to pick apart."""
    assert isinstance(reply, Returned), reply
    return reply.value


def test_inputs_and_outputs_come_back_in_the_order_of_the_calls_with_their_paths() -> None:
    ask = fake_student(SOURCE)
    ask(BuildModule("m", "Outer"))
    x = np.zeros((1, 2), dtype=np.float32)
    value = returned(ask(Overheard("m", CallModule("m", (Array(x, "torch"),)))))
    heard = [
        (entry["path"], [float(given.data[0, 0]) for given in entry["inputs"]], float(entry["output"].data[0, 0]))
        for entry in value["heard"]
    ]
    assert heard == [("layers.0", [0.0], 1.0), ("layers.1", [1.0], 2.0), ("inner", [2.0], 3.0)]
    assert isinstance(value["value"], Array)


def test_what_is_no_module_cant_be_listened_to() -> None:
    ask = fake_student(SOURCE)
    ask(BuildModule("n", "NoModule"))
    reply = ask(Overheard("n", CallModule("n")))
    assert isinstance(reply, Raised)
    assert reply.type_name == "TypeError"


def test_no_hook_is_left_behind() -> None:
    ask = fake_student(SOURCE)
    ask(BuildModule("m", "Outer"))
    x = Array(np.zeros((1, 2), dtype=np.float32), "torch")
    counts = [len(returned(ask(Overheard("m", CallModule("m", (x,)))))["heard"]) for _ in range(2)]
    assert counts == [3, 3]


def test_a_token_encoder_gives_the_rows_of_its_table_and_is_a_parameter() -> None:
    ask = fake_student(SOURCE)
    table = np.arange(6.0, dtype=np.float32).reshape(3, 2)
    encoder: Value = {"token_encoder": Array(table, "torch")}
    built = returned(ask(BuildModule("m", "Outer", (encoder,))))
    assert [entry["name"] for entry in built["parameters"]] == ["encoder.table"]
    value = returned(ask(CallModule("m", (Array(np.array([[2, 0]]), "torch"),))))
    assert isinstance(value, Array)
    np.testing.assert_array_equal(value.data, table[[[2, 0]]])
