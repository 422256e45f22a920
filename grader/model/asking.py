"""The seam between judging and executing: ``Ask: Call -> Reply``.

Checks know nothing of kernels: they are given something callable that turns a `Call`
into a `Reply`.  In production that is a confined Jupyter kernel; in most tests it is a fake
student in the same process.  All calls are plain data, and none carries an expected value.

Arguments are plain data too.  A mapping with one of these keys alone stands for an object on the other side:

- ``{"kept": handle}``: what an earlier call kept under that handle (a module, a tokenizer, one of several results);
- ``{"named": NAME}``: the notebook's own NAME, such as a function that another takes as its argument;
- ``{"scratch": FILE}``: the path of FILE in a fresh folder that is the same for all calls;
- ``{"optimizer": handle}``: AdamW over the parameters of the module under that handle;
- ``{"affine_map": {...}}``: a map of tokens that remembers its inputs, under a handle (``grader.inside.callables``);
- ``{"token_encoder": table}``: a module from ids to the rows of an array (V, d) (``grader.inside.token_encoder``);
- ``{"token_function": {...}}``: a function of tokens that is made there (``grader.inside.token_functions``);
- ``{"config": {...}}``: an object with these hyper-parameters; ``{"generator": (library, seed)}``: one of chance;
- ``{"tokenizer": ALPHABET}``: a tokenizer with one token for each character of ALPHABET.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from grader.model.measured import Counted, Each, FillHoles, OnDevice
from grader.model.replies import Reply
from grader.model.several import Several, WithZeros
from grader.model.values import Array, Value

__all__ = [
    "Ask",
    "BuildLibraryModel",
    "BuildModule",
    "Call",
    "CallFunction",
    "CallMethod",
    "CallModule",
    "Counted",
    "Each",
    "FillHoles",
    "FitModule",
    "Generate",
    "Inspect",
    "ListFiles",
    "OnDevice",
    "Overheard",
    "ReadAttribute",
    "ReadParameters",
    "ReadVariable",
    "Repeated",
    "SetAside",
    "SetParameters",
    "Spied",
    "StandIn",
    "Substituted",
    "Watched",
    "Witnessed",
    "innermost",
]


@dataclass(frozen=True)
class Inspect:
    """What does the notebook define?  Returns data for :class:`grader.model.Definitions`.

    With `names`, only those are described in full; every public name is listed in any case.
    """

    names: tuple[str, ...]


@dataclass(frozen=True)
class CallFunction:
    """Call the function `name` with positional `args` and `keywords`.

    `gradient_of` lists positions of arguments (torch tensors) whose gradients are wanted of
    ``sum(output * cotangent)``, where output is the first tensor that the function returns.
    `arguments_after` asks for the arguments as they are after the call (to see changes in place).
    With `keep`, what it returns is also kept under that handle, and the parts of a tuple, a list or a dict under
    ``keep.0``, ``keep.1``, ``keep.key``.  Gradients aren't recorded, unless `gradient_of` or `recording` (which leaves
    autograd on, as it is in a notebook) asks for it.
    """

    name: str
    args: tuple[Value, ...] = ()
    keywords: Mapping[str, Value] = field(default_factory=dict)
    gradient_of: tuple[int, ...] = ()
    cotangent: Array | None = None
    arguments_after: bool = False
    keep: str = ""
    recording: bool = False
    seed: int = 0


@dataclass(frozen=True)
class BuildModule:
    """Build ``class_name(*args, **keywords)`` and keep it under `handle`; any class will do.

    Returns data for :class:`grader.model.ModuleDescription`, or nothing unless `described`.  The mode is that in which
    the constructor leaves the module.  One with lazy parameters (``nn.LazyLinear``) is called once, so that they get
    their shapes, with the first of `first_inputs` that its forward takes: each is a tuple of arguments.
    """

    handle: str
    class_name: str
    args: tuple[Value, ...] = ()
    keywords: Mapping[str, Value] = field(default_factory=dict)
    seed: int = 0
    first_inputs: tuple[tuple[Value, ...], ...] = ()
    described: bool = True


@dataclass(frozen=True)
class BuildLibraryModel:
    """Build a tiny language model of library layers and keep it under `handle`, in training mode.

    Ids (B, n), any n, to logits (B, n, vocab_size) that depend on the token alone.  Its parameters are an embedding and
    a matrix (vocab_size, d_model) and a bias (vocab_size).  `context` is in its attributes, by the names students use.
    """

    handle: str
    vocab_size: int
    d_model: int
    context: int
    seed: int = 0


@dataclass(frozen=True)
class SetParameters:
    """Overwrite the module's parameters by position, in the order of ``parameters()``.

    Values are cast to each parameter's own dtype.  Returns the number that were set.
    """

    handle: str
    values: tuple[Array, ...]


@dataclass(frozen=True)
class ReadParameters:
    """The module's parameters in the order of ``parameters()``, as a sequence of arrays."""

    handle: str


