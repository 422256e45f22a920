"""Drives a text generator with a model whose logits we choose, and notes how it was called.

The stub is the student's own MiniGPT with its ``forward`` replaced: so whatever the generator reads of the
model (the context under any name, a config, the device of a parameter) is there and right.  Only its
logits are ours.
"""

from __future__ import annotations

import copy
import inspect
import types
from typing import Any, Callable

import numpy as np

from .own_generators import seed_generators_of

__all__ = ["CONTEXT_NAMES", "Tokenizer", "drive"]

RECORDED_CALLS = 64
RECORDED_TOKENS = 4096

# The stub that gives the logits of all positions, whatever the student's own model gives.
_WHOLE = "model of all positions"

CONTEXT_NAMES = [
    "context",
    "contexto",
    "block_size",
    "context_length",
    "context_size",
    "ctx",
    "n_ctx",
    "max_len",
    "max_seq_len",
    "seq_len",
    "n_max",
    "longitud_contexto",
    "tam_contexto",
]


class Tokenizer:
    """One token per character of `alphabet`, under the names that the course and its students use."""

    def __init__(self, alphabet: str) -> None:
        self.chars = self.caracteres = self.alfabeto = self.vocab = self.vocabulario = list(alphabet)
        self.stoi = {character: i for i, character in enumerate(self.chars)}
        self.itos = dict(enumerate(self.chars))
        self.vocab_size = len(self.chars)

    def __len__(self) -> int:
        return len(self.chars)

    def encode(self, text: str) -> list[int]:
        return [self.stoi[character] for character in text]

    def decode(self, ids: Any) -> str:
        return "".join(self.itos[int(i)] for i in ids)

    __call__ = codificar = encode
    decodificar = decode


class Recorder:
    """Answers in place of a model's forward, and keeps the first calls."""

    def __init__(self, torch: Any, table: Any, context: int, strict: bool, form: Callable[[Any], Any]) -> None:
        self.torch, self.table, self.context, self.strict, self.form = torch, table, context, strict, form
        self.calls: list[dict[str, Any]] = []
        self.count = 0
        self.anchor = torch.zeros(1, requires_grad=True)

    def answer(self, model: Any, idx: Any) -> Any:
        torch = self.torch
        n = idx.shape[-1]
        grad = torch.is_grad_enabled()
        if self.count < RECORDED_CALLS:
            # Parameters that need no gradient record none, whatever the mode.
            grad = grad and any(p.requires_grad for p in model.parameters())
            ids = torch.atleast_2d(idx.detach())[:8, -RECORDED_TOKENS:].cpu().numpy().astype(np.int64)
            self.calls.append({"ids": ids, "training": bool(model.training), "grad": grad})
        self.count += 1
        if self.strict and n > self.context:
            raise IndexError(f"the input has {n} tokens, but the model's context is {self.context}")
        if self.table.dim() == 3:
            position = torch.arange(n).clamp(max=len(self.table) - 1)
            logits = self.table[position, idx]
        else:
            logits = self.of_tokens(idx)
        if grad:  # as a real model's would, so that what fails on its logits fails on these
            logits = logits + self.anchor.to(logits.dtype) * 0
        return self.form(logits)

    def of_tokens(self, idx: Any) -> Any:
        """``table[idx]``, and where that's the same, what takes half as long: a generator asks for it 5000 times."""
        try:
            return self.torch.embedding(self.table, idx)
        except (IndexError, RuntimeError):  # a negative number, a mask, no whole numbers
            return self.table[idx]


def drive(function: Any, module: Any, request: dict[str, Any], to_live: Callable[[Any], Any]) -> dict[str, Any]:
    """See ``grader.model.asking.Generate``."""
    import torch

    table = torch.from_numpy(request["table"].data)
    vocab_size, context = table.shape[-1], request["context"]
    if module is None:
        module = _stand_in(torch, vocab_size, context)
    dtype = next((p.dtype for p in module.parameters() if p.dtype.is_floating_point), torch.float32)
    whole = {"stub": _WHOLE} in (*request["args"], *request["keywords"].values())
    form = _form_of(torch, module, vocab_size, context, whole)
    recorder = Recorder(torch, table.to(dtype), context, request["strict"], form)
    tokenizer = Tokenizer(request["alphabet"])
    stubs = {"model": module, _WHOLE: module, "tokenizer": tokenizer, "stoi": tokenizer.stoi, "itos": tokenizer.itos}

    def live(value: Any) -> Any:
        if isinstance(value, dict) and set(value) == {"stub"}:
            return stubs[value["stub"]]
        return to_live(value)

    args = [live(value) for value in request["args"]]
    keywords = {key: live(value) for key, value in request["keywords"].items()}
    original, own_forward = type(module), vars(module).pop("forward", None)
    module.train()
    seed_generators_of(function, request["seed"])
    _become(module, _answering(original, recorder))
    try:
        with torch.enable_grad():
            text = function(*args, **keywords)
    finally:
        _become(module, original)
        if own_forward is not None:
            module.forward = own_forward
    return {"text": text, "calls": recorder.calls, "count": recorder.count}


