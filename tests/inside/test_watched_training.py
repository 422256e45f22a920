"""What goes through a module and back while a loop of the student's runs, and calls that are repeated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.model import Array, Ask, BuildLibraryModel, CallFunction, Raised, Repeated, Reply, Returned, Value, Watched
from tests.fake_student import fake_student

SOURCE = """
import copy, pickle, numpy as np, torch, torch.nn.functional as F
own = np.random.default_rng(0)
def fit(model, ids, steps, forget=True, update=True, halves=False):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        logits = model(ids)
        loss = F.cross_entropy(logits[:, :-1].reshape(-1, 5), ids[:, 1:].reshape(-1))
        if forget:
            opt.zero_grad()
        if halves:
            (F.cross_entropy(model(ids)[:, 0], ids[:, 0])).backward()
        loss.backward()
        if update:
            opt.step()
    return float(loss)
def by_hand(model, ids, steps):
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        F.cross_entropy(model(ids)[:, 0], ids[:, 0]).backward()
        for p in model.parameters():
            p.data -= 0.1 * p.grad
def fit_adamw(model, ids):
    opt = torch.optim.AdamW(model.parameters())
    model(ids).sum().backward()
    opt.step()
    opt.step()
def fit_another(model, ids):
    other = torch.nn.Linear(2, 2)
    opt = torch.optim.AdamW(other.parameters())
    model(ids), other(torch.ones(2)).sum().backward()
    opt.step()
def looks(model, ids):
    model.eval()
    with torch.no_grad():
        model(idx=ids)
def asks(model, ids, how):
    copied = {
        "forward": lambda: model.forward,
        "copy": lambda: copy.copy(model),
        "deepcopy": lambda: copy.deepcopy(model),
        "pickle": lambda: pickle.loads(pickle.dumps(model)),
        "averaged": lambda: torch.optim.swa_utils.AveragedModel(model),
    }[how]()
    with torch.no_grad():
        return (copied(ids) == model(ids)).all().item()
def fits_a_copy(model, ids):
    fit(copy.deepcopy(model), ids, 2)
def fits_the_head(model, ids):
    opt = torch.optim.SGD(model.head.parameters(), lr=0.1)
    model(ids)[..., 0].sum().backward()
    opt.step()
def freezes(model, ids):
    model.tok_emb.requires_grad_(False)
    fits_the_head(model, ids)
def freezes_and_frees(model, ids):
    freezes(model, ids)
    model.requires_grad_(True)
def own_draw(x):
    x[0] += 1
    return float(x[0]), own.integers(1000)
def fails():
    raise ValueError("no")
"""

IDS = Array(np.array([[0, 1, 2, 3], [3, 2, 1, 4]]), "torch")


@pytest.fixture
def ask() -> Ask:
    ask = fake_student(SOURCE)
    assert isinstance(ask(BuildLibraryModel("m", 5, 8, 4)), Returned)
    return ask


def returned(reply: Reply) -> Any:
    """The plain data of a reply, for a test to pick apart."""
    assert isinstance(reply, Returned), reply
    return reply.value


def watched(ask: Ask, name: str, *args: Value) -> Any:
    """The notes of a watched call: of each call of the module, and what all of them together came to."""
    return returned(ask(Watched("m", CallFunction(name, ({"kept": "m"}, *args), recording=True))))


def test_the_gradient_by_the_logits_is_that_of_the_loss(ask: Ask) -> None:
    """softmax - onehot over the positions that count, divided by their number; 0 at the last, which doesn't."""
    notes = watched(ask, "fit", IDS, 2)
    calls = notes["calls"]
    assert isinstance(calls, tuple)
    assert [notes[key] for key in ("count", "updates", "stale")] == [2, 2, 0]
    first = calls[0]
    assert first["training"] is True
    assert first["grad"] is True
    assert np.array_equal(first["input"].data, IDS.data)
    z = first["output"].data.astype(np.float64)
    p = np.exp(z) / np.exp(z).sum(-1, keepdims=True)
    expected = (p - np.eye(5)[np.roll(IDS.data, -1, 1)]) / 6
    expected[:, -1] = 0
    np.testing.assert_allclose(first["gradient"].data, expected, atol=1e-6)


