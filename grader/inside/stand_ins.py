"""Stand-ins made of library calls, for judging an item whose only fault is another item's wrong function.

A student's multi-head attention that calls their wrong `attention` is judged once more with
`attention` replaced in their namespace by one of these.  They are made of torch's own functions and
never of the course's reference: whoever reads this process learns what the library's manual says.
"""

from __future__ import annotations

import functools
import inspect
import math
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from .stand_in_layers import LAYERS, constructor_values
from .stub_model import Tokenizer

__all__ = ["stand_in"]

_MULTI_HEAD = ("d_model", "n_heads", "dropout")


def stand_in(role: str, original: Any, options: dict[str, Any]) -> Any:
    """A replacement for the student's `original` in `role`; None where there is none.

    It gives back what the original gives back: a NumPy array or a tensor, a bare output or a pair.  `options`:
    ``convention`` (keep, block or additive) of the student's masks, or ``raised``, the last with its sign turned;
    ``parameters`` (the contract's constructor parameters by the student's names), ``always_causal`` for a module that
    masks by itself, ``pair`` for the weights beside the output although the original returns it alone.  Where the
    original doesn't exist (None, its cell didn't run), only who says so (``missing``) gets one, in the way of the
    course, or with ``bare`` without the weights.  So it is with one that is ``deadly``: it hangs or ends its process,
    and isn't called; ``library`` is the student's.
    """
    if (original is None and not options.get("missing")) or role not in _FUNCTIONS | _CLASSES:
        return None
    if options.get("deadly"):
        original = _uncalled(original)
    if role in _CLASSES:
        return _CLASSES[role](original, options)
    return _FUNCTIONS[role](original, options)


def _uncalled(original: Any) -> Callable[..., Any]:
    """What has the signature of `original` and doesn't call it."""

    @functools.wraps(original, updated=())
    def uncalled(*_: Any, **__: Any) -> Any:
        raise RuntimeError("it would hang or end the process")

    return uncalled


def _torch() -> Any:
    import torch

    return torch


def _tensor(value: Any) -> Any:
    torch = _torch()
    return value if isinstance(value, torch.Tensor) else torch.from_numpy(np.asarray(value))


def _like(result: Any, given: Any) -> Any:
    """`result` (a tensor) in the library of what was `given`."""
    return result if isinstance(given, _torch().Tensor) else result.numpy()


def _returns_pair(original: Any, args: tuple[Any, ...], keywords: dict[str, Any], default: bool) -> bool:
    """Whoever calls it unpacks what the original returns, so look at that once."""
    try:
        with _torch().no_grad():
            return isinstance(original(*args, **keywords), tuple)
    except Exception:
        return default


def _allowed(mask: Any, convention: str, shape: tuple[int, ...]) -> Any:
    """The mask as booleans, True = may attend, broadcast to the scores' shape."""
    torch = _torch()
    mask = _tensor(mask)
    if convention == "raised":
        allowed = mask < 1e3
    elif convention == "additive" or (mask.dtype.is_floating_point and bool((mask < 0).any())):
        allowed = mask > -1e3
    else:
        allowed = mask != 0 if convention != "block" else mask == 0
    while allowed.dim() > 2 and allowed.dim() > len(shape) and allowed.shape[0] == 1:
        allowed = allowed[0]
    return torch.broadcast_to(allowed, shape)


def _attend(q: Any, k: Any, v: Any, mask: Any, convention: str) -> tuple[Any, Any]:
    torch = _torch()
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~_allowed(mask, convention, tuple(scores.shape)), float("-inf"))
    weights = torch.nn.functional.softmax(scores, dim=-1)
    return torch.matmul(weights, v), weights


def _softmax(original: Any, options: dict[str, Any]) -> Callable[..., Any]:
    def softmax(z: Any, axis: int = -1, **_: Any) -> Any:
        t = _tensor(z)
        return _like(_torch().nn.functional.softmax(t if t.is_floating_point() else t.double(), dim=axis), z)

    return softmax


def _attention(original: Any, options: dict[str, Any]) -> Callable[..., Any]:
    def attention(q: Any, k: Any, v: Any, mask: Any = None, *rest: Any, **keywords: Any) -> Any:
        if mask is None:
            mask = next((value for name, value in keywords.items() if "mas" in name.lower()), None)
        given = (q, k, v) if mask is None else (q, k, v, mask)
        output, weights = _attend(_tensor(q), _tensor(k), _tensor(v), mask, options.get("convention", "keep"))
        if options.get("pair") or _returns_pair(original, given, {}, not options.get("bare")):
            return _like(output, q), _like(weights, q)
        return _like(output, q)

    return attention


def _self_attention(original: Any, options: dict[str, Any]) -> Callable[..., Any]:
    def self_attention(x: Any, w_q: Any, w_k: Any, w_v: Any, *rest: Any, **_: Any) -> Any:
        t = _tensor(x)
        output, weights = _attend(t @ _tensor(w_q), t @ _tensor(w_k), t @ _tensor(w_v), None, "keep")
        if _returns_pair(original, (x, w_q, w_k, w_v), {}, not options.get("bare")):
            return _like(output, x), _like(weights, x)
        return _like(output, x)

    return self_attention


