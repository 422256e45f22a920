"""Notes what goes through a module, and back through it, while the student's own loop runs.

From a spy's notes (see `spy`) it differs in keeping what came out and the gradient that came back to it, and in how
the parameters fared: how often they changed, by whose steps, at which rate, where the first one led, whether gradients
were added to ones of before such a change or thrown away, and which parameters never moved.

The class's ``forward`` is what is watched, so that ``module.forward(x)`` counts, and so do the module's copies, in
which hooks would be copied with all that they hold.  How parameters fare is noted of the module alone.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Iterator
from typing import Any, Callable

from .left_changed import Before
from .own_generators import seed_generators_of
from .plain import to_plain

__all__ = ["watched"]

RECORDED_CALLS = 400
RECORDED_NUMBERS = 1_000_000  # of outputs, all calls together


def watched(run: Callable[[Any], dict[str, Any]], module: Any, function: Any, seed: int) -> dict[str, Any]:
    """See ``grader.model.asking.Watched``; `run` calls a function that does what `function` does."""
    if "torch" not in sys.modules or not isinstance(module, sys.modules["torch"].nn.Module):
        raise TypeError(f"{type(module).__name__} is not a torch.nn.Module")
    from torch.optim.optimizer import register_optimizer_step_pre_hook  # torch.optim hides the module's name

    torch = sys.modules["torch"]
    watch, before = _Watch(torch, module), Before(torch, module)
    seed_generators_of(function, seed)
    hooks = [
        *(p.register_hook(watch.gradient_of(i)) for i, p in enumerate(watch.parameters) if p.requires_grad),
        *(
            p.register_post_accumulate_grad_hook(watch.accumulated(i))
            for i, p in enumerate(watch.parameters)
            if p.requires_grad
        ),
        register_optimizer_step_pre_hook(watch.stepped),
    ]
    try:
        with _forward_of(module, watch):
            reply = run(before.around(function))
    finally:
        for hook in hooks:
            hook.remove()
    return {**reply, "value": {"value": reply.get("value"), **watch.notes(), "left": before.changed()}}


@contextlib.contextmanager
def _forward_of(module: Any, watch: _Watch) -> Iterator[None]:
    """`watch` is told of each call of ``forward``, of the module's or of another of its class."""
    cls = type(module)
    # One that was set on the module itself hides the class's; past any __setattr__ of the student's.
    owner, put, take = (
        (module, object.__setattr__, object.__delattr__)
        if "forward" in vars(module)
        else (cls, type.__setattr__, type.__delattr__)
    )
    own, original = vars(owner).get("forward"), owner.forward

    @functools.wraps(original)
    def forward(*args: Any, **keywords: Any) -> Any:
        called, given = (args[0], args[1:]) if owner is cls and args else (module, args)
        if not isinstance(called, cls):  # called of the class, without a module: the error is theirs
            return original(*args, **keywords)
        watch.before(called, given, keywords)
        output = original(*args, **keywords)
        watch.after(output)
        return output

    put(owner, "forward", forward)
    try:
        yield
    finally:
        if own is None:
            take(owner, "forward")
        else:
            put(owner, "forward", own)


