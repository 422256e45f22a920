"""The training loop: ``train(model, data, ...)`` gives the losses (contract, *minigpt_lab*).

A first loss near ln V and a curve that falls are what the course asks to look at, and they see little: a loop that asks
the model to copy its input, or that feeds probabilities to the cross-entropy, has both.  So the loop is watched with a
small model of ours: the gradient that comes back to the logits says which loss it is, of which targets, over which
positions; and whose steps they are, where the first one leads.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.loop_parameters import roles_of
from grader.checks.optimizer_steps import (
    constant_rate,
    first_step_size,
    idle_steps,
    largest_move,
    made_anew_each_step,
    other_optimizer,
    takes_adamw_steps,
)
from grader.checks.student import Settled, Student, number_text
from grader.checks.training_loop import (
    Run,
    flat_numbers,
    holds_graph,
    losses_by_gradient,
    parameters_now,
    steps_of,
)
from grader.components.component import Component, Form, Role
from grader.components.minigpt_lab.left_behind import frozen_since, otherwise_in_torch
from grader.components.minigpt_lab.training_batches import batches
from grader.components.minigpt_lab.training_loss import cross_entropy, next_token
from grader.components.minigpt_lab.training_runs import (
    CHANCE,
    ENTROPY,
    RATE,
    ROLE,
    SLOWER,
    STEPS,
    VOCAB,
    trained,
    trained_otherwise,
    trained_twice,
)
from grader.model import Text, Verdict
from grader.model.text import in_code

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]
Ids = NDArray[np.int64]

# Half the way from ignorance to knowledge: plain gradient descent and small learning rates get there too, and a second
# softmax, whose least is ln(e + V - 1) - 1 = 1.54 nats, never does.
BAR = (ENTROPY + CHANCE) / 2


# -- what comes back -------------------------------------------------------------------------------


def losses_of(run: Run) -> Numbers | None:
    return flat_numbers(run.value)


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
    if holds_graph(student, run):
        student.suspect("training/losses_with_their_graph")
        return Text(
            "{asked}: the losses that came back are tensors from which gradients can still be computed; a number is "
            "expected for each step.",
            {"asked": run.asked},
        )
    if _is_running_mean(found, losses_by_gradient(run)):
        student.suspect("training/running_mean")
        return Text(
            "{asked}: what came back for step {step} is the mean of all losses so far; the loss of the step itself is "
            "expected.",
            {"asked": run.asked, "step": len(found)},
        )
    other = _not_of_the_steps(found, losses_by_gradient(run))
    if other is not None and cross_entropy(student) is None:  # of another loss the steps' numbers aren't known
        step, loss = other
        return Text(
            "{asked}: what came back for step {step} is {got}, and the loss of that step was {loss}; so it is with "
            "most steps. Each number is to be the loss of its own step.",
            {"asked": run.asked, "step": step + 1, "got": number_text(found[step]), "loss": number_text(loss)},
        )
    if not 0.85 < found[0] / CHANCE < 1.2:
        positions = next((f.ids.size for f in run.recording if f.ids is not None), 0)
        if positions and 0.85 < found[0] / positions / CHANCE < 1.2:
            student.suspect("training/sum_for_mean")
        return Text(
            "{asked}: the first loss is {got}. A model that hasn't learned anything yet gives {vocab} tokens about the "
            "same probability, and its mean loss is near ln {vocab} = {chance}.",
            {"asked": run.asked, "got": number_text(found[0]), "vocab": VOCAB, "chance": number_text(CHANCE)},
        )
    return None


def _is_running_mean(found: Numbers, honest: Numbers) -> bool:
    n = min(len(found), len(honest))
    means = np.cumsum(honest[:n]) / np.arange(1, n + 1)
    return n > 10 and np.allclose(found[:n], means, rtol=1e-3) and not np.allclose(found[:n], honest[:n], rtol=0.05)


def _not_of_the_steps(found: Numbers, honest: Numbers) -> tuple[int, float] | None:
    """A step, from 0 on, with its loss on the scale of the first, where most numbers are those of no step (a smoothed
    curve, a number kept for several steps); None where they agree, or a step has several forwards."""
    if len(found) != len(honest) or len(found) <= 10 or not (found[0] and honest[0]):
        return None
    expected = honest * (found[0] / honest[0])
    apart = np.abs(found - expected) > 0.05 * np.abs(expected)
    # Where they fall too fast or never, or rise, the curve as a whole is judged elsewhere.
    falls = found[-10:].mean() < 0.9 * found[0] and honest[-10:].mean() < 0.9 * honest[0]
    if not falls or apart.mean() <= 0.5:
        return None
    step = int(np.argmax(apart))
    return step, float(expected[step])


def learns(student: Student) -> Text | None:
    run = trained(student)
    if run.updates == 0:
        student.suspect("training/no_update")
        return _none_moved(run)
    found, honest = losses_of(run), losses_by_gradient(run)
    if found is None or len(found) < 2:
        found = honest
    if run.stale or run.count > len(run.forwards):
        # Of very many steps only the first were noted; and how far gradients that pile up lead is a matter of chance.
        down = _end(found) <= (0.97 if run.stale else BAR / CHANCE) and (not len(honest) or _end(honest) < 0.97)
    else:
        down = all(_end(curve) <= BAR / CHANCE for curve in (found, honest) if len(curve))
    if down:
        return _put_back(student, run)
    if run.climbed or (len(honest) and steps_of(run, 1)[0].uphill):
        student.suspect("training/uphill")
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


def _put_back(student: Student, run: Run) -> Text | None:
    """Do the weights stand in the end where they stood before the training, or after its first step?"""
    now = parameters_now(student, run)
    for early in (run.before, run.first_update[1] if run.updates > 1 else ()):
        if len(early) == len(now) and all(np.array_equal(old, new) for old, new in zip(early, now, strict=True)):
            return Text(
                "{asked}: the loss came down, but in the end the model has the parameters again that it had at first: "
                "what it learned is lost. Which weights does a state_dict hold that was kept before the training went "
                "on?",
                {"asked": run.asked},
            )
    return None


def _none_moved(run: Run) -> Text:
    return Text("{asked}: none of the model's parameters has changed.", {"asked": run.asked})


def _end(curve: Numbers) -> float:
    """The mean of the last tenth as a part of where it began: a sum over the batch falls as its mean does."""
    return float(curve[-max(1, len(curve) // 10) :].mean() / curve[0])


# -- the steps -------------------------------------------------------------------------------------


def fresh_gradients(student: Student) -> Text | None:
    run = trained(student)
    steps_of(run, 1)
    if run.updates == 0:
        raise Settled(Verdict.WRONG, _none_moved(run))
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
    if not any(forward.gradient is not None for forward in run.recording):
        steps_of(run, 1)
    outside = _outside(run)
    if not outside:
        run = trained_otherwise(student)
        outside = _outside(run)
        if not outside:
            return None
        student.suspect("training/mode_left_as_it_came")
    else:
        student.suspect("training/evaluation_mode" if outside[0] == 0 else "training/evaluation_mode_after_a_while")
    return Text(
        "{asked}: in step {step} the model was in evaluation mode, so a dropout would have done nothing.",
        {"asked": run.asked, "step": outside[0] + 1},
    )


def _outside(run: Run) -> list[int]:
    """The steps, from 0 on, in which the model was in evaluation mode."""
    forwards = [forward for forward in run.recording if forward.gradient is not None]
    return [number for number, forward in enumerate(forwards) if not forward.training]


def optimizer(student: Student) -> Text | None:
    """AdamW's steps, one for each loss, of the size that is asked for."""
    run = trained(student)
    steps_of(run, 1)
    if run.updates == 0:
        raise Settled(Verdict.WRONG, _none_moved(run))
    if not takes_adamw_steps(run):
        student.suspect("training/another_optimizer")
        other = other_optimizer(run)
        if other is not None:
            return Text(
                "{asked}: {got} moved the parameters; AdamW is what the exercise asks for.",
                {"asked": run.asked, "got": in_code([other])},
            )
        return Text(
            "{asked}: the first step isn't one of AdamW, which moves every parameter by the learning rate, however "
            "large its gradient is, and makes it a little smaller.",
            {"asked": run.asked},
        )
    if made_anew_each_step(run):
        student.suspect("training/optimizer_made_each_step")
        return Text(
            "{asked}: AdamW took its steps without the moments of the gradients before, as if each were the first.",
            {"asked": run.asked},
        )
    if run.still:
        student.suspect("training/part_of_the_parameters")
        return Text(
            "{asked}: {names} never moved. All parameters of the model are to be trained.",
            {"asked": run.asked, "names": in_code(run.still[:3])},
        )
    return _left_out(student, run) or _rate(student, run)


