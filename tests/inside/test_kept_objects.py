"""Objects that stay in the student's process: built, handed to other calls, spied on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from grader.model import (
    Array,
    Ask,
    BuildModule,
    CallFunction,
    CallMethod,
    ListFiles,
    NoReply,
    Raised,
    ReadAttribute,
    ReadVariable,
    Returned,
    SetAside,
    Spied,
    Value,
)
from tests.fake_student import fake_student

SOURCE = """
import torch
answer = 42
class Tokenizer:
    def __init__(self, text):
        self.letters = sorted(set(text))
    def __len__(self):
        return len(self.letters)
    def codificar(self, text):
        return [self.letters.index(c) for c in text]
class Model(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.lin = torch.nn.Linear(n, n)
    def forward(self, x):
        return self.lin(x)
class Wrapped:
    def __init__(self, inner):
        self.inner = inner
def use(model, tok, text):
    model.eval()
    with torch.no_grad():
        model(torch.ones(2, 3))
    model.train()
    return model(torch.zeros(1, 3)), len(tok)
def pair(model):
    return model, {"vocab": ["a"]}, 3
def requires_grad(model):
    return model(torch.ones(1, 3)).requires_grad
def write(path):
    open(path, "w").write("kept")
    return path
def read(path):
    return open(path).read()
def apply(f, x):
    return f(x)
def double(x):
    return 2 * x
"""


@pytest.fixture
def ask() -> Ask:
    ask = fake_student(SOURCE)
    assert isinstance(ask(BuildModule("tok", "Tokenizer", ("abca",))), Returned)
    assert isinstance(ask(BuildModule("model", "Model", (3,))), Returned)
    return ask


def value(reply: object) -> Value:
    assert isinstance(reply, Returned), reply
    return reply.value


def test_the_first_method_that_is_there_is_called(ask: Ask) -> None:
    assert value(ask(CallMethod("tok", ("encode", "codificar"), ("cab",)))) == (2, 0, 1)
    missing = ask(CallMethod("tok", ("decode", "decodificar"), ((0,),)))
    assert isinstance(missing, Raised)
    assert missing.type_name == "AttributeError"
    assert "'decode' or 'decodificar'" in missing.message


def test_attributes_and_variables_come_as_plain_data(ask: Ask) -> None:
    assert value(ask(ReadAttribute("tok", ("vocab_size", "__len__")))) == 3
    assert value(ask(ReadAttribute("model", ("lin.in_features",)))) == 3
    assert value(ask(ReadVariable("answer"))) == 42
    assert isinstance(ask(ReadVariable("no_such")), Raised | NoReply)


def test_what_is_kept_goes_into_other_calls(ask: Ask) -> None:
    model: Value = {"kept": "model"}
    assert isinstance(ask(CallFunction("pair", (model,), keep="p")), Returned)
    assert value(ask(ReadAttribute("p.0", ("lin.in_features",)))) == 3
    assert value(ask(CallMethod("p.1", ("get",), ("vocab",)))) == ("a",)
    assert isinstance(ask(BuildModule("w", "Wrapped", (model,))), Returned)
    assert value(ask(ReadAttribute("w", ("inner.lin.out_features",)))) == 3


def test_a_function_of_the_notebook_is_an_argument_too(ask: Ask) -> None:
    assert value(ask(CallFunction("apply", ({"named": "double"}, 4)))) == 8


def test_files_stay_between_two_calls(ask: Ask) -> None:
    assert isinstance(ask(CallFunction("write", ({"scratch": "c.pt"},))), Returned)
    assert value(ask(CallFunction("read", ({"scratch": "c.pt"},)))) == "kept"


def test_files_are_listed_with_their_size_where_they_were_written(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder" / "deep").mkdir(parents=True)
    (tmp_path / "mine.txt").write_text("12345", encoding="utf-8")
    (tmp_path / "folder" / "one.txt").write_text("1", encoding="utf-8")
    (tmp_path / "folder" / "deep" / "two.txt").write_text("2", encoding="utf-8")
    ask(CallFunction("write", ({"scratch": "c.pt"},)))
    files = value(ask(ListFiles()))
    assert isinstance(files, Mapping)
    scratch, here = files["scratch"], files["here"]
    assert isinstance(scratch, Mapping)
    assert isinstance(here, Mapping)
    assert set(scratch) == {"c.pt"}
    assert set(here) == {"mine.txt", "folder/one.txt"}
    size, changed = here["mine.txt"]  # type: ignore[misc,str-unpack]
    assert size == 5
    assert changed == (tmp_path / "mine.txt").stat().st_mtime_ns


def test_a_file_that_is_set_aside_is_not_found_until_it_is_put_back(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "one.txt").write_text("1", encoding="utf-8")
    ask(CallFunction("write", ({"scratch": "c.pt"},)))
    files = {"scratch": ("c.pt", "never there"), "here": ("folder/one.txt",)}
    assert value(ask(SetAside(files))) == 2
    assert isinstance(ask(CallFunction("read", ({"scratch": "c.pt"},))), Raised)
    assert not (tmp_path / "folder" / "one.txt").exists()
    assert value(ask(SetAside(files, back=True))) == 2
    assert value(ask(CallFunction("read", ({"scratch": "c.pt"},)))) == "kept"
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["one.txt"]


def test_gradients_are_recorded_only_on_request(ask: Ask) -> None:
    assert value(ask(CallFunction("requires_grad", ({"kept": "model"},)))) is False
    assert value(ask(CallFunction("requires_grad", ({"kept": "model"},), recording=True))) is True


def test_a_spy_sees_mode_gradients_and_input(ask: Ask) -> None:
    call = CallFunction("use", ({"kept": "model"}, {"kept": "tok"}, "ab"), recording=True)
    body = value(ask(Spied("model", call)))
    assert isinstance(body, Mapping)
    assert body["count"] == 2
    first, second = body["calls"]  # type: ignore[misc,str-unpack]
    assert (first["training"], first["grad"]) == (False, False)  # type: ignore[index,call-overload]
    assert (second["training"], second["grad"]) == (True, True)  # type: ignore[index,call-overload]
    seen = first["input"]  # type: ignore[index,call-overload]
    assert isinstance(seen, Array)
    np.testing.assert_array_equal(seen.data, np.ones((2, 3)))
    assert isinstance(body["value"], tuple)
    # The spy is gone afterwards.
    again = value(ask(Spied("model", CallFunction("double", (1,)))))
    assert isinstance(again, Mapping)
    assert again["count"] == 0