def _causal_mask(original: Any, options: dict[str, Any]) -> Callable[..., Any]:
    def causal_mask(n: int, *rest: Any, **_: Any) -> Any:
        torch = _torch()
        return _mask_like(torch.ones(n, n, dtype=torch.bool).tril(), original, (n,), options)

    return causal_mask


def _padding_mask(original: Any, options: dict[str, Any]) -> Callable[..., Any]:
    def padding_mask(lengths: Any, n_max: int, *rest: Any, **_: Any) -> Any:
        torch = _torch()
        counts = torch.as_tensor(np.asarray(lengths)).reshape(-1, 1)
        return _mask_like(torch.arange(n_max)[None, :] < counts, original, (lengths, n_max), options)

    return padding_mask


def _combine_masks(original: Any, options: dict[str, Any]) -> Callable[..., Any]:
    """(B, 1, n, n) for all heads or (B, n, n), as the original's is; where it doesn't exist, ``bare`` is the latter."""

    def combine_masks(lengths: Any, n: int, *rest: Any, **_: Any) -> Any:
        torch = _torch()
        counts = torch.as_tensor(np.asarray(lengths)).reshape(-1, 1, 1, 1)
        causal = torch.ones(n, n, dtype=torch.bool).tril()
        mask = _mask_like(causal & (torch.arange(n) < counts), original, (lengths, n), options)
        axes = 3 if options.get("bare") else 4
        with suppress(Exception):
            axes = len(original(lengths, n).shape)
        return mask[:, 0] if axes == 3 else mask

    return combine_masks