def _left_out(student: Student, run: Run) -> Text | None:
    found = losses_of(run)
    count = 0 if found is None else len(found)
    idle = idle_steps(run, count)
    if not idle:
        return None
    student.suspect("training/steps_left_out")
    return Text(
        "{asked}: {count} losses came back, and the parameters changed {updates} times only. Of the other batches "
        "nothing was learned: their gradients were never computed, or thrown away before a step was taken with them.",
        {"asked": run.asked, "count": count, "updates": run.updates},
    )


def _rate(student: Student, run: Run) -> Text | None:
    if "lr" not in roles_of(student.found[ROLE]):
        return None
    if largest_move(run) > 1.5 * RATE:  # smaller it may be at first, where the rate rises
        return Text(
            "{asked}: with a learning rate of {rate} the first step is {times} times as large as AdamW's with that.",
            {"asked": run.asked, "rate": f"{RATE:g}", "times": number_text(largest_move(run) / RATE)},
        )
    # Of runs with as many steps: a warm-up that is a part of them begins with another rate in a shorter one.
    fast, slow = trained_twice(student)[0], trained_otherwise(student)
    if first_step_size(fast) <= SLOWER**0.5 * first_step_size(slow):
        student.suspect("training/learning_rate_unused")
        return Text(
            "{asked}: with a learning rate of {rate} the first step is as large as with {slow}.",
            {"asked": run.asked, "rate": f"{RATE:g}", "slow": f"{RATE / SLOWER:g}"},
        )
    taken = constant_rate(run)
    if taken is None or taken > 0.95 * RATE:
        return None
    student.suspect("training/fraction_of_the_learning_rate")
    return Text(
        "{asked}: with a learning rate of {rate}, AdamW took all its steps with one of {got}.",
        {"asked": run.asked, "rate": f"{RATE:g}", "got": number_text(taken)},
    )


def reproducible(student: Student) -> Text | None:
    run = trained(student)
    otherwise = otherwise_in_torch(student, run, "training/gradients_left_off") or frozen_since(
        student, run, "training/left_frozen", but=run.still
    )
    if otherwise is not None:  # a second run in the notebook stops, or isn't the same
        return otherwise
    runs = trained_twice(student)
    first, second = (np.zeros(0) if curve is None else curve for curve in map(losses_of, runs))
    after = [parameters_now(student, one) for one in runs]
    moved = any(not np.array_equal(old, new) for old, new in zip(runs[0].before, after[0], strict=True))
    if not moved and len(set(map(float, first))) < 2:
        raise Settled(Verdict.WRONG, _none_moved(run))
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
                Claim("optimizer", Text("AdamW moves the parameters, at the rate that is asked for"), optimizer),
                Claim("reproducible", Text("the same seed gives the same curve"), reproducible),
                Claim("batches", Text("each step has a batch of its own, out of all the data"), batches),
            ),
        ),
    ),
)