class _Watch:
    def __init__(self, torch: Any, module: Any) -> None:
        self.torch, self.module = torch, module
        self.names = [name for name, _ in module.named_parameters()]
        self.parameters = list(module.parameters())
        self.learning = [bool(p.requires_grad) for p in self.parameters]
        self.moved: set[int] = set()
        self.reached: set[int] = set()  # by a gradient that isn't 0
        self.frozen: set[int] = set()  # while others learned
        self.seen = [p.detach().clone() for p in self.parameters]
        self.at_gradient = list(self.seen)
        self.calls: list[dict[str, Any]] = []
        self.left = RECORDED_NUMBERS
        self.count = self.updates = self.stale = 0
        # By parameter: an old gradient that a new one meets, the parameter having changed between them, and the new.
        self.met: dict[int, tuple[Any, Any]] = {}
        self.latest: dict[int, Any] = {}  # by parameter, the gradient that was computed last
        self.passes: dict[int, int] = {}  # by parameter, the gradients that backward() gave it since a step was taken
        self.optimizers: dict[str, dict[str, Any]] = {}
        self.first_update: dict[str, Any] = {}
        self.gradients: dict[int, Any] = {}  # by parameter, what was computed for it before the first update
        self.climbed = False

    def before(self, called: Any, args: Any, keywords: Any) -> None:
        self.count += 1
        with _outside(self.torch):
            self.note_update()
        parameters = self.parameters if called is self.module else called.parameters()
        entry: dict[str, Any] = {
            "training": bool(called.training),
            # A parameter that needs no gradient records none, whatever the mode.
            "grad": self.torch.is_grad_enabled() and any(p.requires_grad for p in parameters),
        }
        if entry["grad"] and called is self.module:
            self.frozen.update(i for i, p in enumerate(self.parameters) if not p.requires_grad)
        given = [*args, *keywords.values()]
        first = next((value for value in given if isinstance(value, self.torch.Tensor)), None)
        if first is not None and first.numel() <= self.left:
            entry["input"] = _plain_at_once(self.torch, first)
        if len(self.calls) < RECORDED_CALLS:
            self.calls.append(entry)

    def after(self, output: Any) -> None:
        logits = _tensor_in(self.torch, output)
        if self.count > len(self.calls) or logits is None or 2 * logits.numel() > self.left:
            return
        self.left -= 2 * logits.numel()
        entry = self.calls[-1]
        entry["output"] = _plain_at_once(self.torch, logits)
        if logits.requires_grad:
            logits.register_hook(lambda g: entry.update(gradient=_plain_at_once(self.torch, g)))

    def gradient_of(self, i: int) -> Callable[[Any], None]:
        """Called with each gradient that is computed for the parameter, also where it isn't added to its ``grad``."""

        def note(gradient: Any) -> None:
            parameter = self.parameters[i]
            before = parameter.grad
            self.latest[i] = gradient.detach().clone()  # it may become `grad` itself, and be written to
            if not self.updates:
                self.gradients[i] = self.gradients.get(i, 0) + gradient.detach()
            if i not in self.reached and bool((gradient != 0).any()):
                self.reached.add(i)
            old = before is not None and bool((before != 0).any())
            if old and not self.torch.equal(parameter.detach(), self.at_gradient[i]):
                self.met[i] = (before.detach().clone(), gradient.detach().clone())
            self.at_gradient[i] = parameter.detach().clone()

        return note

    def accumulated(self, i: int) -> Callable[[Any], None]:
        """Called when backward() has added a gradient to ``grad``; ``torch.autograd.grad`` leaves that to the loop."""

        def note(_: Any) -> None:
            self.passes[i] = self.passes.get(i, 0) + 1
            if self.met.pop(i, None) is not None:
                self.stale += 1

        return note

    def stepped(self, optimizer: Any, _: Any, __: Any) -> None:
        """Called before each step of any optimizer; those of other parameters don't matter here."""
        ours = set(map(id, self.parameters))
        groups = [group for group in optimizer.param_groups if not ours.isdisjoint(map(id, group["params"]))]
        if not groups:
            return
        classes = [cls for cls in type(optimizer).__mro__ if cls.__name__ not in ("Optimizer", "object")]
        # AdamW is Adam with this option in newer releases of torch, and a class beside it in older ones.
        decoupled = any(group.get("decoupled_weight_decay") is True for group in optimizer.param_groups)
        name = type(optimizer).__name__[:80]
        known = self.optimizers.get(name, {"steps": 0, "without_moments": 0, "unused": 0})
        # A schedule keeps the rate that it was given as the group's first, an optimizer as its default.
        now = max(_rate(self.torch, group.get("lr")) for group in groups)
        first = [optimizer.defaults.get("lr"), *(group.get("initial_lr") for group in groups)]
        given = max(now, known.get("given_rate", 0.0), *(_rate(self.torch, rate) for rate in first))
        lowest, highest = known.get("rates", (now, now))
        self.optimizers[name] = {
            "steps": known["steps"] + 1,
            "without_moments": known["without_moments"] + (not optimizer.state),
            "unused": known["unused"] + self.unused(),
            "rates": [min(lowest, now), max(highest, now)],  # of the group that has the largest
            "given_rate": given,
            "adamw": decoupled or any("adamw" in cls.__name__.lower() for cls in classes),
            "library": any(cls.__module__.startswith("torch.optim") for cls in classes),
        }

    def unused(self) -> int:
        """The backward passes since the last step that a step which is taken now has nothing of.

        It has what they came to, added up, unless each entry has the last one's sign, which clipping leaves as it is.
        """
        passes, self.passes = self.passes, {}
        several = [i for i, number in passes.items() if number > 1]
        grads = [(self.parameters[i].grad, self.latest[i]) for i in several]
        if not all(grad is not None and self.torch.equal(grad.sign(), last.sign()) for grad, last in grads):
            return 0
        return max((passes[i] - 1 for i in several), default=0)

    def note_added(self) -> None:
        """Where a loop sets ``grad`` by itself: is it the sum of an old gradient and the new one?"""
        for i, (old, new) in self.met.items():
            grad = self.parameters[i].grad
            if grad is not None and self.torch.allclose(grad, old + new):
                self.stale += 1
        self.met = {}

    def note_update(self) -> None:
        self.note_added()
        changed = [i for i, old in enumerate(self.seen) if not self.torch.equal(self.parameters[i].detach(), old)]
        if changed:
            self.updates += 1
            if self.updates == 1:
                ways = [(self.parameters[i].detach() - self.seen[i], self.gradients.get(i)) for i in changed]
                self.climbed = sum(float((way * g).sum()) for way, g in ways if g is not None) > 0
                self.gradients = {}
            self.moved.update(changed)
            before, self.seen = self.seen, [p.detach().clone() for p in self.parameters]
            if not self.first_update and sum(p.numel() for p in self.seen) <= self.left:
                parts = {"before": before, "after": self.seen}
                self.first_update = {name: [to_plain(p) for p in part] for name, part in parts.items()}

    def notes(self) -> dict[str, Any]:
        self.note_update()
        if self.optimizers:  # what came back after the last step: none has anything of it
            last = self.optimizers[next(reversed(self.optimizers))]
            last["unused"] += max(self.passes.values(), default=0)
        return {
            "calls": self.calls,
            "count": self.count,
            "updates": self.updates,
            "stale": self.stale,
            "optimizers": self.optimizers,
            "first_update": self.first_update,
            "climbed": self.climbed,
            "still": [name[:200] for name in self.still()],
        }

    def still(self) -> list[str]:
        """The parameters that stayed as they were, though a gradient came to them, or the loop has frozen them."""
        return [
            name
            for i, name in enumerate(self.names)
            if self.learning[i] and i not in self.moved and (i in self.reached or i in self.frozen)
        ]