def test_a_gradient_added_to_one_of_before_an_update_is_stale(ask: Ask) -> None:
    assert watched(ask, "fit", IDS, 3, False)["stale"] > 0


def test_gradients_of_parts_of_one_step_are_not_stale(ask: Ask) -> None:
    assert watched(ask, "fit", IDS, 3, True, True, True)["stale"] == 0


def test_without_an_update_nothing_changes_and_nothing_is_stale(ask: Ask) -> None:
    notes = watched(ask, "fit", IDS, 3, False, False)
    assert (notes["updates"], notes["stale"]) == (0, 0)


def test_updates_of_the_data_by_hand_are_seen(ask: Ask) -> None:
    notes = watched(ask, "by_hand", IDS, 3)
    assert (notes["updates"], notes["stale"]) == (3, 0)


def test_who_took_steps_and_where_the_first_one_led_is_noted(ask: Ask) -> None:
    """torch's optimizers by their class; steps by hand by what they did alone."""
    notes = watched(ask, "fit", IDS, 2)
    assert notes["optimizers"] == {
        "SGD": {
            "adamw": False, "library": True, "steps": 2, "without_moments": 2, "unused": 0, "rates": (0.1, 0.1),
            "given_rate": 0.1,
        }
    }  # fmt: skip
    before, after = (notes["first_update"][name] for name in ("before", "after"))
    assert [part.data.shape for part in before] == [(5, 8), (5, 8), (5,)]
    assert any(not np.array_equal(old.data, new.data) for old, new in zip(before, after, strict=True))
    assert watched(ask, "by_hand", IDS, 1)["optimizers"] == {}
    assert watched(ask, "fit", IDS, 1, False, False)["first_update"] == {}
    adamw = watched(ask, "fit_adamw", IDS)["optimizers"]["AdamW"]
    assert [adamw[key] for key in ("adamw", "library", "steps", "without_moments")] == [True, True, 2, 1]


@pytest.mark.parametrize(
    ("how", "unused"),
    [
        ("opt.zero_grad(); {backward}", 5),  # a step in every second round, of the last gradients alone
        ("opt.zero_grad(); {backward}; torch.nn.utils.clip_grad_value_(model.parameters(), 1e-3)", 5),
        ("opt.zero_grad() if k % 2 == 0 else None; {backward}", 0),  # they are added up
        ("model.zero_grad(set_to_none=False); {backward}; held = add(model, held, k)", 0),
    ],
)
def test_backward_passes_that_no_step_has_anything_of_are_counted(how: str, unused: int) -> None:
    ask = fake_student(f"""
import torch
def add(model, held, k):
    old = held if k % 2 else [0] * len(held)
    held = [h + p.grad for h, p in zip(old, model.parameters())]
    for h, p in zip(held, model.parameters()):
        p.grad.copy_(h)
    return held
def rounds(model, ids):
    opt, held = torch.optim.AdamW(model.parameters()), [0, 0, 0]
    for k in range(10):
        {how.format(backward="(model(ids + k % 2) * torch.randn(2, 4, 7)).sum().backward()")}
        if k % 2:
            opt.step()
""")
    ask(BuildLibraryModel("m", 7, 8, 4))
    assert watched(ask, "rounds", IDS)["optimizers"]["AdamW"]["unused"] == unused


@pytest.mark.parametrize(
    ("made", "each", "rates", "given"),
    [
        ("AdamW(model.parameters(), lr=torch.tensor(0.5))", "pass", (0.5, 0.5), 0.5),
        ("AdamW([{'params': model.head.parameters(), 'lr': 0.25}, {'params': [model.tok_emb.weight]}], lr=0.5)",
         "pass", (0.5, 0.5), 0.5),
        ("AdamW(model.parameters(), lr=0.5)", "opt.param_groups[0]['lr'] = 0.5 / 2**k", (0.125, 0.5), 0.5),
        ("AdamW(model.parameters(), lr=0.5)",
         "torch.optim.lr_scheduler.ConstantLR(opt, 0.5) if k == 0 else None", (0.25, 0.25), 0.5),
    ],
)  # fmt: skip
def test_the_rates_of_the_steps_are_noted(made: str, each: str, rates: tuple[float, float], given: float) -> None:
    ask = fake_student(f"""
import torch
def steps(model, ids):
    opt = torch.optim.{made}
    for k in range(3):
        {each}
        model(ids).sum().backward()
        opt.step()
""")
    ask(BuildLibraryModel("m", 5, 8, 4))
    notes = watched(ask, "steps", IDS)["optimizers"]["AdamW"]
    assert (notes["rates"], notes["given_rate"]) == (rates, given)