@dataclass(frozen=True)
class CallModule:
    """Call the module under `handle`.

    `training` True/False calls ``train()``/``eval()`` first; None leaves the mode alone.
    Floating-point arguments are cast to the module's own dtype on the other side when
    `own_dtype` is set.  No gradients are recorded unless `gradient_of` asks for some.
    """

    handle: str
    args: tuple[Value, ...] = ()
    keywords: Mapping[str, Value] = field(default_factory=dict)
    training: bool | None = False
    own_dtype: bool = True
    gradient_of: tuple[int, ...] = ()
    cotangent: Array | None = None
    arguments_after: bool = False
    seed: int = 0


@dataclass(frozen=True)
class CallMethod:
    """Call a method of the object under `handle`: the first of `names` that it has (AttributeError without any).

    ``"__call__"`` calls the object itself.  The rest is as in `CallFunction`.
    """

    handle: str
    names: tuple[str, ...]
    args: tuple[Value, ...] = ()
    keywords: Mapping[str, Value] = field(default_factory=dict)
    arguments_after: bool = False
    keep: str = ""
    recording: bool = False
    seed: int = 0


@dataclass(frozen=True)
class ReadAttribute:
    """The first attribute of `names` that the object under `handle` has, as plain data.

    A name may be dotted.  ``"__len__"`` gives the object's length.  AttributeError without any.
    """

    handle: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class ReadVariable:
    """The notebook's own `name` as plain data."""

    name: str


@dataclass(frozen=True)
class ListFiles:
    """The files that the student's code may have written.

    Returns a mapping: ``scratch``, those in the folder of ``{"scratch": FILE}``, and ``here``, those in the current
    one.  Each maps a file's relative name to its size in bytes and the time of its last change, in ns.
    """


@dataclass(frozen=True)
class SetAside:
    """Rename `files` (names by place as in `ListFiles`) so that they aren't found, or `back` again; how many it did."""

    files: Mapping[str, Value]
    back: bool = False


@dataclass(frozen=True)
class FitModule:
    """Take `steps` steps of Adam on cross-entropy(module(inputs, *further), targets), one fixed batch.

    Returns the losses, one float a step.  `inputs`, `further` and `targets` are integer arrays (B, n), and `inputs` a
    float32 one (B, n, d) for a layer without ids.
    """

    handle: str
    inputs: Array
    targets: Array
    steps: int
    learning_rate: float
    seed: int = 0
    further: tuple[Array, ...] = ()


@dataclass(frozen=True)
class Generate:
    """Call a text generator with a stub model whose logits we choose.

    The stub is the student's own module under `handle` with ``forward`` replaced, or a stand-in
    when `handle` is None.  It is handed over in training mode and with gradients on.  Its logits at position i
    are ``table[idx[i]]`` (`table` is (V, V)) and so depend on the token there alone; with a (P, V, V) table,
    position i uses ``table[min(i, P - 1)]``.  They come back in the form that the student's own forward has.
    Inputs longer than `context` raise IndexError if `strict`, else are answered like any other.

    In `args` and `keywords`, ``{"stub": WHAT}`` stands for an object that is made on the other side: the
    ``model``, the ``model of all positions`` (the same, with logits (B, n, V) although the student's own forward gives
    those of the last position alone), a ``tokenizer`` over `alphabet`, or its dicts ``stoi`` and ``itos``.

    Returns a mapping: ``text`` (what the function returned) and ``calls``, a sequence of mappings
    ``{"ids": int array (B, n), "training": bool, "grad": bool}`` for the first 64 forwards, and their ``count``.
    """

    function: str
    handle: str | None
    alphabet: str
    context: int
    table: Array
    args: tuple[Value, ...] = ()
    keywords: Mapping[str, Value] = field(default_factory=dict)
    strict: bool = False
    seed: int = 0


