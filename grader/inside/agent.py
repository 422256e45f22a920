"""Answers questions about the student's notebook from inside its process.

One request in, one reply out, both trees of plain data (see `wire`).  A request is
``{"id", "op", ...}``; a reply repeats the id and holds either ``value`` (with
``gradients`` and ``arguments_after`` where asked for) or ``raised``.  The operations are the
ones of ``grader.model.asking``, whose docstrings say what each means.
"""

from __future__ import annotations

import builtins
import contextlib
import copy
import inspect
import sys
from functools import partial
from typing import Any, Callable, Mapping

import numpy as np

from . import stand_ins, stub_model, wire, witness
from .callables import affine_map
from .configuration import configuration
from .description import describe_definition, describe_module
from .device import on_device
from .errors import describe_error
from .fitting import fit
from .holes import fill_holes
from .kept import Kept, attribute_of, files_below, method_of
from .lazy import materialise
from .library_model import library_model, optimizer_of
from .lines import Lines
from .overheard import overheard
from .own_generators import generator_of
from .plain import to_plain
from .repeated import each, repeated
from .seeding import seed
from .silence import Unread, silenced
from .spy import spied
from .state import State
from .token_encoder import token_encoder
from .token_functions import token_function
from .watched import watched
from .work import counted
from .zeros import zeros

__all__ = ["Agent"]

Place = Callable[[str], "int | None"]


