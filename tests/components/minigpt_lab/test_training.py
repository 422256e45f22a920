"""Training: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

from functools import partial
from textwrap import indent

import pytest

from tests.components.judged import edited, failed, judge, messages
from tests.components.minigpt_lab.items_judged import items_judged
from tests.components.minigpt_lab.training_styles import PLAIN, RIGHT, STEP

SEEDS = (0, 1)
EVERY = {
    "losses",
    "learns",
    "next_token",
    "cross_entropy",
    "fresh_gradients",
    "training_mode",
    "optimizer",
    "reproducible",
    "batches",
}

DRAWN = "        x, y = get_batch(data, context, batch_size)\n"
IN_THE_LOOP = "    for step in range(steps):\n" + DRAWN

LOSS = "F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))"
# What is changed in PLAIN, and every check that then fails.
WRONG = {
    "GP-01 softmax first": (
        {"logits = model(x)": "logits = F.softmax(model(x), dim=-1)"},
        {"cross_entropy", "learns"},
    ),
    "GP-05 not shifted": ({"y.view(-1))": "x.view(-1))"}, {"next_token"}),
    "GP-05 rolled": ({"y.view(-1))": "x.roll(-1, 1).view(-1))"}, {"next_token"}),
    "GP-05 the batch not shifted": ({"data[i + 1:i + context + 1]": "data[i:i + context]"}, {"next_token"}),
    "GP-06 shifted twice": (
        {LOSS: "F.cross_entropy(logits[:, :-1].flatten(0, 1), y[:, 1:].flatten())"},
        {"next_token"},
    ),
    "shifted back": (
        {"torch.randint(len(data) - context": "1 + torch.randint(len(data) - context - 1",
         "data[i + 1:i + context + 1]": "data[i - 1:i + context - 1]"},
        {"next_token"},
    ),
    "targets of other windows": ({"y.view(-1))": "y.flip(0).reshape(-1))"}, {"next_token", "learns"}),
    "the sign of the loss turned": ({"loss.backward()": "(-loss).backward()"}, {"cross_entropy", "learns"}),
    "the minus forgotten in a loss of its own": (
        {LOSS: "logits.log_softmax(-1).gather(-1, y[..., None]).mean()"}, {"losses", "cross_entropy", "learns"}
    ),
    "the first weights put back at the end": (
        {"    optimizer =": "    import copy\n    kept = copy.deepcopy(model.state_dict())\n    optimizer =",
         "    return losses": "    model.load_state_dict(kept)\n    return losses"},
        {"learns"},
    ),
    "the worst model put back": (
        {"    optimizer = torch": "    import copy\n    most = 0.0\n    optimizer = torch",
         "        losses.append(loss.item())":
             "        losses.append(loss.item())\n        if loss.item() > most and step < 1:\n"
             "            most, kept = loss.item(), copy.deepcopy(model.state_dict())",
         "    return losses": "    model.load_state_dict(kept)\n    return losses"},
        {"learns"},
    ),
    "twice the learning rate": ({"lr=lr)": "lr=2 * lr)"}, {"optimizer"}),
    "the optimizer climbs": ({"lr=lr)": "lr=lr, maximize=True)"}, {"learns"}),
    "not shifted, the sign turned": (
        {"y.view(-1))": "x.view(-1))", "loss.backward()": "(-loss).backward()"},
        {"next_token", "cross_entropy", "learns"},
    ),
    "GP-10 the last position": ({LOSS: "F.cross_entropy(logits[:, -1], y[:, -1])"}, {"cross_entropy"}),
    "the first half of the positions": (
        {LOSS: "F.cross_entropy(logits[:, :4].flatten(0, 1), y[:, :4].flatten())"},
        {"cross_entropy"},
    ),
    "squared error": (
        {LOSS: "((logits.softmax(-1) - F.one_hot(y, 11)) ** 2).sum(-1).mean()"},
        {"losses", "cross_entropy"},
    ),
    "GP-03 the sum": ({"y.view(-1))": "y.view(-1), reduction='sum')"}, {"losses"}),
    "GP-13 no zero_grad": ({"optimizer.zero_grad()": "pass"}, {"fresh_gradients"}),
    "GP-13 gradients added by hand": (
        {"        optimizer.zero_grad()\n": "", "        loss.backward()\n":
         "        for p, g in zip(model.parameters(), torch.autograd.grad(loss, list(model.parameters()))):\n"
         "            p.grad = g if p.grad is None else p.grad + g\n"},
        {"fresh_gradients"},
    ),
    "torch.func, the targets not shifted": (
        {"        loss.backward()\n": """
        def loss_of(params):
            return F.cross_entropy(torch.func.functional_call(model, params, (x,)).flatten(0, 1), x.flatten())
        for p, g in zip(model.parameters(), torch.func.grad(loss_of)(dict(model.named_parameters())).values()):
            p.grad = g