@dataclass(frozen=True)
class StandIn:
    """What to put in place of one of the student's names for a while: a library's version of `role`.

    `options` are plain data for it: the student's mask convention, the names of a constructor's parameters.
    """

    role: str
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Substituted:
    """Answer `call` with the student's names in `stand_ins` replaced; they are put back afterwards.

    The reply is that of `call`.  Nothing of the course's reference is sent: the stand-ins are made of library
    calls on the other side (``grader.inside.stand_ins``).
    """

    stand_ins: Mapping[str, StandIn]
    call: Call


@dataclass(frozen=True)
class Witnessed:
    """Answer `call`, and note which of the library functions in `watch` the student's own code calls meanwhile.

    `watch` holds last parts of names (``softmax``, ``MultiheadAttention.forward``).  Slow: never for a scored call.
    """

    call: Call
    watch: tuple[str, ...]


@dataclass(frozen=True)
class Spied:
    """Answer `call`, and note how the module under `handle` is called meanwhile.

    Returns a mapping: ``value`` (the reply's own value) and ``calls``, a sequence of mappings
    ``{"input": the first array argument (None above 4096 numbers), "training": bool, "grad": bool}`` for the first 64
    forwards, and their ``count``.
    """

    handle: str
    call: Call


@dataclass(frozen=True)
class Overheard:
    """Answer `call`, and note what the modules inside the module under `handle` are given and give meanwhile.

    Returns a mapping: ``value`` (the reply's own value) and ``heard``, a sequence of mappings ``{"path": its dotted
    path, "inputs": its arguments, None where one is no array, "output": its output, or the first of several}`` for the
    first 256 calls of such modules (those at `paths` alone, if there are any), in the order in which they end, as long
    as they hold 200 000 numbers at most.
    """

    handle: str
    call: Call
    paths: tuple[str, ...] = ()


@dataclass(frozen=True)
class Watched:
    """Answer `call`, and note what goes through the module under `handle` and back through it meanwhile.

    Generators that the notebook keeps for itself are seeded too.  Returns a mapping: ``value`` (the reply's own value);
    ``calls``, a sequence of mappings ``{"input": ids, "training": bool, "grad": bool, "output": logits, "gradient": of
    the loss by the logits}`` for the first 400 forwards (without the arrays that would be too large or that didn't come
    to be); ``count`` of the forwards; ``updates``, how often the parameters were found changed; ``stale``, how many
    gradients were added to one that was computed before its parameter changed; ``optimizers``, by the name of its class
    ``{"adamw": bool, "library": is it one of torch's, "steps": how many, "without_moments": how many of them with
    nothing kept from steps before}`` for each whose step() was called for the module's parameters; ``first_update``,
    the parameters ``before`` and ``after`` the first change; and ``left`` (``grader.inside.left_changed``).
    """

    handle: str
    call: CallFunction


@dataclass(frozen=True)
class Repeated:
    """Call a function `times` times, its seed set once at the beginning, and return the sequence of its values.

    Each call gets arguments of its own; the notebook's own generators are seeded too, but the `spared` ones.  Where
    it's `deaf`, the seeds that the function sets by itself do nothing.  No gradients.
    """

    call: CallFunction
    times: int
    deaf: bool = False
    spared: tuple[str, ...] = ()


Call: TypeAlias = (
    Inspect
    | CallFunction
    | CallMethod
    | ReadAttribute
    | ReadVariable
    | ListFiles
    | SetAside
    | Spied
    | Overheard
    | Repeated
    | Each
    | OnDevice
    | FillHoles
    | Watched
    | BuildModule
    | BuildLibraryModel
    | SetParameters
    | ReadParameters
    | CallModule
    | FitModule
    | Generate
    | Substituted
    | Witnessed
    | Counted
    | Several
    | WithZeros
)


def innermost(call: Call) -> Call:
    """The question itself, without what is to happen around it; of several, the first."""
    around = Substituted | Witnessed | Spied | Overheard | Counted | Watched | Repeated | Each | OnDevice | WithZeros
    while isinstance(call, around | Several):
        call = call.calls[0] if isinstance(call, Several) else call.call
    return call


class Ask(Protocol):
    """Put one question to the student's process."""

    def __call__(self, call: Call, /) -> Reply: ...
