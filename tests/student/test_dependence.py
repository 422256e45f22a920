"""Which code an item hangs on: read from the text, on the safe side."""

from __future__ import annotations

import textwrap

import pytest

from grader.model import Cell
from grader.student.dependence import Code

IMPORTS = "import numpy as np\nimport torch\nfrom torch import nn"
SOFTMAX = "def softmax(z):\n    return np.exp(z) / np.exp(z).sum()"
ATTENTION = "def attention(q, k, v):\n    return softmax(q @ k.T) @ v"
TRAINING = """
    model = Model()
    losses = []
    for step in range(1000):
        losses.append(float(model(attention).sum()))
    print(losses[-1])
    """
MODEL = "class Model(nn.Module):\n    def forward(self, x):\n        return x"


def code(*cells: str) -> Code:
    return Code(tuple(Cell(number, textwrap.dedent(source)) for number, source in enumerate(cells, start=1)))


def test_a_function_needs_what_it_calls_and_not_those_who_call_it() -> None:
    notebook = code(IMPORTS, SOFTMAX, "x = softmax(np.ones(3))\nprint(x)", ATTENTION, MODEL, TRAINING)
    assert notebook.cells_for({"softmax"}) == {1, 2}
    assert notebook.cells_for({"attention"}) == {1, 2, 4}
    assert notebook.cells_for({"model"}) == {1, 2, 4, 5, 6}


def test_a_parameter_is_no_name_of_the_notebook() -> None:
    notebook = code(MODEL, TRAINING, "def generate(model, losses):\n    return [model(x) for x in losses]")
    assert notebook.cells_for({"generate"}) == {3}


@pytest.mark.parametrize(
    "cell",
    [
        "config['heads'] = 8", "config.update(heads=8)", "adjust(config)", "for key in config:\n    config.pop(key)",
        "del config['heads']", "config = {}", "def adjust():\n    global config\n    config = 1",
        "%run setup.py", "from setup import *", "if True:\n    config.clear()", "with open('x') as config: pass",
        "[config := 2]", "config |= {}", "config = # half a line", "%%time\nconfig['heads'] = 3",
    ],
)  # fmt: skip
def test_what_may_change_a_value_is_needed(cell: str) -> None:
    """And whatever that looks up in turn."""
    notebook = code("config = {'heads': 4}", cell, "def heads():\n    return config['heads']", "print('done')")
    assert notebook.cells_for({"heads"}) == {1, 2, 3}


def test_where_code_is_made_from_text_everything_is_needed() -> None:
    notebook = code("config = {'heads': 4}", "exec('config = 1')", "def heads():\n    return config", "print('done')")
    assert notebook.cells_for({"heads"}) == {1, 2, 3, 4}


@pytest.mark.parametrize(
    "cell",
    ["torch.set_default_dtype(torch.float64)", "np.seterr(all='raise')", "torch.backends.x = 1", "setattr(np, 'e', 3)"],
)
def test_settings_of_a_library_concern_whoever_uses_it(cell: str) -> None:
    notebook = code(IMPORTS, cell, "def f(x):\n    return np.exp(torch.exp(x))", "def g(x):\n    return x")
    assert notebook.cells_for({"f"}) == {1, 2, 3}
    assert notebook.cells_for({"g"}) == {4}


def test_the_same_import_in_many_cells_is_one() -> None:
    notebook = code("import numpy as np", "import numpy as np\nx = np.ones(3)", "import numpy as np\n" + SOFTMAX)
    assert notebook.cells_for({"softmax"}) == {1, 3}
    rebound = code("import numpy as np", "np = None", "import numpy as np\n" + SOFTMAX)
    assert rebound.cells_for({"softmax"}) == {1, 2, 3}


def test_a_seed_concerns_numbers_that_are_drawn_and_no_function() -> None:
    notebook = code(IMPORTS, "np.random.seed(3)", SOFTMAX, "W = np.random.rand(3)", "def f(x):\n    return x @ W")
    assert notebook.cells_for({"softmax"}) == {1, 3}
    assert notebook.cells_for({"f"}) == {1, 2, 4, 5}


@pytest.mark.parametrize("decorator", ["@torch.no_grad()", "@functools.lru_cache(maxsize=8)"])
def test_a_decorator_draws_no_numbers(decorator: str) -> None:
    """Or a `generate` with the usual one would need the cell that trains, since that seeds."""
    training = "torch.manual_seed(0)\nmodel = train(attention)"
    notebook = code(
        IMPORTS, ATTENTION, training, f"{decorator}\ndef generate(model):\n    return torch.softmax(model(0))"
    )
    assert notebook.cells_for({"generate"}) == {1, 4}


def test_methods_that_are_put_into_a_class_later_belong_to_it() -> None:
    notebook = code(MODEL, "def forward(self, x):\n    return 2 * x\nModel.forward = forward", "m = Model()")
    assert notebook.cells_for({"Model"}) == {1, 2}


def test_the_fingerprint_is_that_of_statements_and_not_of_cells() -> None:
    one = code(IMPORTS, f"{SOFTMAX}\nprint('one')", ATTENTION)
    other = code(IMPORTS, f"# a note\nprint('other')\n{SOFTMAX}", ATTENTION, "z = 1")
    assert one.fingerprint({"attention"}) == other.fingerprint({"attention"})
    changed = code(IMPORTS, SOFTMAX.replace("np.exp(z) /", "2 * np.exp(z) /"), ATTENTION)
    assert one.fingerprint({"attention"}) != changed.fingerprint({"attention"})
    assert one.fingerprint({"Model"}) == changed.fingerprint({"Model"})


def test_a_cell_that_python_cannot_read_would_have_defined_what_its_text_says() -> None:
    notebook = code(IMPORTS, "def softmax(z:\n    return np.exp(z)", ATTENTION)
    assert notebook.cells_for({"attention"}) == {1, 2, 3}
    assert notebook.cell_of("softmax") == 2
    assert notebook.cells_for({"Model"}) == frozenset()