def _become(module: Any, cls: type) -> None:
    # Past any __setattr__ of the student's.
    object.__setattr__(module, "__class__", cls)


def _answering(original: Any, recorder: Recorder) -> type:
    """A subclass of the student's class that asks `recorder` where theirs would compute."""

    signature = inspect.signature(original.forward)

    def first_argument(self: Any, args: Any, keywords: Any) -> Any:
        if len(args) == 1 and not keywords and recorder.count:  # as before: no need to look again
            return args[0]
        bound = signature.bind(self, *args, **keywords)  # TypeError where they don't fit, as theirs would raise
        given = [*bound.args[1:], *bound.kwargs.values()]
        return given[0] if given else None

    def forward(self: Any, *args: Any, **keywords: Any) -> Any:
        idx = first_argument(self, args, keywords)
        if not isinstance(idx, recorder.torch.Tensor) or idx.dim() != 2:
            # Not what a model is given: theirs says whether it takes it, with its own error.
            original.forward(self, *args, **keywords)
        return recorder.answer(self, idx)

    members: dict[str, Any] = {"forward": forward, "__module__": original.__module__}
    students_own = original.__mro__[: original.__mro__.index(recorder.torch.nn.Module)]
    if any("__call__" in vars(cls) for cls in students_own):
        members["__call__"] = forward
    return type(original.__name__, (original,), members)


def _form_of(torch: Any, module: Any, vocab_size: int, context: int, whole: bool) -> Callable[[Any], Any]:
    """How the student's own forward hands over its logits, found out by calling it once."""
    modes = {part: part.training for part in module.modules()}
    try:
        module.eval()
        with torch.no_grad():
            output = module(torch.zeros((1, min(3, context)), dtype=torch.long))
    except Exception:  # a model that doesn't work is judged elsewhere; here it's only the stub's shell
        return lambda logits: logits
    finally:
        for part, training in modes.items():
            part.training = training
    return _form_like(torch, output, vocab_size, 1 if whole else min(3, context))


def _form_like(torch: Any, output: Any, vocab_size: int, n: int) -> Callable[[Any], Any]:
    """As `output`, with all positions if it has them, or if `n` is 1: then none of them are known to be left out."""

    def holds_logits(value: Any) -> bool:
        return isinstance(value, torch.Tensor) and value.dim() >= 2 and value.shape[-1] == vocab_size

    if isinstance(output, torch.Tensor):
        if n > 1 and tuple(output.shape) == (1, 1, vocab_size):  # nanoGPT: the last position only
            return lambda logits: logits[..., -1:, :]
        if n > 1 and tuple(output.shape) == (1, vocab_size):
            return lambda logits: logits[..., -1, :]
        return lambda logits: logits
    if isinstance(output, dict):
        key = next((key for key, value in output.items() if holds_logits(value)), None)
        if key is not None:
            inner = _form_like(torch, output[key], vocab_size, n)
            return lambda logits: {**output, key: inner(logits)}
    if isinstance(output, (list, tuple)):
        at = next((i for i, value in enumerate(output) if holds_logits(value)), None)
        if at is not None:
            inner = _form_like(torch, output[at], vocab_size, n)
            make = getattr(type(output), "_make", type(output))  # a namedtuple's constructor takes no list
            return lambda logits: make([*output[:at], inner(logits), *output[at + 1 :]])
    if holds_logits(getattr(output, "logits", None)):
        inner = _form_like(torch, output.logits, vocab_size, n)

        def with_logits(logits: Any) -> Any:
            answer = copy.copy(output)
            object.__setattr__(answer, "logits", inner(logits))
            return answer

        return with_logits
    return lambda logits: logits


def _stand_in(torch: Any, vocab_size: int, context: int) -> Any:
    """A module with the attributes that a generator may look for, when the student's can't be built."""

    class MiniGPT(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.pos_emb = torch.nn.Embedding(context, 2)
            self.tok_emb = torch.nn.Embedding(vocab_size, 2)
            self.device = torch.device("cpu")
            self.vocab_size = vocab_size
            sizes = dict.fromkeys(CONTEXT_NAMES, context)
            for name, value in sizes.items():
                setattr(self, name, value)
            self.config = self.cfg = types.SimpleNamespace(**sizes, vocab_size=vocab_size)

        def forward(self, idx: Any) -> Any:
            return torch.zeros((*idx.shape, vocab_size))

    return MiniGPT()