def _mask_like(allowed: Any, original: Any, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """`allowed` in the library, dtype and convention of the student's own masks."""
    torch = _torch()
    try:
        theirs = original(*args)
    except Exception:
        theirs = np.zeros(1, bool) if options.get("library") == "numpy" else torch.zeros(1, dtype=torch.bool)
    convention = options.get("convention", "keep")
    if convention == "additive":
        mask = torch.zeros(allowed.shape).masked_fill(~allowed, float("-inf"))
    else:
        mask = allowed if convention == "keep" else ~allowed
    if isinstance(theirs, torch.Tensor):
        return mask.to(theirs.dtype)
    return mask.numpy().astype(getattr(theirs, "dtype", bool))


def _multihead(original: Any, options: dict[str, Any]) -> Callable[..., Any]:
    def multihead(x: Any, heads: Any, w_o: Any, mask: Any = None, *rest: Any, **_: Any) -> Any:
        torch = _torch()
        t = _tensor(x)
        parts = [
            _attend(t @ _tensor(q), t @ _tensor(k), t @ _tensor(v), mask, options.get("convention", "keep"))[0]
            for q, k, v in heads
        ]
        return _like(torch.cat(parts, dim=-1) @ _tensor(w_o), x)

    return multihead


def _layer_norm(original: Any, options: dict[str, Any]) -> Callable[..., Any]:
    def layer_norm(x: Any, *rest: Any, **keywords: Any) -> Any:
        bound = _bound(original, (x, *rest), keywords)
        eps = next((v for k, v in bound.items() if "eps" in k.lower() and isinstance(v, float)), 1e-5)
        t = _tensor(x)
        result = _torch().nn.functional.layer_norm(t, t.shape[-1:], eps=eps)
        for name, value in bound.items():
            if name.lower() in ("gamma", "g", "gain", "weight", "scale", "escala"):
                result = result * _tensor(value)
        for name, value in bound.items():
            if name.lower() in ("beta", "b", "bias", "shift", "sesgo"):
                result = result + _tensor(value)
        return _like(result, x)

    return layer_norm


@contextmanager
def _chance_kept() -> Iterator[None]:
    """Whatever is done to the global generators meanwhile is undone."""
    torch = _torch()
    states = torch.get_rng_state(), np.random.get_state(), random.getstate()
    try:
        yield
    finally:
        torch.set_rng_state(states[0])
        np.random.set_state(states[1])
        random.setstate(states[2])


# The parameters of `get_batch` by which it's told how long a window is, in lower case.
_WINDOW = {"context", "contexto", "context_size", "context_length", "block_size", "t", "n", "ventana", "longitud"}


def _get_batch(original: Any, options: dict[str, Any]) -> Callable[..., Any]:
    def get_batch(*args: Any, **keywords: Any) -> Any:
        torch = _torch()
        data = [*args, *keywords.values()][0]
        given = _bound(original, args, keywords) if args else keywords
        sizes = {name.lower(): value for name, value in given.items() if isinstance(value, int)}
        of_rows = [name for name in sizes if "batch" in name or "lote" in name or name in ("b", "bs")]
        windows = [name for name in sizes if name in _WINDOW]
        try:  # a size that isn't asked for may be written into the original; what it makes of an array is its affair
            with _chance_kept():  # one that sets a seed would make our draws alike too
                like = original(*args, **keywords)[0]
            rows, n = like.shape
        except Exception:
            like = data
            rows, n = 8, next((value for name, value in sizes.items() if name not in of_rows), 8)
        rows, n = (sizes[names[0]] if names else shown for names, shown in ((of_rows, rows), (windows, n)))
        tokens = _tensor(data)
        starts = torch.randint(len(tokens) - n, (rows, 1)) + torch.arange(n)
        return _like(tokens[starts], like), _like(tokens[starts + 1], like)

    return get_batch


def _char_tokenizer(original: Any, options: dict[str, Any]) -> Any:
    class CharTokenizer(Tokenizer):
        def __init__(self, text: Any, *_: Any, **__: Any) -> None:
            super().__init__("".join(sorted(set(text))))
            self.alphabet = self.chars

    return CharTokenizer


def _bound(original: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> dict[str, Any]:
    try:
        bound = inspect.signature(original).bind(*args, **keywords)
        bound.apply_defaults()
        return dict(list(bound.arguments.items())[1:])
    except (TypeError, ValueError):
        return dict(keywords)


def _inputs(args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Any]:
    """``(x, mask)`` out of a call of ``forward``; q, k, v all given means that x is the first."""
    torch = _torch()
    given = [*args, *keywords.values()]
    masks = [v for k, v in keywords.items() if "mas" in k.lower()]
    x = given[0]
    others = [v for v in given[1:] if isinstance(v, torch.Tensor) and v.shape != x.shape]
    mask = masks[0] if masks else others[-1] if others else None
    return x, mask


def _multi_head_module(original: Any, options: dict[str, Any]) -> Any:
    torch = _torch()

    class StandInMultiHeadAttention(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, *args: Any, **keywords: Any) -> None:
            super().__init__()
            values = constructor_values(original, args, keywords, options, _MULTI_HEAD)
            self.n_heads, width = int(values["n_heads"]), int(values["d_model"])
            self.queries, self.keys = torch.nn.Linear(width, width), torch.nn.Linear(width, width)
            self.values, self.output = torch.nn.Linear(width, width), torch.nn.Linear(width, width)
            self._like = [original, args, keywords]  # in a list, so that nothing of it is registered here

        def forward(self, *args: Any, **keywords: Any) -> Any:
            x, mask = _inputs(args, keywords)
            *batch, n, width = x.shape
            q, k, v = (
                layer(x).reshape(*batch, n, self.n_heads, -1).transpose(-3, -2)
                for layer in (self.queries, self.keys, self.values)
            )
            if mask is None and options.get("always_causal"):
                mask, convention = torch.ones(n, n, dtype=torch.bool).tril(), "keep"
            else:
                convention = options.get("convention", "keep")
            if mask is not None and mask.dim() == 3:
                mask = mask[:, None]
            mixed, weights = _attend(q, k, v, mask, convention)
            result = self.output(mixed.transpose(-3, -2).reshape(*batch, n, width))
            cls, built, named = self._like
            pair = options.get("pair") or _returns_pair(lambda: cls(*built, **named)(*args, **keywords), (), {}, False)
            return (result, weights) if pair else result

    return StandInMultiHeadAttention


def _block_module(original: Any, options: dict[str, Any]) -> Any:
    torch = _torch()

    class StandInTransformerBlock(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, *args: Any, **keywords: Any) -> None:
            super().__init__()
            values = constructor_values(original, args, keywords, options, _MULTI_HEAD)
            width = int(values["d_model"])
            dropout = values.get("dropout", 0.1)
            self.layer = torch.nn.TransformerEncoderLayer(
                width,
                int(values["n_heads"]),
                4 * width,
                dropout if isinstance(dropout, float) else 0.1,
                activation="gelu",
                batch_first=True,
                norm_first=True,
            )

        def forward(self, *args: Any, **keywords: Any) -> Any:
            x, mask = _inputs(args, keywords)
            n = x.shape[-2]
            blocked = None
            if mask is not None:
                blocked = ~_allowed(mask, options.get("convention", "keep"), (n, n))
            elif options.get("always_causal"):
                blocked = ~torch.ones(n, n, dtype=torch.bool).tril()
            result = self.layer(x, src_mask=blocked)
            # A softmax of nothing is NaN; what torch's layer makes of it depends on the way that it chooses.
            alone = None if blocked is None else blocked.all(dim=-1)
            return result if alone is None else result.masked_fill(alone[:, None], float("nan"))

    return StandInTransformerBlock


_FUNCTIONS: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
    "softmax": _softmax,
    "attention": _attention,
    "self_attention": _self_attention,
    "causal_mask": _causal_mask,
    "padding_mask": _padding_mask,
    "combine_masks": _combine_masks,
    "multihead": _multihead,
    "layer_norm": _layer_norm,
    "get_batch": _get_batch,
}
_CLASSES: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
    "MultiHeadAttention": _multi_head_module,
    "TransformerBlock": _block_module,
    "CharTokenizer": _char_tokenizer,
    **LAYERS,
}