def _rate(torch: Any, rate: Any) -> float:
    """A learning rate, also one that is a tensor; 0 where it's neither."""
    is_one = isinstance(rate, (int, float)) or (isinstance(rate, torch.Tensor) and rate.numel() == 1)
    return float(rate) if is_one else 0.0


def _tensor_in(torch: Any, output: Any) -> Any:
    """The first tensor of several dimensions: the logits, also of a model that gives a loss beside them."""
    parts = output.values() if isinstance(output, dict) else output if isinstance(output, (list, tuple)) else [output]
    return next((part for part in parts if isinstance(part, torch.Tensor) and part.dim() > 1), None)


def _plain_at_once(torch: Any, tensor: Any) -> Any:
    """`tensor` as plain data, also while ``torch.func`` takes a gradient: what it wraps has no data of its own."""
    functorch = getattr(torch._C, "_functorch", None)
    while functorch is not None and functorch.is_functorch_wrapped_tensor(tensor):
        tensor = functorch.get_unwrapped(tensor)
    with _outside(torch):
        return to_plain(tensor)


def _outside(torch: Any) -> Any:
    """Where ``torch.func`` takes no gradient: what is made there isn't wrapped, and stays when it's through."""
    return getattr(torch._C, "_DisableFuncTorch", contextlib.nullcontext)()
