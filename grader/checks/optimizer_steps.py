"""Whose steps moved a model's parameters: told by the optimizer's class, or by where the first step led.

A loop may well take AdamW's steps by hand.  The first of them is known (Loshchilov, Hutter, "Decoupled Weight Decay
Regularization", 2019, algorithm 2): both moments are those of one gradient g, so every parameter p moves by

    p' - p = -lr · g / (|g| + ε) - lr · λ · p,

that is by the learning rate, whatever the size of its gradient, and shrinks a little.  Without the last term it's Adam;
plain gradient descent moves each parameter in proportion to its gradient.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.training_loop import Run

__all__ = [
    "constant_rate",
    "first_step_size",
    "idle_steps",
    "largest_move",
    "looks_like_adamw",
    "made_anew_each_step",
    "other_optimizer",
    "takes_adamw_steps",
]

Numbers = NDArray[np.float64]

# Of the losses. A schedule that ends, or begins, at 0 takes steps that move nothing, and a loop may skip a loss that
# has leapt up.
FEW = 0.3


def takes_adamw_steps(run: Run) -> bool:
    if any(of.get("adamw") is True for of in run.optimizers.values()):
        return True
    return other_optimizer(run) is None and looks_like_adamw(*(_flat(part) for part in _pairs(run)))


def made_anew_each_step(run: Run) -> bool:
    """Did AdamW take most of its steps with nothing kept of the ones before?  One made once an epoch isn't meant."""
    adamw = [of for of in run.optimizers.values() if of.get("adamw") is True and of.get("library") is True]
    steps, empty = (
        sum(number for of in adamw if isinstance(number := of.get(key), int)) for key in ("steps", "without_moments")
    )
    return steps > 2 and empty > steps / 2


def idle_steps(run: Run, losses: int) -> int:
    """How many of so many losses, one for each batch, no step came of; 0 where hardly one was lost.

    Gradients that are added up over several batches, each with its loss, do come to a step.  Others are lost where
    backward() isn't called, or where the next ones take their place.
    """
    idle = losses - run.updates
    if idle <= FEW * losses:
        return 0
    noted = run.count == len(run.forwards) and all(forward.logits is not None for forward in run.recording)
    untaught = sum(forward.gradient is None for forward in run.recording) if noted else 0
    thrown_away = sum(number for of in run.optimizers.values() if isinstance(number := of.get("unused"), int))
    return idle if max(thrown_away, untaught) > FEW * losses else 0


def constant_rate(run: Run) -> float | None:
    """The learning rate of all of AdamW's steps; None where it isn't known, or a schedule may change it later on.

    Of several groups of parameters it's the largest that counts.
    """
    adamw = [of for of in run.optimizers.values() if of.get("adamw") is True and of.get("library") is True]
    found: set[float] = set()
    for of in adamw:
        rates, given = of.get("rates"), of.get("given_rate")
        numbers = [*rates, given] if isinstance(rates, tuple) else []
        found.update(number if isinstance(number, float) else np.nan for number in numbers)
    rate = found.pop() if len(found) == 1 else 0.0
    return rate if 0 < rate < np.inf else None


def other_optimizer(run: Run) -> str | None:
    """The name of the library's optimizer that took the steps, where it isn't AdamW."""
    return next((name for name, of in run.optimizers.items() if of.get("library") is True), None)


def looks_like_adamw(before: Numbers, after: Numbers) -> bool:
    """Fit |p' - p| = lr - lr λ p sign(p' - p).  What had no gradient only shrinks, and is left out."""
    change = after - before
    size = np.abs(change)
    if not size.any():
        return False
    middle = float(np.median(size[size > 0.1 * size.max()]))
    near = np.abs(size - middle) < 0.2 * middle
    # Gradient descent's changes are as different as gradients are; 0.6 leaves room for a few groups of parameters.
    if near.sum() < 0.6 * (size > 1e-3 * middle).sum():
        return False
    p, by = before[near], change[near]
    columns = np.stack([np.sign(by), p], axis=1)
    (rate, shrinking), *_ = np.linalg.lstsq(columns, by, rcond=None)
    # λ is 0.01 by default; rounding of float32 gives 1e-5 where there's none.
    return bool(-shrinking > 3e-4 * rate)


def first_step_size(run: Run) -> float:
    """The mean |p' - p| of the first step; 0 where there was none."""
    before, after = (_flat(part) for part in _pairs(run))
    return float(np.abs(after - before).mean()) if before.size else 0.0


def largest_move(run: Run) -> float:
    """The largest |p' - p| of the first step; AdamW's is the learning rate, and a little for the decay."""
    before, after = (_flat(part) for part in _pairs(run))
    return float(np.abs(after - before).max()) if before.size else 0.0


def _pairs(run: Run) -> tuple[list[Numbers], list[Numbers]]:
    before, after = run.first_update
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old.shape == new.shape]
    return [old for old, _ in pairs], [new for _, new in pairs]


def _flat(parts: list[Numbers]) -> Numbers:
    return np.concatenate([part.ravel() for part in parts]) if parts else np.zeros(0)
