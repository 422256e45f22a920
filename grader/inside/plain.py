"""Live objects as plain data: all that leaves the student's process goes through here."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from . import wire

__all__ = ["to_plain"]


def to_plain(value: Any, depth: int = 0) -> Any:
    """A live object as plain data; what isn't plain becomes `wire.Opaque` with its type's name.

    Subclasses are demoted by the base class's own methods, so an overridden ``tolist`` or
    ``__array__`` has no say.
    """
    if value is None or type(value) in (bool, int, float, str):
        if type(value) is int and value.bit_length() > 13_000:
            return wire.Opaque("int with more than 3900 digits")
        return value if type(value) is not str else value[:200_000]
    if depth > 16:
        return wire.Opaque("value nested too deeply")
    if isinstance(value, np.ndarray):
        size = np.ndarray.nbytes.__get__(value)
        if size > wire.Bounds.total_bytes:
            return wire.Opaque(f"ndarray of {size / 1e9:.1f} GB")
        return _plain_array(np.array(value, copy=True, subok=False))
    if isinstance(value, np.generic):
        return _plain_array(np.asarray(value))
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        return _plain_tensor(torch, value)
    if isinstance(value, (list, tuple)):
        kind: Any = list if isinstance(value, list) else tuple
        length = kind.__len__(value)
        if length > 100_000:
            return wire.Opaque(f"sequence of {length}")
        return [to_plain(part, depth + 1) for part in kind.__iter__(value)]
    if isinstance(value, dict):
        length = dict.__len__(value)
        if length > 10_000:
            return wire.Opaque(f"dict of {length}")
        return {str(key)[:200]: to_plain(part, depth + 1) for key, part in list(dict.items(value))}
    if isinstance(value, int):
        return to_plain(int.__index__(value), depth + 1)
    if isinstance(value, float):
        return to_plain(float.__float__(value), depth + 1)
    if isinstance(value, str):
        return to_plain(str.__str__(value), depth + 1)
    return wire.Opaque(type(value).__name__[:200])


def _plain_array(array: np.ndarray[Any, Any]) -> Any:
    name = wire.name_of(array.dtype)
    if name not in wire.DTYPES:
        return wire.Opaque(f"ndarray of dtype {name}")
    return wire.Tensor(array, "numpy", name)


def _plain_tensor(torch: Any, value: Any) -> Any:
    with torch._C.DisableTorchFunctionSubclass():  # else the subclass has the say in each of these calls
        base = torch.Tensor.detach(value).as_subclass(torch.Tensor)
    if base.layout is not torch.strided or base.is_quantized:
        return wire.Opaque(f"tensor with layout {base.layout}")
    name = str(base.dtype).replace("torch.", "")
    if base.numel() * base.element_size() > wire.Bounds.total_bytes:
        return wire.Opaque(f"tensor of {base.numel() * base.element_size() / 1e9:.1f} GB")
    base = base.to("cpu").contiguous()
    if name not in wire.DTYPES:
        if not base.dtype.is_floating_point:
            return wire.Opaque(f"tensor of dtype {name}")
        base = base.to(torch.float32)
    return wire.Tensor(np.array(base.numpy(), copy=True), "torch", name)