class Agent:
    """Serves one namespace.  `cell_of` maps a code object's file name to a cell number, or None.

    `given` are names that were there before the notebook (IPython's ``In``, ``exit`` ...).  `output` is the descriptor
    to which what is printed is told, if it's counted.
    """

    def __init__(
        self,
        namespace: dict[str, Any],
        cell_of: Place,
        given: Mapping[str, Any] | None = None,
        output: int | None = None,
    ) -> None:
        self.namespace = namespace
        self.given = given or {}
        self.cell_of = cell_of
        self.unread = Unread(output)
        self.modules = Kept()
        self.state = State(namespace)
        # What a mapping with that key alone stands for, as an argument.
        self.device: Any = None  # where tensors go; None for where torch puts them
        self.placed: dict[str, Callable[[Any], Any]] = {
            "affine_map": partial(affine_map, self.modules),
            "config": partial(configuration, namespace),
            "generator": lambda made: generator_of(*made),
            "kept": self.modules.__getitem__,
            "named": self.resolve,
            "scratch": self.modules.scratch,
            "optimizer": lambda handle: optimizer_of(self.modules[handle]),
            "token_encoder": token_encoder,
            "token_function": token_function,
            "tokenizer": stub_model.Tokenizer,
        }
        self.operations: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "inspect": self.inspect,
            "call_function": self.call_function,
            "call_method": self.call_method,
            "read_attribute": self.read_attribute,
            "read_variable": self.read_variable,
            "list_files": lambda _: {"value": {place: files_below(at) for place, at in self.modules.places().items()}},
            "set_aside": lambda request: {"value": self.modules.set_aside(request["files"], request["back"])},
            "spied": self.spied,
            "overheard": self.overheard,
            "repeated": self.repeated,
            "each": self.each,
            "watched": self.watched,
            "build_module": self.build_module,
            "build_library_model": self.build_library_model,
            "set_parameters": self.set_parameters,
            "read_parameters": self.read_parameters,
            "call_module": self.call_module,
            "fit_module": self.fit_module,
            "generate": self.generate,
            "substituted": self.substituted,
            "witnessed": self.witnessed,
            "counted": self.counted,
            "on_device": self.on_device,
            "with_zeros": self.with_zeros,
            "several": lambda request: {"value": [self.operations[c["op"]](c)["value"] for c in request["calls"]]},
            "fill_holes": lambda _: {"value": len(fill_holes())},
        }

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The reply to one request; an exception of the student's is part of the reply."""
        reply: dict[str, Any] = {"id": request.get("id")}
        try:
            with silenced(self.unread), self.state:
                reply.update(self.operations[request["op"]](request))
        except BaseException as error:  # SystemExit and KeyboardInterrupt of the student's too
            reply["raised"] = describe_error(error, self.cell_of)
        return reply

    # -- operations ---------------------------------------------------------------------------

    def inspect(self, request: dict[str, Any]) -> dict[str, Any]:
        names = [
            str(name)
            for name, value in list(self.namespace.items())
            if not str(name).startswith("_") and not (name in self.given and value is self.given[name])
        ]
        described = {}
        for name in request["names"]:
            try:
                value = self.resolve(name)
            except (NameError, AttributeError):  # not there: not described
                continue
            described[name] = describe_definition(value, self.namespace, self.cell_of, request["names"])
        return {"value": {"described": described, "public_names": names[:2000]}}

    def call_function(self, request: dict[str, Any]) -> dict[str, Any]:
        function = self.resolve(request["name"])
        reply = self.call(function, request, lambda value: value)
        kept = _kept_weights(function)
        if kept is not None and isinstance(reply["value"], wire.Tensor):
            reply["value"] = [reply["value"], to_plain(kept)]
        return reply

    def call_method(self, request: dict[str, Any]) -> dict[str, Any]:
        return self.call(method_of(self.modules[request["handle"]], request["names"]), request, lambda value: value)

    def read_attribute(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"value": to_plain(attribute_of(self.modules[request["handle"]], request["names"]))}

    def read_variable(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"value": to_plain(self.resolve(request["name"]))}

    def spied(self, request: dict[str, Any]) -> dict[str, Any]:
        inner = request["call"]
        return spied(lambda: self.operations[inner["op"]](inner), self.modules[request["handle"]])

    def overheard(self, request: dict[str, Any]) -> dict[str, Any]:
        inner = request["call"]
        run = lambda: self.operations[inner["op"]](inner)
        return overheard(run, self.modules[request["handle"]], request["paths"])

    def repeated(self, request: dict[str, Any]) -> dict[str, Any]:
        inner, torch = request["call"], sys.modules.get("torch")
        function = self.resolve(inner["name"])
        keywords = {key: self.to_live(arg) for key, arg in inner["keywords"].items()}
        seed(inner["seed"])

        def arguments() -> list[Any]:
            return [self.fresh(arg) for arg in inner["args"]]

        with contextlib.nullcontext() if torch is None else torch.no_grad():
            how = request["deaf"], request["spared"]
            return {"value": repeated(function, arguments, keywords, request["times"], inner["seed"], *how)}

    def each(self, request: dict[str, Any]) -> dict[str, Any]:
        inner, torch = request["call"], sys.modules.get("torch")
        function = self.modules[inner["handle"]].eval() if "handle" in inner else self.resolve(inner["name"])
        seed(inner["seed"])
        args = [self.to_live(arg) for arg in inner["args"]]
        keywords = {key: self.to_live(arg) for key, arg in inner["keywords"].items()}
        with contextlib.nullcontext() if torch is None else torch.no_grad():
            if not request["lines"]:
                return {"value": each(function, args, keywords, request["part"])}
            lines = Lines(function)
            each(lines, args, keywords, request["part"])
            return {"value": lines.count}

    def watched(self, request: dict[str, Any]) -> dict[str, Any]:
        inner = request["call"]
        function, module = self.resolve(inner["name"]), self.modules[request["handle"]]
        return watched(lambda f: self.call(f, inner, lambda value: value), module, function, inner["seed"])

    def build_library_model(self, request: dict[str, Any]) -> dict[str, Any]:
        seed(request["seed"])
        module = library_model(request["vocab_size"], request["d_model"], request["context"])
        self.modules[request["handle"]] = module
        return {"value": describe_module(module)}

    def build_module(self, request: dict[str, Any]) -> dict[str, Any]:
        seed(request["seed"])
        cls = self.resolve(request["class_name"])
        args = [self.to_live(arg) for arg in request["args"]]
        keywords = {key: self.to_live(arg) for key, arg in request["keywords"].items()}
        module = cls(*args, **keywords)
        materialise(module, [partial(self.to_live, inputs) for inputs in request["first_inputs"]])
        self.modules[request["handle"]] = module
        return {"value": describe_module(module) if request["described"] else None}

    def set_parameters(self, request: dict[str, Any]) -> dict[str, Any]:
        torch = _torch()
        parameters = list(self.modules[request["handle"]].parameters())
        if len(parameters) != len(request["values"]):
            raise ValueError("the module's parameters have changed in number")
        with torch.no_grad():
            for parameter, value in zip(parameters, request["values"]):
                parameter.copy_(torch.from_numpy(value.data))
        return {"value": len(parameters)}

    def read_parameters(self, request: dict[str, Any]) -> dict[str, Any]:
        return {"value": [to_plain(p) for p in self.modules[request["handle"]].parameters()]}

    def call_module(self, request: dict[str, Any]) -> dict[str, Any]:
        module = self.modules[request["handle"]]
        if request["training"] is not None:
            module.train(request["training"])
        convert: Callable[[Any], Any] = lambda value: value
        if request["own_dtype"]:
            own = next((p.dtype for p in module.parameters() if p.dtype.is_floating_point), None)
            if own is not None:
                convert = lambda value: value.to(own) if _is_floating(value) else value
        return self.call(module, request, convert)

    def fit_module(self, request: dict[str, Any]) -> dict[str, Any]:
        seed(request["seed"])
        return {"value": fit(self.modules[request["handle"]], request, _first_tensor)}

    def generate(self, request: dict[str, Any]) -> dict[str, Any]:
        seed(request["seed"])
        function = self.resolve(request["function"])
        handle = request["handle"]
        module = None if handle is None else self.modules[handle]
        value = stub_model.drive(function, module, request, self.to_live)
        return {"value": to_plain(value)}

    def substituted(self, request: dict[str, Any]) -> dict[str, Any]:
        """Answer the inner call with stand-ins under some of the student's names; put theirs back in any case."""
        inner = request["call"]
        kept = {name: self.namespace[name] for name in request["stand_ins"] if name in self.namespace}
        missing = [name for name in request["stand_ins"] if name not in kept]
        try:
            for name, wanted in request["stand_ins"].items():
                made = stand_ins.stand_in(wanted["role"], kept.get(name), wanted["options"])
                if made is not None:
                    self.namespace[name] = made
            return self.operations[inner["op"]](inner)
        finally:
            self.namespace.update(kept)
            for name in missing:
                self.namespace.pop(name, None)

    def witnessed(self, request: dict[str, Any]) -> dict[str, Any]:
        """Answer the inner call while noting which library functions the student's code calls."""
        inner = request["call"]
        return witness.witnessed(lambda: self.operations[inner["op"]](inner), self.cell_of, frozenset(request["watch"]))

    def counted(self, request: dict[str, Any]) -> dict[str, Any]:
        inner = request["call"]
        return counted(lambda: self.operations[inner["op"]](inner))

    def on_device(self, request: dict[str, Any]) -> dict[str, Any]:
        inner = request["call"]
        try:
            with on_device(self.modules.objects, request) as self.device:
                return self.operations[inner["op"]](inner)
        finally:
            self.device = None

    def with_zeros(self, request: dict[str, Any]) -> dict[str, Any]:
        with zeros(self.modules[request["handle"]], request["parameters"]):
            return self.operations[request["call"]["op"]](request["call"])

    # -- shared -------------------------------------------------------------------------------

    def resolve(self, name: str) -> Any:
        """A name of the notebook, possibly dotted (``Class.method``)."""
        head, *rest = name.split(".")
        if head not in self.namespace:
            raise NameError(f"name {head!r} is not defined")
        value = self.namespace[head]
        for part in rest:
            value = getattr(value, part)
        return value

    def call(self, function: Any, request: dict[str, Any], convert: Callable[[Any], Any]) -> dict[str, Any]:
        args = [convert(self.to_live(arg)) for arg in request["args"]]
        keywords = {key: convert(self.to_live(arg)) for key, arg in request["keywords"].items()}
        wanted = list(request.get("gradient_of", ()))
        seed(request["seed"])
        reply: dict[str, Any] = {}
        if wanted:
            torch = _torch()
            with torch.enable_grad():
                for position in wanted:
                    args[position] = args[position].detach().clone().requires_grad_(True)
                value = _callable(function)(*args, **keywords)
                output = _first_tensor(value)
                cotangent = torch.from_numpy(request["cotangent"].data).to(output.dtype)
                gradients = torch.autograd.grad(
                    (output * cotangent).sum(), [args[i] for i in wanted], allow_unused=True
                )
            reply["gradients"] = [to_plain(g) for g in gradients]
        elif "torch" in sys.modules:
            with _torch().set_grad_enabled(bool(request.get("recording"))):
                value = _callable(function)(*args, **keywords)
        else:
            value = _callable(function)(*args, **keywords)
        if request.get("keep"):
            self.modules.with_parts(request["keep"], value)
        reply["value"] = to_plain(value)
        if request["arguments_after"]:
            reply["arguments_after"] = [to_plain(arg) for arg in args]
        return reply

    def to_live(self, value: Any) -> Any:
        """Plain data -> what the student's code is given: arrays, lists, module handles."""
        if isinstance(value, wire.Tensor):
            if value.library == "numpy":
                return value.data
            torch = _torch()
            dtype = getattr(torch, value.dtype)
            # Single precision stands for the default: where a notebook has made that float64, its modules and tables
            # are float64 too, and torch multiplies no float32 with them.
            dtype = torch.get_default_dtype() if dtype is torch.float32 else dtype
            return torch.from_numpy(value.data).to(dtype=dtype, device=self.device)
        if isinstance(value, tuple):
            return [self.to_live(part) for part in value]
        if isinstance(value, dict):
            live = {key: self.to_live(part) for key, part in value.items()}
            stands_for = self.placed.get(next(iter(live))) if len(live) == 1 else None
            return live if stands_for is None else stands_for(*live.values())
        return value

    def fresh(self, value: Any) -> Any:
        """What :meth:`to_live` gives, with no memory shared with what it gave before."""
        live = self.to_live(value)
        # A deep copy of a small tensor takes 50 µs, as long as many a student's function.
        return live.clone() if isinstance(value, wire.Tensor) and value.library == "torch" else copy.deepcopy(live)


