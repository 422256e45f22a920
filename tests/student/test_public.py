"""The file of public checks: what is written is what is read, and nothing else fits in."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from grader.cli.options import LARGEST_SEED
from grader.errors import UsageError
from grader.model import Misconception, Text
from grader.student.public import Answer, Asked, PublicChecks, PublicItem, Unrecordable, plain

VALUES = [
    np.arange(6, dtype=np.float32).reshape(2, 3),
    np.array([[True, False]]),
    np.zeros((0, 4)),
    np.array(2.5),
    np.array([np.nan, np.inf, -0.0]),
    (1, 2.5, (np.arange(3), "text")),
    [1, [2]],
    {"a": np.ones(2), "b": None},
    10**30,
    float("inf"),
]


def written(tmp_path: Path, value: object) -> PublicChecks:
    title = Text("Wrong", in_language={"es": "Mal"})
    public = PublicChecks(
        assignment="a",
        title={"en": "A", "es": "A"},
        seed=1,
        items=(PublicItem("i", {"en": "I", "es": "I"}, "softmax", {"either.numpy": ("values",)}, 2),),
        mistakes=(Misconception("softmax/m", "softmax", title, title, title, title, ("values",), "SM-01"),),
        inputs=[Asked((value,))],
        references={"softmax": {"softmax": [Answer(0, value)]}},
        constants={"softmax": {"LIMIT": value}},
        outputs={"softmax/m": {"softmax": [Answer(0, None, ("ValueError", "no"))]}},
        questions={"softmax": {"softmax": [0]}},
        in_torch=frozenset({"block"}),
    )
    file = tmp_path / "a.checks.json"
    file.write_text(public.as_json(), encoding="utf-8")
    return PublicChecks.read(file)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_comes_back_as_it_was(tmp_path: Path, value: object) -> None:
    read = written(tmp_path, value)
    for back in (
        read.inputs[0].args[0],
        read.references["softmax"]["softmax"][0].value,
        read.constants["softmax"]["LIMIT"],
    ):
        assert repr(plain(back)) == repr(plain(value))
        assert type(back) is type(value)
        if isinstance(value, np.ndarray):
            assert isinstance(back, np.ndarray)
            assert back.dtype == value.dtype
    assert read.outputs["softmax/m"]["softmax"][0].raised == ("ValueError", "no")
    assert read.mistakes[0].title.in_language == {"es": "Mal"}
    assert read.items[0].checks == {"either.numpy": ("values",)}
    assert read.items[0].hidden == 2
    assert read.in_torch == frozenset({"block"})


@pytest.mark.parametrize(
    "value",
    [object(), len, np.array(["a"]), np.array([object()]), {1: 2}, 1j],
    ids=["object", "function", "array of text", "array of objects", "keys that aren't text", "complex"],
)
def test_what_is_no_plain_data_is_not_written(value: object) -> None:
    with pytest.raises(Unrecordable):
        plain(value)


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"format": 99}', '{"format": 1}', "\0"], ids=["empty", "{}", "[]", "newer", "bare", "NUL"]
)
def test_another_file_is_refused_with_a_word(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.checks.json"
    file.write_text(text)
    with pytest.raises(UsageError) as refused:
        PublicChecks.read(file)
    assert "x.checks.json" in str(refused.value)


def test_an_array_of_objects_is_never_read(tmp_path: Path) -> None:
    """Their bytes would be addresses."""
    text = written(tmp_path, 1).as_json()
    body = json.loads(text)
    body["inputs"][0][0] = {"tuple": [{"array": "object", "shape": [1], "bytes": "AAAAAAAAAAA="}]}
    file = tmp_path / "x.checks.json"
    file.write_text(json.dumps(body))
    with pytest.raises(UsageError):
        PublicChecks.read(file)


def test_no_grading_draws_the_public_seed(public: PublicChecks) -> None:
    assert public.seed > LARGEST_SEED
