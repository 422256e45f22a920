"""A question leaves no trace that the next one would see."""

from __future__ import annotations

import os

import numpy as np
import pytest

from grader.model import Array, CallFunction, Raised, Returned
from tests.fake_student import fake_student

SOURCE = """
import os, sys, tempfile, warnings
import numpy as np
import torch
torch.set_printoptions(precision=3)
np.seterr(divide="ignore")
counter = 0

def softmax(z):
    return z

def mess():
    global softmax, np, counter
    counter += 1
    os.chdir(tempfile.gettempdir())
    os.environ["LEFT"] = "1"
    sys.setrecursionlimit(123_456)
    sys.path.insert(0, "/left")
    warnings.simplefilter("error")
    np.seterr(all="raise")
    np.set_printoptions(precision=1)
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(torch.get_num_threads() + 1)
    torch.set_grad_enabled(False)
    torch.use_deterministic_algorithms(True)
    softmax = None
    del np
    if RAISE:
        raise ValueError("after the mess")

RAISE = False

def look():
    import numpy
    return [os.getcwd(), os.environ.get("LEFT"), sys.getrecursionlimit(), "/left" in sys.path,
            numpy.geterr()["over"], numpy.geterr()["divide"], numpy.get_printoptions()["precision"],
            str(torch.get_default_dtype()), torch.get_num_threads(), torch.are_deterministic_algorithms_enabled(),
            any(f[0] == "error" for f in warnings.filters)]
"""


@pytest.mark.parametrize("raises", [False, True])
def test_what_a_function_sets_is_gone_with_the_next_question(raises: bool) -> None:
    ask = fake_student(SOURCE.replace("RAISE = False", f"RAISE = {raises}"))
    before = ask(CallFunction("look"))
    assert isinstance(before, Returned)
    assert isinstance(ask(CallFunction("mess")), Raised if raises else Returned)
    assert ask(CallFunction("look")) == before
    # What the cell itself has set stays.
    assert isinstance(before.value, tuple)
    assert before.value[5] == "ignore"
    assert isinstance(ask(CallFunction("softmax", (Array(np.ones(1)),))), Returned)


def test_what_our_own_process_has_set_meanwhile_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what changes during the question is put back."""
    ask = fake_student("def f():\n    return 1")
    monkeypatch.setenv("SET_BETWEEN_QUESTIONS", "1")
    assert ask(CallFunction("f")) == Returned(1)
    assert os.environ["SET_BETWEEN_QUESTIONS"] == "1"
