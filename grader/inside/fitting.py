"""Some steps of training, to see whether a model can learn."""

from __future__ import annotations

from typing import Any, Callable

__all__ = ["fit"]


def fit(module: Any, request: dict[str, Any], logits_in: Callable[[Any], Any]) -> list[float]:
    """See ``grader.model.asking.FitModule``; `logits_in` takes them from what the module returns."""
    # Adam by hand (Kingma & Ba 2015, Algorithm 1): the first torch.optim object imports
    # torch._dynamo, which takes longer than the fit.
    import torch

    module.train()
    inputs = [torch.from_numpy(part.data) for part in (request["inputs"], *request.get("further", ()))]
    targets = torch.from_numpy(request["targets"].data).reshape(-1)
    parameters = [p for p in module.parameters() if p.requires_grad]
    first = [torch.zeros_like(p) for p in parameters]
    second = [torch.zeros_like(p) for p in parameters]
    losses: list[float] = []
    with torch.enable_grad():
        for step in range(1, int(request["steps"]) + 1):
            logits = logits_in(module(*inputs))
            loss = torch.nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets)
            gradients = torch.autograd.grad(loss, parameters, allow_unused=True)
            with torch.no_grad():
                for p, g, m, v in zip(parameters, gradients, first, second):
                    if g is None:
                        continue
                    m.mul_(0.9).add_(g, alpha=0.1)
                    v.mul_(0.999).addcmul_(g, g, value=0.001)
                    scale = (v / (1 - 0.999**step)).sqrt().add_(1e-8)
                    p.addcdiv_(m / (1 - 0.9**step), scale, value=-float(request["learning_rate"]))
            losses.append(float(loss.detach()))
    return losses