def _kept_weights(function: Any) -> Any:
    """The attention weights that an object keeps in an attribute when it's called; None for a plain function."""
    if inspect.isroutine(function) or inspect.isclass(function):
        return None
    for name in ("attention_weights", "attn_weights", "weights", "attn", "attention", "pesos", "pesos_atencion", "A"):
        kept = getattr(function, name, None)
        if isinstance(kept, np.ndarray) or ("torch" in sys.modules and isinstance(kept, _torch().Tensor)):
            return kept
    return None


def _torch() -> Any:
    import torch

    return torch


def _is_floating(value: Any) -> bool:
    torch = _torch()
    return isinstance(value, torch.Tensor) and value.dtype.is_floating_point


def _callable(function: Any) -> Any:
    """`function` itself, or its ``forward`` when it's an object without ``__call__``."""
    if callable(function):
        return function
    return function.forward


def _first_tensor(value: Any) -> Any:
    torch = _torch()
    if isinstance(value, torch.Tensor):
        return value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for part in value:
            if isinstance(part, torch.Tensor) and part.dtype.is_floating_point and part.dim() > 0:
                return part
    raise TypeError(f"expected a tensor, got {type(value).__name__}")


_ = builtins  # kept so that a notebook that empties `builtins` from sys.modules can't unload it
