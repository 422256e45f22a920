"""The training loop: ``train(model, data, ...)`` gives the losses (contract, *minigpt_lab*).

A first loss near ln V and a curve that falls are what the course asks to look at, and they see little: a loop that asks
the model to copy its input, or that feeds probabilities to the cross-entropy, has both.  So the loop is watched with a
small model of ours: the gradient that comes back to the logits says which loss it is, of which targets, over which
positions.

The corpus is a Markov chain of known entropy rate (Cover, Thomas, "Elements of Information Theory", section 4.2), below
which no honest loss stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.loop_parameters import roles_of
from grader.checks.student import Settled, Student, index_text, number_text
from grader.checks.training_loop import (
    CONTEXT,
    Run,
    Step,
    flat_numbers,
    log_softmax,
    losses_by_gradient,
    parameters_now,
    steps_of,
    watch,
)
from grader.components.component import Component, Form, Role
from grader.model import Array, Text, Value, Verdict

__all__ = ["COMPONENT"]

ROLE = "train"
VOCAB = 11
LENGTH = 2500
STEPS = 150
EPOCHS = 4
BATCH = 8
RATE = 3e-3
SURE = 0.9  # how often the likeliest next token comes

Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]

# Nats per token: what a model that has learned everything measures.
ENTROPY = -SURE * np.log(SURE) - (1 - SURE) * np.log((1 - SURE) / (VOCAB - 1))
CHANCE = float(np.log(VOCAB))
# Half the way from ignorance to knowledge: plain gradient descent and small learning rates get there too, and a second
# softmax, whose least is ln(e + V - 1) - 1 = 1.54 nats, never does.
BAR = (ENTROPY + CHANCE) / 2


# -- the runs --------------------------------------------------------------------------------------


def corpus(student: Student) -> Ids:
    dice = student.dice("training.corpus")
    order = dice.permutation(VOCAB)
    following = np.empty(VOCAB, dtype=np.int64)
    following[order] = np.roll(order, -1)
    tokens = [0]
    for sure, step in zip(dice.random(LENGTH) < SURE, dice.integers(1, VOCAB, LENGTH), strict=True):
        likely = int(following[tokens[-1]])
        tokens.append(likely if sure else (likely + int(step)) % VOCAB)
    return np.array(tokens)


def trained(student: Student) -> Run:
    """The first run, remembered."""
    if ROLE not in student.memo:
        student.memo[ROLE] = _run(student, EPOCHS)
        if "epochs" in roles_of(student.found[ROLE]) and len(student.memo[ROLE].recording) <= EPOCHS:
            student.memo["training.epochs"] = STEPS  # an epoch is one batch here
            student.memo[ROLE] = _run(student, STEPS)
    run: Run = student.memo[ROLE]
    if not run.recording:
        raise Settled(
            Verdict.WRONG,
            Text("{asked}: the model that it was given was never called with gradients on.", {"asked": run.asked}),
        )
    return run


def _run(student: Student, epochs: int) -> Run:
    data = corpus(student)
    values: Mapping[str, Value] = {
        "steps": STEPS, "batches": STEPS, "epochs": epochs, "batch_size": BATCH, "context": CONTEXT, "lr": RATE,
        "seed": student.seed, "device": "cpu", "vocab_size": VOCAB, "val_data": Array(data[-400:], "torch"),
    }  # fmt: skip
    asked = Text("{name} with a small model", {"name": student.found[ROLE].name})
    seed = int(student.dice("training.seed").integers(2**31))
    return watch(student, ROLE, data, VOCAB, values, asked, seed=seed, scale=0.15)


def losses_of(run: Run) -> Numbers | None:
    return flat_numbers(run.value)


# -- what comes back -------------------------------------------------------------------------------


def losses(student: Student) -> Text | None:
    run = trained(student)
    found = losses_of(run)
    if found is None:
        student.suspect("training/no_losses")
        return Text("{asked}: a list of losses is expected, one for each step.", {"asked": run.asked})
    if not np.isfinite(found).all():
        at = int(np.argmax(~np.isfinite(found)))
        return Text(
            "{asked}: the loss of step {step} is {got}.", {"asked": run.asked, "step": at, "got": str(found[at])}
        )
    if "steps" in roles_of(student.found[ROLE]) and len(found) != STEPS:
        return Text(
            "{asked}, {steps} steps: one loss for each step is expected; number of losses that came back: {got}.",
            {"asked": run.asked, "steps": STEPS, "got": len(found)},
        )
    if run.count < len(found) or len(found) < 2:
        return Text(
            "{asked}: number of losses that came back: {got}; of calls of the model: {count}.",
            {"asked": run.asked, "got": len(found), "count": run.count},
        )
    if not 0.85 < found[0] / CHANCE < 1.2:
        _name_first(student, run, float(found[0]))
        return Text(
            "{asked}: the first loss is {got}. A model that hasn't learned anything yet gives {vocab} tokens about the "
            "same probability, and its mean loss is near ln {vocab} = {chance}.",
            {"asked": run.asked, "got": number_text(found[0]), "vocab": VOCAB, "chance": number_text(CHANCE)},
        )
    return None


def _name_first(student: Student, run: Run, first: float) -> None:
    positions = next((f.ids.size for f in run.recording if f.ids is not None), 0)
    if positions and 0.85 < first / positions / CHANCE < 1.2:
        student.suspect("training/sum_for_mean")


def learns(student: Student) -> Text | None:
    run = trained(student)
    if run.updates == 0:
        student.suspect("training/no_update")
        return Text("{asked}: none of the model's parameters has changed.", {"asked": run.asked})
    found = losses_of(run)
    honest = losses_by_gradient(run)
    if found is None or len(found) < 2:
        found = honest
    if run.stale or run.count > len(run.forwards):
        # Of very many steps only the first were noted; and how far gradients that pile up lead is a matter of chance.
        down = _end(found) <= (0.97 if run.stale else BAR / CHANCE) and (not len(honest) or _end(honest) < 0.97)
    else:
        down = all(_end(curve) <= BAR / CHANCE for curve in (found, honest) if len(curve))
    if down:
        return None
    return Text(
        "{asked}: the loss begins at {first} and ends at {last}. This text can be told with {entropy} nats a token; "
        "after so many steps the loss should be below {bar}.",
        {
            "asked": run.asked,
            "first": number_text(found[0]) if len(found) else "-",
            "last": number_text(found[0] * _end(found)) if len(found) else "-",
            "entropy": f"{ENTROPY:.2f}",
            "bar": f"{BAR:.2f}",
        },
    )


def _end(curve: Numbers) -> float:
    """The mean of the last tenth as a part of where it began: a sum over the batch falls as its mean does."""
    return float(curve[-max(1, len(curve) // 10) :].mean() / curve[0])


# -- which loss, of what ---------------------------------------------------------------------------


def next_token(student: Student) -> Text | None:
    run = trained(student)
    data = corpus(student)
    for step in steps_of(run, 6):
        for row, targets in zip(step.ids, step.targets, strict=True):
            places = _places(data, row)
            if not places:
                return Text(
                    "{asked}: the model was given the tokens {row}, which don't stand in the data one after another.",
                    {"asked": run.asked, "row": index_text([int(token) for token in row[:12]])},
                )
            expected = np.array([data[place + 1 : place + 1 + len(row)] for place in places])
            wrong = (targets >= 0) & ~(expected == targets).any(axis=0)
            if wrong.any():
                at = int(np.argmax(wrong))
                _name_targets(student, steps_of(run, 6))
                return Text(
                    "{asked}: after the tokens {row} the model is taught to say {got}; in the data {expected} comes "
                    "next. The targets are the inputs moved by one.",
                    {
                        "asked": run.asked,
                        "row": index_text([int(token) for token in row[: at + 1]]),
                        "got": int(targets[at]),
                        "expected": int(expected[0, at]),
                    },
                )
    return None


def _places(data: Ids, row: Ids) -> list[int]:
    """Where `row` stands in the data with a token after it."""
    if len(row) >= len(data):
        return []
    windows = np.lib.stride_tricks.sliding_window_view(data[:-1], len(row))
    return [int(place) for place in np.flatnonzero((windows == row).all(axis=1))]


def _name_targets(student: Student, steps: Sequence[Step]) -> None:
    ids = np.concatenate([step.ids for step in steps])
    targets = np.concatenate([step.targets for step in steps])
    known = targets >= 0
    ways = {
        "targets_not_shifted": (targets, ids, known),
        "targets_shifted_twice": (targets[:, :-2], ids[:, 2:], known[:, :-2]),
        "targets_shifted_back": (targets[:, 1:], ids[:, :-1], known[:, 1:]),
        "targets_rolled": (targets, np.roll(ids, -1, axis=1), known),
    }
    for name, (theirs, theory, where) in ways.items():
        if where.any() and (theirs == theory)[where].all():
            student.suspect(f"training/{name}")
            return


def cross_entropy(student: Student) -> Text | None:
    run = trained(student)
    for number, step in enumerate(steps_of(run, 3)):
        n = step.ids.shape[1]
        # Where x and y are taken out of one window, its last position has no target.  After the first step a gradient
        # may be 0 just because the model is sure.
        lacking = ~step.counts[:, : max(1, n - 1)]
        if number == 0 and lacking.any():
            if not step.counts[:, :-1].any():
                student.suspect("training/last_position_alone")
            return Text(
                "{asked}: of {all} positions that the model answered for, only {some} count in the loss. Every one of "
                "them predicts a token, so every one can teach.",
                {"asked": run.asked, "all": step.ids.size, "some": int(step.counts.sum())},
            )
        expected = np.exp(log_softmax(step.logits)) - np.eye(VOCAB)[step.targets]
        if not _parallel(step.gradient[step.counts], expected[step.counts]):
            if _is_of_softmax(step):
                student.suspect("training/softmax_before_cross_entropy")
            return Text(
                "{asked}: the gradient that comes back to the logits isn't that of their mean cross-entropy, "
                "softmax(logits) minus 1 at the target. The logits go into it as they are.",
                {"asked": run.asked},
            )
    return None


def _parallel(got: Numbers, expected: Numbers) -> bool:
    """Is one a positive multiple of the other?  How the mean is taken, or the loss is scaled, is judged elsewhere."""
    scale = float((got * expected).sum() / (expected * expected).sum())
    return scale > 0 and bool(np.abs(got - scale * expected).max() <= 1e-3 * scale * np.abs(expected).max())


def _is_of_softmax(step: Step) -> bool:
    """Does the gradient belong to cross_entropy(softmax(logits))?  The chain rule through the first softmax."""
    p = np.exp(log_softmax(step.logits))
    inner = np.exp(log_softmax(p)) - np.eye(VOCAB)[step.targets]
    through = p * (inner - (p * inner).sum(axis=-1, keepdims=True))
    return _parallel(step.gradient[step.counts], through[step.counts])


# -- the steps -------------------------------------------------------------------------------------


def fresh_gradients(student: Student) -> Text | None:
    run = trained(student)
    steps_of(run, 1)
    if run.updates == 0:
        raise Settled(Verdict.WRONG, Text("{asked}: none of the model's parameters has changed.", {"asked": run.asked}))
    if run.stale == 0:
        return None
    student.suspect("training/gradients_pile_up")
    return Text(
        "{asked}: each backward pass adds to the gradients of the steps before, which belong to parameters that have "
        "changed since. They must be set to zero once a step.",
        {"asked": run.asked},
    )


def training_mode(student: Student) -> Text | None:
    run = trained(student)
    forwards = [forward for forward in run.recording if forward.gradient is not None]
    if not forwards:
        steps_of(run, 1)
    outside = [number for number, forward in enumerate(forwards) if not forward.training]
    if not outside:
        return None
    student.suspect("training/evaluation_mode" if outside[0] == 0 else "training/evaluation_mode_after_a_while")
    return Text(
        "{asked}: in step {step} the model was in evaluation mode, so a dropout would have done nothing.",
        {"asked": run.asked, "step": outside[0] + 1},
    )


def reproducible(student: Student) -> Text | None:
    run = trained(student)
    again = _run(student, int(student.memo.get("training.epochs", EPOCHS)))
    curves = [losses_of(one) for one in (run, again)]
    first, second = (np.zeros(0) if curve is None else curve for curve in curves)
    after = [parameters_now(student, one) for one in (run, again)]
    moved = any(not np.array_equal(old, new) for old, new in zip(run.before, after[0], strict=True))
    if not moved and len(set(map(float, first))) < 2:
        raise Settled(Verdict.WRONG, Text("{asked}: none of the model's parameters has changed.", {"asked": run.asked}))
    alike = len(first) == len(second) and np.allclose(first, second, rtol=1e-4, atol=1e-5)
    if alike and all(np.allclose(a, b, rtol=1e-3, atol=1e-4) for a, b in zip(*after, strict=True)):
        return None
    student.suspect("training/batches_no_seed_reaches")
    apart = next(
        (i for i, (a, b) in enumerate(zip(first, second, strict=False)) if abs(a - b) > 1e-5 + 1e-4 * abs(b)), 0
    )
    return Text(
        "{asked}: with the same seed (Python's, NumPy's and torch's) and the same model the second run isn't the same; "
        "the losses part at step {step}.",
        {"asked": run.asked, "step": apart + 1},
    )


COMPONENT = Component(
    "training",
    (
        Form(
            "torch",
            Text("function"),
            "torch",
            (
                Role(ROLE, "function", ("model", "data"), 2, ("entrenar",)),
                Role("MiniGPT", "class", ("vocab_size", "d_model", "n_heads", "n_layers", "context"), 1, optional=True),
            ),
            (
                Claim("losses", Text("one loss a step, the first near ln V"), losses),
                Claim("learns", Text("the loss comes down towards the text's entropy"), learns),
                Claim("next_token", Text("the targets are the inputs moved by one"), next_token),
                Claim("cross_entropy", Text("the cross-entropy of the logits, at every position"), cross_entropy),
                Claim("fresh_gradients", Text("each step has gradients of its own"), fresh_gradients),
                Claim("training_mode", Text("the model is in training mode while it learns"), training_mode),
                Claim("reproducible", Text("the same seed gives the same curve"), reproducible),
            ),
        ),
    ),
)