def test_steps_of_other_parameters_are_not_noted(ask: Ask) -> None:
    assert watched(ask, "fit_another", IDS)["optimizers"] == {}


def test_evaluation_without_gradients_is_told_apart(ask: Ask) -> None:
    calls = watched(ask, "looks", IDS)["calls"]
    assert isinstance(calls, tuple)
    assert [(c["training"], c["grad"], "gradient" in c) for c in calls] == [(False, False, False)]


@pytest.mark.parametrize("how", ["forward", "copy", "deepcopy", "pickle", "averaged"])
def test_forward_itself_and_the_forwards_of_copies_are_noted(ask: Ask, how: str) -> None:
    """The module can be copied while it's watched, as any can, and its copies answer alike."""
    notes = watched(ask, "asks", IDS, how)
    assert notes["value"] is True
    assert notes["count"] == 2
    assert [call["grad"] for call in notes["calls"]] == [False, False]
    assert all(np.array_equal(call["input"].data, IDS.data) for call in notes["calls"])


def test_the_steps_of_a_copy_move_nothing(ask: Ask) -> None:
    notes = watched(ask, "fits_a_copy", IDS)
    assert (notes["count"], notes["updates"], notes["still"]) == (2, 0, ())


@pytest.mark.parametrize("name", ["fits_the_head", "freezes", "freezes_and_frees"])
def test_parameters_that_never_moved_are_named(ask: Ask, name: str) -> None:
    """Left out of the optimizer, or frozen by the loop; one that no gradient comes to need not move."""
    assert watched(ask, name, IDS)["still"] == ("tok_emb.weight",)


def test_where_all_parameters_moved_none_is_named(ask: Ask) -> None:
    assert watched(ask, "fit", IDS, 2)["still"] == ()


def test_an_exception_comes_through_and_leaves_no_hook(ask: Ask) -> None:
    reply = ask(Watched("m", CallFunction("fit", ({"kept": "m"}, Array(np.array([[9]]), "torch"), 1), recording=True)))
    assert isinstance(reply, Raised)
    assert watched(ask, "looks", IDS)["count"] == 1


def test_repeated_calls_get_fresh_arguments_and_the_notebooks_generator_is_seeded(ask: Ask) -> None:
    call = CallFunction("own_draw", (Array(np.zeros(2), "numpy"),), seed=3)
    first, second = ([(x, int(n.data)) for x, n in returned(ask(Repeated(call, 4)))] for _ in range(2))
    assert [x for x, _ in first] == [1.0] * 4
    assert first == second
    assert len({n for _, n in first}) > 1


def test_a_repeated_call_that_raises_is_raised(ask: Ask) -> None:
    assert isinstance(ask(Repeated(CallFunction("fails"), 3)), Raised)


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("torch.set_grad_enabled(False)", {"autograd": ("on", "off")}),
        ("torch.no_grad().__enter__()", {"autograd": ("on", "off")}),
        ("torch.set_default_dtype(torch.float64)", {"dtype": ("torch.float32", "torch.float64")}),
        ("torch.set_default_device('meta')", {"device": ("cpu", "meta")}),
        ("torch.manual_seed(5)", {"seed": ("0", "5")}),
        ("model.head.requires_grad_(False)", {"frozen": ("head.weight", "head.bias")}),
        ("with torch.no_grad(): model(ids)", {}),
        ("with torch.random.fork_rng(): torch.manual_seed(5)", {}),
        ("torch.rand(3)", {}),
    ],
)
def test_what_a_function_leaves_otherwise_is_told_and_is_as_before_for_the_next(line: str, left: object) -> None:
    ask = fake_student(f"import torch\ndef measure(model, ids):\n    {line}\ndef none(model, ids): pass")
    ask(BuildLibraryModel("m", 5, 8, 4))
    assert watched(ask, "measure", IDS)["left"] == left
    assert watched(ask, "none", IDS)["left"] == {}
