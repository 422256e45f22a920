"""Mean loss: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

from functools import partial

import pytest

from grader.model import Verdict
from tests.components.judged import edited, failed, judge, messages, verdicts
from tests.components.minigpt_lab.items_judged import items_judged
from tests.components.minigpt_lab.mean_loss_styles import ORDERED, OWN_MODEL, PLAIN, RIGHT

SEEDS = (0, 1, 2)
EVERY = {"value", "windows", "no_gradient", "evaluation_mode", "mode_restored"}

# What is changed in PLAIN, and every check that then fails.
DRAWN_IN_THE_LOOP = "        for _ in range(n_batches):\n            x, y = get_batch(data, context, batch_size)\n"
DRAWN_BEFORE_IT = "        x, y = get_batch(data, context, batch_size)\n        for _ in range(n_batches):\n"

WRONG = {
    "no eval": ({"    model.eval()\n": ""}, {"evaluation_mode"}),
    "no train": ({"    model.train()\n": ""}, {"mode_restored"}),
    "gradients off for good": (
        {"    model.eval()\n": "    model.eval()\n    torch.set_grad_enabled(False)\n"},
        {"mode_restored"},
    ),
    "gradients off by no_grad, entered and never left": (
        {"    model.eval()\n": "    model.eval()\n    torch.no_grad().__enter__()\n"},
        {"mode_restored"},
    ),
    "the parameters frozen for good": ({"model.eval()": "model.eval().requires_grad_(False)"}, {"mode_restored"}),
    "the default dtype changed for good": (
        {"    model.eval()\n": "    model.eval()\n    torch.set_default_dtype(torch.float64)\n"},
        {"mode_restored"},
    ),
    "the default device changed for good": (
        {"    model.train()\n": "    model.train()\n    torch.set_default_device('meta')\n"},
        {"mode_restored"},
    ),
    "the parameters smaller after each measure": (
        {"            losses.append(": "            model.head.weight.mul_(0.9)\n            losses.append("},
        {"mode_restored"},
    ),
    "no no_grad": ({"torch.no_grad()": "torch.enable_grad()"}, {"no_gradient"}),
    "one batch for all": ({DRAWN_IN_THE_LOOP: DRAWN_BEFORE_IT}, {"value"}),
    "the same seed in each round": (
        {"            x, y = get_batch": "            torch.manual_seed(0)\n            x, y = get_batch"},
        {"value"},
    ),
    "the first window alone": (
        {
            "x, y = get_batch(data, context, batch_size)": "x, y = data[None, :8], data[None, 1:9]",
            "range(n_batches)": "range(1)",
        },
        {"value", "windows"},
    ),
    "the first half": ({"x, y = get_batch(data,": "x, y = get_batch(data[:len(data) // 2],"}, {"windows"}),
    "the second half": ({"x, y = get_batch(data,": "x, y = get_batch(data[len(data) // 2:],"}, {"windows"}),
    "the first three quarters": (
        {"x, y = get_batch(data,": "x, y = get_batch(data[:3 * len(data) // 4],"},
        {"windows"},
    ),
    "the last tenth": ({"x, y = get_batch(data,": "x, y = get_batch(data[int(0.9 * len(data)):],"}, {"windows"}),
    "half the model's context": (
        {"x, y = get_batch(data, context,": "x, y = get_batch(data, model.context // 2,"},
        {"windows"},
    ),
    "four tokens more than the model's context": (
        {"x, y = get_batch(data, context,": "x, y = get_batch(data, model.context + 4,"},
        {"windows"},
    ),
    "one batch whatever is asked for": ({"range(n_batches)": "range(1)"}, {"value"}),
    "twenty batches whatever is asked for": ({"range(n_batches)": "range(20)"}, {"value"}),
    "batches of 32 whatever is asked for": (
        {"x, y = get_batch(data, context, batch_size)": "x, y = get_batch(data, context, 32)"},
        {"value"},
    ),
    "batches of one whatever is asked for": (
        {"x, y = get_batch(data, context, batch_size)": "x, y = get_batch(data, context, 1)"},
        {"value"},
    ),
    "the sum, the model called twice for each batch": (
        {"sum(losses) / len(losses)": "sum(losses)", "logits.view(-1, logits": "model(x).view(-1, logits"},
        {"value"},
    ),
    "one batch whatever is asked for, the model called twice": (
        {"range(n_batches)": "range(1)", "logits.view(-1, logits": "model(x).view(-1, logits"},
        {"value"},
    ),
    "one batch for all, the model called twice": (
        {DRAWN_IN_THE_LOOP: DRAWN_BEFORE_IT, "logits.view(-1, logits": "model(x).view(-1, logits"},
        {"value"},
    ),
    "the last batch": ({"sum(losses) / len(losses)": "losses[-1]"}, {"value"}),
    "the first batch": ({"sum(losses) / len(losses)": "losses[0]"}, {"value"}),
    "back after the first batch": (
        {"losses.append(loss.item())": "model.train()\n            return loss.item() / n_batches"},
        {"value"},
    ),
    "the sum": ({"sum(losses) / len(losses)": "sum(losses)"}, {"value"}),
    "a list": ({"sum(losses) / len(losses)": "losses"}, {"value"}),
    "not shifted": ({"y.view(-1)": "x.view(-1)"}, {"value"}),
    "shifted twice": ({"data[i + 1:i + context + 1]": "data[i + 2:i + context + 2]"}, {"value"}),
    "softmax first": ({"logits = model(x)": "logits = model(x).softmax(-1)"}, {"value"}),
    "perplexity": ({"sum(losses) / len(losses)": "math.exp(sum(losses) / len(losses))"}, {"value"}),
    "the last position": ({"logits.view(-1, logits.shape[-1]), y.view(-1)": "logits[:, -1], y[:, -1]"}, {"value"}),
    "by the batch size": (
        {"sum(losses) / len(losses)": "sum(losses) / len(losses) / batch_size"},
        {"value"},
    ),
    "in bits": ({"sum(losses) / len(losses)": "sum(losses) / len(losses) / math.log(2)"}, {"value"}),
    "nothing back": ({"return sum(losses) / len(losses)": "print(losses)"}, {"value"}),
    "trains while it measures, in no mode": (
        {"model.eval()\n": "pass\n", "torch.no_grad()": "torch.enable_grad()", "sum(losses) / len(losses)": "0.0"},
        EVERY,  # that the mode is as before shows nothing then
    ),
}

TRIVIAL = {
    "0": "return 0.0",
    "None": "return None",
    "ln V": "return math.log(13)",
    "the data's mean": "return float(data.float().mean())",
    "a random number": "return np.random.random()",
    "the modes alone": "model.eval(); model.train(); return 2.5",
    "not written": "raise NotImplementedError",
}


changed = partial(edited, PLAIN)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("mean_loss", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    changes, expected = WRONG[mistake]
    assert failed("mean_loss", changed(changes), seed) == expected


SEEDED = "def get_batch(data, context, batch_size):\n    torch.manual_seed(0)"


def test_nobody_pays_here_for_a_get_batch_that_sets_its_seed_each_time() -> None:
    grades = items_judged(
        ("get_batch", "mean_loss"), PLAIN.replace("def get_batch(data, context, batch_size):", SEEDED)
    )
    assert grades["get_batch"].points < grades["get_batch"].max_points
    assert grades["mean_loss"].points == grades["mean_loss"].max_points
    assert "`get_batch`" in str(grades["mean_loss"].follow_through)


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("the sum", "sum_of_the_batches"),
        ("not shifted", "targets_not_shifted"),
        ("softmax first", "softmax_before_cross_entropy"),
        ("perplexity", "perplexity"),
        ("the last position", "last_position_alone"),
    ],
)
def test_a_mistake_of_its_own_is_named_though_the_batches_are_alike(mistake: str, named: str) -> None:
    source = changed(WRONG[mistake][0]).replace("def get_batch(data, context, batch_size):", SEEDED)
    grade = items_judged(("get_batch", "mean_loss"), source)["mean_loss"]
    assert [d.id for d in grade.diagnosis] == [f"mean_loss/{named}"]
    assert grade.points < grade.max_points
    assert "same 32 windows" not in " ".join(str(check.message) for check in grade.checks)


def test_nobody_pays_here_for_a_get_batch_that_takes_a_part_of_the_data() -> None:
    source = edited(PLAIN, {"torch.randint(len(data) - context": "torch.randint((len(data) - context) // 3"})
    grades = items_judged(("get_batch", "mean_loss"), source, diagnosed=False)
    assert grades["get_batch"].points < grades["get_batch"].max_points
    assert grades["mean_loss"].points == grades["mean_loss"].max_points


def test_half_the_data_in_order_is_half_the_data() -> None:
    """It doesn't stop because of a number of windows: with less data it stops earlier."""
    source = edited(ORDERED, {"COUNT": "len(data)", "+ n < len(data)": "+ n < len(data) // 2"})
    assert failed("mean_loss", source, 1) == {"windows"}


