"""The runs of a training loop that its checks look at, and the text that it learns from.

The corpus is a Markov chain of known entropy rate (Cover, Thomas, "Elements of Information Theory", section 4.2), below
which no honest loss stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from grader.checks.loop_parameters import roles_of
from grader.checks.student import Settled, Student
from grader.checks.training_loop import CONTEXT, Run, watch
from grader.components.minigpt_lab.other_data import MANY, foreign_token, run_with_many_tokens
from grader.components.minigpt_lab.windows_given import OTHER_CONTEXT, longest
from grader.model import Array, Text, Value, Verdict

__all__ = [
    "CHANCE",
    "ENTROPY",
    "OTHER_BATCH",
    "RATE",
    "ROLE",
    "SLOWER",
    "STEPS",
    "VOCAB",
    "corpus",
    "few_tokens",
    "run_again",
    "runs_on_few_tokens",
    "trained",
    "trained_otherwise",
    "trained_twice",
]

ROLE = "train"
VOCAB = 11
LENGTH = 2500
STEPS = 150
# Enough to tell one run from another; to learn takes longer.
FEW_STEPS = 20
EPOCHS = 4
BATCH = 8
OTHER_BATCH = 12  # neither the context nor a usual default; halves, thirds and quarters of it are whole
FEW = 200  # tokens: who goes through their windows one a step gets far, and each window is there once
RATE = 3e-3
SLOWER = 10  # another run has a tenth of the rate
SURE = 0.9  # how often the likeliest next token comes

Ids = NDArray[np.int64]
Result = TypeVar("Result")

# Nats per token: what a model that has learned everything measures.
ENTROPY = -SURE * np.log(SURE) - (1 - SURE) * np.log((1 - SURE) / (VOCAB - 1))
CHANCE = float(np.log(VOCAB))


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
        student.memo[ROLE] = _first_run(student)
        if "epochs" in roles_of(student.found[ROLE]) and len(student.memo[ROLE].recording) <= EPOCHS:
            student.memo["training.epochs"] = STEPS  # an epoch is one batch here
            student.memo[ROLE] = run_again(student)
    run: Run = student.memo[ROLE]
    if not run.recording:
        raise Settled(
            Verdict.WRONG,
            Text("{asked}: the model that it was given was never called with gradients on.", {"asked": run.asked}),
        )
    return run


def _first_run(student: Student) -> Run:
    try:
        return run_again(student)
    except Settled as stopped:
        wide = run_with_many_tokens(student, ROLE, stopped, lambda: run_again(student, tokens=MANY))
        told = None if wide is None else foreign_token(wide, VOCAB)
        if told is None:
            raise
        raise Settled(Verdict.WRONG, told, suspects=("training/other_data",)) from stopped


def trained_otherwise(student: Student) -> Run:
    """A run at a tenth of the learning rate, with a model that comes in evaluation mode; remembered."""
    trained(student)
    if "training.otherwise" not in student.memo:
        student.memo["training.otherwise"] = _short(
            student, lambda steps: run_again(student, RATE / SLOWER, evaluating=True, steps=steps)
        )
    run: Run = student.memo["training.otherwise"]
    return run


def trained_twice(student: Student) -> tuple[Run, Run]:
    """Two runs with nothing different between them, as long as `trained_otherwise`; remembered."""
    first = trained(student)
    if "training.twice" not in student.memo:
        student.memo["training.twice"] = (
            _short(student, lambda steps: (run_again(student, steps=steps), run_again(student, steps=steps)))
            if _takes_steps(student)
            else (first, run_again(student))
        )
    runs: tuple[Run, Run] = student.memo["training.twice"]
    return runs


def _takes_steps(student: Student) -> bool:
    return bool({"steps", "batches"} & set(roles_of(student.found[ROLE])))


def _short(student: Student, run: Callable[[int], Result]) -> Result:
    """What `run` gives with few steps, and with as many as the first run had where it can't do with few: a loop that
    reports ``steps // 50`` times stops there, and its author never asked it for so few."""
    if _takes_steps(student):
        try:
            return run(FEW_STEPS)
        except Settled as stopped:
            if stopped.raised is None:
                raise
            student.memo.pop(f"{ROLE}.failed", None)
    return run(STEPS)


def few_tokens(student: Student) -> Ids:
    """Data in which a window tells its place: drawn by dice, so that no two of context - 1 tokens are alike.

    They hold several of the windows that the first run showed, whose length may be a large number of the notebook's.
    """
    several = 3 * longest(trained(student).recording)
    return student.dice("training.few").integers(0, VOCAB, max(FEW, several))


def runs_on_few_tokens(student: Student) -> Iterator[Run]:
    """Runs with `few_tokens`, batches of `OTHER_BATCH` and a model of another context: a short one where that can be,
    and for who wants to see more, one as long as the first.
    """
    trained(student)
    data = few_tokens(student)
    asked = Text("{name} with a small model and {count} tokens", {"name": student.found[ROLE].name, "count": len(data)})
    for steps in (FEW_STEPS, STEPS) if _takes_steps(student) else (STEPS,):
        try:
            yield _run(student, data, asked, batch=OTHER_BATCH, context=OTHER_CONTEXT, steps=steps)
        except Settled as stopped:
            # What stops with so few tokens only doesn't stop the other runs.
            student.memo.pop(f"{ROLE}.failed", None)
            if steps == STEPS or stopped.raised is None:
                raise


def run_again(
    student: Student, rate: float = RATE, *, evaluating: bool = False, tokens: int = VOCAB, steps: int = STEPS
) -> Run:
    """With the same seed and the same model as every other."""
    name = {"name": student.found[ROLE].name}
    asked = Text("{name} with a small model", name)
    if evaluating:
        asked = Text("{name} with a small model that comes in evaluation mode", name)
    return _run(student, corpus(student), asked, rate=rate, evaluating=evaluating, tokens=tokens, steps=steps)


def _run(
    student: Student,
    data: Ids,
    asked: Text,
    *,
    rate: float = RATE,
    batch: int = BATCH,
    evaluating: bool = False,
    context: int = CONTEXT,
    tokens: int = VOCAB,
    steps: int = STEPS,
) -> Run:
    epochs = int(student.memo.get("training.epochs", EPOCHS))
    values: Mapping[str, Value] = {
        "steps": steps, "batches": steps, "epochs": epochs, "batch_size": batch, "context": context, "lr": rate,
        "seed": student.seed, "device": "cpu", "vocab_size": tokens, "val_data": Array(data[-400:], "torch"),
    }  # fmt: skip
    seed = int(student.dice("training.seed").integers(2**31))
    return watch(
        student, ROLE, data, tokens, values, asked, seed=seed, scale=0.15, evaluating=evaluating, context=context
    )