""", "        logits = model(x)\n": "", f"        loss = {LOSS}\n":
         "        with torch.no_grad():\n            loss = F.cross_entropy(model(x).flatten(0, 1), x.flatten())\n"},
        {"next_token"},
    ),
    "GP-13 no step": ({"optimizer.step()": "pass"}, {"learns", "fresh_gradients", "optimizer"}),
    "GP-13 zero_grad before the step": (
        {"        optimizer.zero_grad()\n": "", "optimizer.step()": "optimizer.zero_grad(); optimizer.step()"},
        {"learns", "fresh_gradients", "optimizer"},
    ),
    "no backward": ({"loss.backward()": "pass"}, EVERY - {"losses", "reproducible"}),
    "a far too small learning rate": ({"lr=lr": "lr=1e-7"}, {"learns", "optimizer"}),
    "the learning rate unused": ({"lr=lr": "lr=3e-3"}, {"optimizer"}),
    "Adam": ({"AdamW": "Adam"}, {"optimizer"}),
    "Adam with decay by the gradient": (
        {"AdamW(model.parameters(), lr=lr": "Adam(model.parameters(), lr=lr, weight_decay=0.01"}, {"optimizer"}
    ),
    "SGD": ({"AdamW(model.parameters(), lr=lr": "SGD(model.parameters(), lr=50 * lr, momentum=0.9"}, {"optimizer"}),
    "gradient descent by hand": (
        {"optimizer = torch.optim.AdamW(model.parameters(), lr=lr)": "",
         "optimizer.zero_grad()": "model.zero_grad()",
         "optimizer.step()": "\n        for p in model.parameters():\n            p.data -= 100 * lr * p.grad"},
        {"optimizer"},
    ),
    "Adam by hand": (
        {"optimizer = torch.optim.AdamW(model.parameters(), lr=lr)": "moments = [(0, 0) for p in model.parameters()]",
         "optimizer.zero_grad()": "model.zero_grad()",
         "optimizer.step()": """
        for k, p in enumerate(model.parameters()):
            m, v = moments[k]
            m, v = moments[k] = 0.9 * m + 0.1 * p.grad, 0.999 * v + 0.001 * p.grad**2
            p.data -= lr * m / (1 - 0.9 ** (step + 1)) / ((v / (1 - 0.999 ** (step + 1))).sqrt() + 1e-8)"""},
        {"optimizer"},
    ),
    "an optimizer made in each step": (
        {"optimizer.zero_grad()": "optimizer = torch.optim.AdamW(model.parameters(), lr=lr); optimizer.zero_grad()"},
        {"optimizer"},
    ),
    "the head alone": ({"AdamW(model.parameters()": "AdamW(model.head.parameters()"}, {"optimizer"}),
    "the embedding frozen": ({"model.train()": "model.train(); model.tok_emb.requires_grad_(False)"}, {"optimizer"}),
    "the embedding frozen, and free again at the end": (
        {"model.train()": "model.train(); model.tok_emb.requires_grad_(False)",
         "    return losses": "    model.requires_grad_(True)\n    return losses"},
        {"optimizer"},
    ),
    "all frozen but the head": (
        {"model.train()": "model.train(); model.requires_grad_(False); model.head.requires_grad_(True)"}, {"optimizer"}
    ),
    "frozen at the end": (
        {"    return losses": "    model.requires_grad_(False)\n    return losses"}, {"reproducible"}
    ),
    "the embedding frozen after a while": (
        {"losses.append(": "model.tok_emb.requires_grad_(step < 20)\n        losses.append("}, {"reproducible"}
    ),
    "a step in every second round": (
        {"        optimizer.step()": "        if step % 2 == 0:\n            optimizer.step()"}, {"optimizer"}
    ),
    "no step in every third round": (
        {"        optimizer.step()": "        if step % 3:\n            optimizer.step()"}, {"optimizer"}
    ),
    "backward and a step in every second round": (
        {STEP: "        if step % 2 == 0:\n" + indent(STEP, "    ")}, {"optimizer"}
    ),
    "a tenth of the learning rate": ({"lr=lr)": "lr=lr / 10)"}, {"optimizer"}),
    "half of the learning rate": ({"lr=lr)": "lr=lr / 2)"}, {"optimizer"}),
    "a copy trained": (
        {"    optimizer = torch": "    import copy\n    model = copy.deepcopy(model)\n    optimizer = torch"},
        {"learns", "fresh_gradients", "optimizer"},
    ),
    "the running mean": (
        {"losses = []": "losses, total = [], 0.0",
         "losses.append(loss.item())": "total += loss.item(); losses.append(total / (step + 1))"},
        {"losses"},
    ),
    "the mode left as it came": ({"model.train()": "pass"}, {"training_mode"}),
    "losses with their graph": ({"loss.item()": "loss"}, {"losses"}),
    "losses with their graph, stacked": (
        {"loss.item()": "loss", "return losses": "return torch.stack(losses)"},
        {"losses"},
    ),
    "GP-14 eval": ({"model.train()": "model.eval()"}, {"training_mode"}),
    "GP-14 eval after a while": (
        {"losses.append(": "model.eval() if step == 50 else None\n        losses.append("},
        {"training_mode"},
    ),
    "GP-16 by the clock": ({"losses = []": "losses = []; torch.seed()"}, {"reproducible"}),
    "gradients off for good": ({"    return losses": "    torch.set_grad_enabled(False)\n    return losses"},
                               {"reproducible"}),
    "the default dtype changed for good": (
        {"    return losses": "    torch.set_default_dtype(torch.float64)\n    return losses"}, {"reproducible"}
    ),
    "the last loss alone": ({"return losses": "return losses[-1]"}, {"losses"}),
    "nothing back": ({"return losses": "return None"}, {"losses"}),
    "a loss every ten steps": ({"losses.append(": "if step % 10 == 0: losses.append("}, {"losses"}),
    "one step too few": ({"range(steps)": "range(steps - 1)"}, {"losses"}),
    "losses in the wrong order": ({"return losses": "return losses[::-1]"}, {"losses", "learns"}),
    "shuffled data": (
        {"model.train()": "data = data[torch.randperm(len(data))]; model.train()"},
        {"next_token", "learns"},
    ),
    "one batch for all steps": (
        {IN_THE_LOOP: DRAWN.replace("        ", "    ") + "    for step in range(steps):\n"}, {"batches"}
    ),
    "the same seed in each step": (
        {"        x, y = get_batch": "        torch.manual_seed(0)\n        x, y = get_batch"}, {"batches"}
    ),
    "the first window alone": (
        {"= get_batch(data, context, batch_size)": "= data[None, :context], data[None, 1:context + 1]"}, {"batches"}
    ),
    "batches of 32 whatever is asked for": (
        {"get_batch(data, context, batch_size)\n": "get_batch(data, context, 32)\n"}, {"batches"}
    ),
    "the first tenth": ({"x, y = get_batch(data,": "x, y = get_batch(data[:max(len(data) // 10, context + 2)],"},
                        {"batches"}),
    "windows of one token": ({"x, y = get_batch(data, context": "x, y = get_batch(data, 1"}, {"batches"}),
    "a smoothed curve": (
        {"losses.append(loss.item())":
         "losses.append(0.9 * losses[-1] + 0.1 * loss.item() if losses else loss.item())"},
        {"losses"},
    ),
    "a loss kept for ten steps": (
        {"losses.append(loss.item())": "losses.append(losses[-1] if step % 10 else loss.item())"},
        {"losses"},
    ),
    "half the model's context": ({"x, y = get_batch(data, context": "x, y = get_batch(data, model.context // 2"},
                                 {"batches"}),
    "the second half": ({"x, y = get_batch(data,": "x, y = get_batch(data[len(data) // 2:],"}, {"batches"}),
    "no step in the second half": (
        {"        optimizer.step()": "        if step < steps // 2:\n            optimizer.step()"}, {"optimizer"}
    ),
    "steps in the first quarter alone": (
        {"        optimizer.step()": "        if step < steps // 4:\n            optimizer.step()"}, {"optimizer"}
    ),
    "the number of tokens right for no model": ({"losses.append(loss.item())": "losses.append(2.4)"}, {"learns"}),
}  # fmt: skip

TRIVIAL = {
    "None": "return None",
    "an empty list": "return []",
    "zeros": "return [0.0] * steps",
    "ln V": "return [math.log(11)] * steps",
    "a made-up curve": "return [0.5 + 1.9 * 0.98**i for i in range(steps)]",
    "the model": "return model",
    "one look": "model(data[None, :8]); return [2.4] * steps",
    "not written": "raise NotImplementedError",
}


changed = partial(edited, PLAIN)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("training", RIGHT[style], seed) == set()


@pytest.mark.parametrize(("seed", "mistake"), [(n % 2, mistake) for n, mistake in enumerate(WRONG)])
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    changes, expected = WRONG[mistake]
    assert failed("training", changed(changes), seed) == expected


@pytest.mark.parametrize(
    "mistake",
    [
        {"torch.randint(len(data) - context,": "torch.randint(len(data) // 10,"},
        {"    ix = torch": "    torch.manual_seed(0)\n    ix = torch"},
        {"(batch_size,))": "(32,))"},
        {"    ix = torch": "    context = 32\n    ix = torch"},
    ],
)
def test_nobody_pays_here_for_a_wrong_get_batch(mistake: dict[str, str]) -> None:
    grades = items_judged(("get_batch", "training"), changed(mistake), diagnosed=False)
    assert grades["get_batch"].points < grades["get_batch"].max_points
    assert grades["training"].points == grades["training"].max_points


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("training", f"def train(model, data, steps=100):\n {TRIVIAL[answer]}", 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("GP-01 softmax first", "softmax_before_cross_entropy"),
        ("GP-05 not shifted", "targets_not_shifted"),
        ("GP-05 rolled", "targets_rolled"),
        ("GP-05 the batch not shifted", "targets_not_shifted"),
        ("GP-06 shifted twice", "targets_shifted_twice"),
        ("GP-10 the last position", "last_position_alone"),
        ("the sign of the loss turned", "uphill"),
        ("the minus forgotten in a loss of its own", "uphill"),
        ("the optimizer climbs", "uphill"),
        ("GP-03 the sum", "sum_for_mean"),
        ("GP-13 no zero_grad", "gradients_pile_up"),
        ("GP-13 no step", "no_update"),
        ("GP-14 eval", "evaluation_mode"),
        ("GP-14 eval after a while", "evaluation_mode_after_a_while"),
        ("GP-16 by the clock", "batches_no_seed_reaches"),
        ("gradients off for good", "gradients_left_off"),
        ("nothing back", "no_losses"),
        ("the learning rate unused", "learning_rate_unused"),
        ("Adam", "another_optimizer"),
        ("gradient descent by hand", "another_optimizer"),
        ("an optimizer made in each step", "optimizer_made_each_step"),
        ("the running mean", "running_mean"),
        ("the head alone", "part_of_the_parameters"),
        ("the embedding frozen", "part_of_the_parameters"),
        ("the embedding frozen, and free again at the end", "part_of_the_parameters"),
        ("all frozen but the head", "part_of_the_parameters"),
        ("frozen at the end", "left_frozen"),
        ("the embedding frozen after a while", "left_frozen"),
        ("a step in every second round", "steps_left_out"),
        ("backward and a step in every second round", "steps_left_out"),
        ("a tenth of the learning rate", "fraction_of_the_learning_rate"),
        ("half of the learning rate", "fraction_of_the_learning_rate"),
        ("a copy trained", "no_update"),
        ("the mode left as it came", "mode_left_as_it_came"),
        ("losses with their graph", "losses_with_their_graph"),
        ("one batch for all steps", "one_batch_for_all_steps"),
        ("the first window alone", "first_window_only"),
        ("batches of 32 whatever is asked for", "batch_size_ignored"),
        ("the first tenth", "part_of_the_data"),
        ("half the model's context", "windows_of_another_length"),
        ("the same seed in each step", "one_batch_for_all_steps"),
    ],
)
def test_a_mistake_is_named(mistake: str, named: str) -> None:
    grade = judge("training", changed(WRONG[mistake][0]), 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis][:1] == [f"training/{named}"]


def test_messages_show_what_was_seen() -> None:
    def said(mistake: str, check: str) -> str:
        return messages("training", changed(WRONG[mistake][0]))[check]

    assert "The targets are the inputs moved by one" in said("GP-05 not shifted", "next_token")
    assert "of 64 positions that the model answered for, only 8 count" in said(
        "GP-10 the last position", "cross_entropy"
    )
    assert "its mean loss is near ln 11 = 2.3979" in said("GP-03 the sum", "losses")
    assert "in step 52 the model was in evaluation mode" in said("GP-14 eval after a while", "training_mode")
    assert "without the moments" in said("an optimizer made in each step", "optimizer")
    assert "the mean of all losses so far" in said("the running mean", "losses")
    assert "`Adam` moved the parameters; AdamW is what" in said("Adam", "optimizer")
    assert "the first step isn't one of AdamW" in said("gradient descent by hand", "optimizer")
    assert "a learning rate of 0.003 the first step is as large as with 0.0003" in said(
        "the learning rate unused", "optimizer"
    )
    assert "a learning rate of 0.003, AdamW took all its steps with one of 0.0015" in said(
        "half of the learning rate", "optimizer"
    )
    assert "150 losses came back, and the parameters changed 75 times only" in said(
        "a step in every second round", "optimizer"
    )
    assert "`tok_emb.weight` never moved" in said("the head alone", "optimizer")
    assert "comes in evaluation mode: in step 1" in said("the mode left as it came", "training_mode")
    assert "number of losses that came back: 15." in said("a loss every ten steps", "losses")
    assert "with a batch size of 12 the model was given 32 windows" in said(
        "batches of 32 whatever is asked for", "batches"
    )


def test_a_length_of_the_notebooks_own_is_told_and_costs_nothing() -> None:
    """It's right for the model in that notebook, be it the context of the grader's model or a very long one."""
    for length in (8, 256):
        grade = judge("training", changed({"x, y = get_batch(data, context": f"x, y = get_batch(data, {length}"}), 1)
        assert grade.points == grade.max_points
        notes = [str(note) for check in grade.checks for note in check.notes]
        assert any(f"windows of {length} tokens, a number of the notebook's own" in note for note in notes)


def test_who_reads_a_global_is_told_so() -> None:
    source = "OWN = torch.arange(65).repeat(9)\n" + changed({"x, y = get_batch(data,": "x, y = get_batch(OWN,"})
    grade = judge("training", source, 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis] == ["training/other_data"]
    assert "tokens from 0 to 10 only" in messages("training", source)["losses"]


def test_what_stops_with_few_tokens_only_stops_no_other_check() -> None:
    source = changed({"x, y = get_batch": "assert len(data) > 1000, 'too few'; x, y = get_batch"})
    assert failed("training", source, 1) == {"batches"}
    assert "too few" in messages("training", source)["batches"]