@pytest.mark.parametrize("length", [5, 8])
def test_a_length_of_the_notebooks_own_is_told_and_costs_nothing(length: int) -> None:
    """It's right for the model in that notebook, and may be the context of the grader's model by chance."""
    source = edited(PLAIN, {"x, y = get_batch(data, context": f"x, y = get_batch(data, {length}"})
    grade = judge("mean_loss", source, 1)
    assert grade.points == grade.max_points
    notes = [str(note) for check in grade.checks for note in check.notes]
    assert any(f"windows of {length} tokens, a number of the notebook's own" in note for note in notes)


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("mean_loss", f"def mean_loss(model, data):\n {TRIVIAL[answer]}", 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("no eval", "training_mode"),
        ("no train", "left_in_evaluation_mode"),
        ("gradients off for good", "gradients_left_off"),
        ("the parameters frozen for good", "gradients_left_off"),
        ("no no_grad", "gradients_recorded"),
        ("one batch for all", "one_batch_again_and_again"),
        ("the first window alone", "one_batch_again_and_again"),
        ("the first half", "part_of_the_data"),
        ("the last tenth", "part_of_the_data"),
        ("half the model's context", "windows_of_another_length"),
        ("the same seed in each round", "one_batch_again_and_again"),
        ("one batch whatever is asked for", "n_batches_ignored"),
        ("twenty batches whatever is asked for", "n_batches_ignored"),
        ("batches of 32 whatever is asked for", "batch_size_ignored"),
        ("the last batch", "last_batch_alone"),
        ("back after the first batch", "first_batch_alone"),
        ("the sum", "sum_of_the_batches"),
        ("the sum, the model called twice for each batch", "sum_of_the_batches"),
        ("one batch whatever is asked for, the model called twice", "n_batches_ignored"),
        ("one batch for all, the model called twice", "one_batch_again_and_again"),
        ("not shifted", "targets_not_shifted"),
        ("softmax first", "softmax_before_cross_entropy"),
        ("perplexity", "perplexity"),
        ("by the batch size", "divided_by_the_batch_size"),
        ("in bits", "in_bits"),
        ("the last position", "last_position_alone"),
    ],
)
def test_a_mistake_is_named(mistake: str, named: str) -> None:
    grade = judge("mean_loss", changed(WRONG[mistake][0]), 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == [f"mean_loss/{named}"]


@pytest.mark.parametrize("seed", SEEDS)
def test_who_reads_a_global_is_told_so_and_keeps_what_is_right(seed: int) -> None:
    """Its tokens are beyond the model's table: that no index was cropped isn't the cause."""
    source = "OWN = torch.arange(65).repeat(9)\n" + changed({"x, y = get_batch(data,": "x, y = get_batch(OWN,"})
    grade = judge("mean_loss", source, seed, diagnosed=True)
    failing = {check.id for check in grade.checks if check.verdict is not Verdict.PASSED}
    assert failing == {"value", "windows"}
    assert [d.id for d in grade.diagnosis] == ["mean_loss/other_data"]
    assert "tokens from 0 to 12 only" in messages("mean_loss", source, seed)["value"]


def test_an_index_that_is_out_of_range_for_another_reason_is_what_the_student_reads() -> None:
    source = changed({"logits = model(x)": "logits = model(x)[99]"})
    assert set(verdicts("mean_loss", source, 1).values()) == {Verdict.RAISED}


def test_a_seed_that_is_left_set_is_told_and_costs_nothing() -> None:
    for begin, told in (
        ("torch.manual_seed(7); model.eval()", True),
        ("torch.seed(); model.eval()", False),
        ("model.eval()", False),
    ):
        grade = judge("mean_loss", changed({"model.eval()": begin}), 1)
        assert grade.points == grade.max_points
        notes = [str(note) for check in grade.checks for note in check.notes]
        assert any("sets torch's seed to 7" in note for note in notes) is told


@pytest.mark.parametrize("divisor", ["3", "10", "16", "20", "32", "50", "64", "100", "(len(losses) + 1)"])
def test_a_divisor_of_the_notebooks_own_has_no_cause_that_is_another_mistakes(divisor: str) -> None:
    """The numbers that are asked for are such that none of students' usual ones gives the same."""
    source = changed({"sum(losses) / len(losses)": f"sum(losses) / {divisor}"})
    for seed in SEEDS:
        grade = judge("mean_loss", source, seed, diagnosed=True)
        assert [d.id for d in grade.diagnosis if d.id.startswith("mean_loss/")] == []
        assert grade.points < grade.max_points


def test_what_cannot_be_passed_is_left_to_the_teacher_with_its_name() -> None:
    """A required parameter that no name explains is no mistake that we understand."""
    source = PLAIN.replace("context=64,", "context, sched,")
    assert set(verdicts("mean_loss", source, 1).values()) == {Verdict.FOR_REVIEW}
    assert "requires `sched`" in messages("mean_loss", source)["value"]


def test_an_error_with_the_students_own_model_is_what_they_read() -> None:
    """It's the one that they can see for themselves."""
    source = OWN_MODEL + PLAIN.replace(
        "logits = model(x)", "logits, _ = model(x)\n            raise ValueError('mine')"
    )
    assert "mine" in messages("mean_loss", source)["value"]
