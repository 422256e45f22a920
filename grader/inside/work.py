"""Counts the multiplications of matrix products while something else runs, and notes in which mode modules are called.

What is counted is what torch's dispatcher sees, so it doesn't matter whether a layer, an einsum or a bare ``@`` asked.
"""

from __future__ import annotations

import sys
from typing import Any, Callable

__all__ = ["counted"]

_PRODUCTS = {"mm": 0, "bmm": 0, "mv": 0, "dot": 0, "addmm": 1, "baddbmm": 1, "addbmm": 1, "addmv": 1}


def counted(run: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """See ``grader.model.asking.Counted``."""
    if "torch" not in sys.modules:
        return {**run(), "value": {"value": None, "multiplications": 0, "training": False, "grad": False}}
    import torch
    from torch.nn.modules.module import register_module_forward_pre_hook
    from torch.utils._python_dispatch import TorchDispatchMode

    total = 0
    seen = {"training": False, "grad": False}

    class Count(TorchDispatchMode):  # type: ignore[misc]
        @classmethod
        def _should_skip_dynamo(cls) -> bool:
            """Else torch imports its compiler at the first product: seconds of the time that the student has."""
            return False

        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            nonlocal total
            kwargs = kwargs or {}
            name = str(func).split(".")[1]
            if name not in _PRODUCTS and "scaled_dot_product" not in name:
                # In inference mode a composite (`linear`, `matmul`) arrives whole: its parts are what counts.
                with self:
                    parts = func.decompose(*args, **kwargs)
                if parts is not NotImplemented:
                    return parts
            result = func(*args, **kwargs)
            total += _multiplications(name, args)
            return result

    def note(module: Any, args: Any) -> None:
        seen["training"] = seen["training"] or bool(module.training)
        parameters = any(p.requires_grad for p in module.parameters())
        seen["grad"] = seen["grad"] or (parameters and torch.is_grad_enabled())

    hook = register_module_forward_pre_hook(note)
    try:
        with Count():
            reply = run()
    finally:
        hook.remove()
    return {**reply, "value": {"value": reply.get("value"), "multiplications": total, **seen}}


def _multiplications(name: str, args: Any) -> int:
    if name in _PRODUCTS:
        left, right = args[_PRODUCTS[name] : _PRODUCTS[name] + 2]
        # (..., n, k) with (..., k, m), or with a vector (k,).
        return int(left.numel() * (right.shape[-1] if right.dim() > 1 else 1))
    if "scaled_dot_product" in name and "backward" not in name:
        query, key, value = args[:3]
        return int(query.numel() // query.shape[-1] * key.shape[-2] * (key.shape[-1] + value.shape[-1]))
    return 0
