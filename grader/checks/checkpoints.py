"""A model and a tokenizer of the student's that are saved, changed, and loaded again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from grader.checks.modules import bind_constructor, first_inputs, randomise
from grader.checks.objects import call_function, kept, scratch
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student, first_array
from grader.checks.tokenizers import Coder
from grader.compare import compare, numbers, own_tolerance
from grader.model import (
    Array,
    BuildModule,
    CallModule,
    ListFiles,
    ModuleDescription,
    Raised,
    ReadParameters,
    Reply,
    Returned,
    SetAside,
    Text,
    Value,
    Verdict,
    module_from,
)

__all__ = [
    "Live",
    "Loaded",
    "are_intact",
    "load",
    "logits_of",
    "model_of",
    "require_the_file",
    "save",
    "spoil",
    "tokenizer_of",
    "written",
]

ORDER = ("vocab_size", "d_model", "n_heads", "n_layers", "context")
TOKENIZER = "CharTokenizer"
Listing: TypeAlias = Mapping[str, Value]

CORE = Sizes(V=0, d=64, h=4, L=3, C=64)  # the contract's defaults; V is the alphabet's


@dataclass(frozen=True, eq=False)
class Live:
    """A model under `handle`, what it says to `ids` (B, n), and the tokenizer that goes with it."""

    handle: str
    description: ModuleDescription
    ids: NDArray[np.int64]
    logits: Array
    coder: Coder


@dataclass(frozen=True, eq=False)
class Loaded:
    """Handles of what came back from a file; no tokenizer where a model came back alone."""

    model: str
    tokenizer: str | None


def tokenizer_of(student: Student, text: str, label: str) -> Coder:
    """The student's own tokenizer of `text`, else settled: there's nothing that could be saved beside the model."""
    if TOKENIZER not in student.found:
        raise Settled(
            Verdict.WRONG,
            Text("There is no tokenizer to save with the model: write {names}.", {"names": f"`{TOKENIZER}`"}),
        )
    name, handle = student.found[TOKENIZER].name, f"checkpoint-tok-{label}"
    student.returned(student.ask(BuildModule(handle, name, (text,))), Text("{name}(text)", {"name": name}))
    coder = Coder(student, handle)
    coder.encode(text)
    return coder


def model_of(student: Student, coder: Coder, text: str, label: str, sizes: Sizes = CORE) -> Live:
    """A MiniGPT for the alphabet of `text`, with weights at random, as the student builds it."""
    vocab, dice = len(set(text)), student.dice(f"checkpoint.{label}")
    handle = f"checkpoint-model-{label}"
    whole: dict[str, Value] = {
        "vocab_size": vocab,
        "d_model": sizes.d,
        "n_heads": sizes.h,
        "n_layers": sizes.L,
        "context": sizes.C,
    }
    asked = Text("MiniGPT({sizes})", {"sizes": ", ".join(str(value) for value in whole.values())})
    definition = student.found["MiniGPT"]
    reply: Reply | None = None
    # With the student's own defaults where there are some: a checkpoint that only knows these is judged apart.
    tried: list[dict[str, Value]] = [{"vocab_size": vocab}, whole] if sizes is CORE else [whole]
    for values in tried:
        args, keywords = bind_constructor(definition, ORDER, values)
        seed, first = int(dice.integers(1, 2**31)), first_inputs(definition, values)
        reply = student.ask(BuildModule(handle, definition.name, args, keywords, seed, first))
        if isinstance(reply, Returned):
            break
    assert reply is not None
    description = module_from(student.returned(reply, asked).value)
    if description is None:
        raise Settled(Verdict.WRONG, Text("{asked} is not a torch.nn.Module.", {"asked": asked}))
    randomise(student, handle, description, dice, asked)
    ids = dice.integers(0, vocab, (2, min(sizes.C, 7)))
    return Live(handle, description, ids, logits_of(student, handle, ids, asked), coder)


def logits_of(student: Student, handle: str, ids: NDArray[np.int64], asked: Text) -> Array:
    """What the module under `handle` says in evaluation mode, else settled."""
    reply = student.ask(CallModule(handle, (Array(ids, "torch"),), training=False))
    return student.numbers(first_array(student.returned(reply, asked).value), asked)


def save(student: Student, live: Live, file: str) -> Listing:
    """Have `live` saved to `file`; settled where that raises, or where nothing was written anywhere.

    The files that there were before.
    """
    asked = Text("{name}(model, tok, path)", {"name": student.found["save_checkpoint"].name})
    before = _files(student)
    student.returned(_save(student, live, file), asked)
    if _files(student) == before:
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: no file was written. What stays in memory is gone when the notebook is closed.",
                {"asked": asked},
            ),
            suspects=("checkpoint/nothing_is_written",),
        )
    return before


def _save(student: Student, live: Live, file: str) -> Reply:
    return call_function(
        student, "save_checkpoint", kept(live.handle), kept(live.coder.handle), scratch(file), recording=True
    )


def _files(student: Student) -> Listing:
    value = student.returned(student.ask(ListFiles()), Text("the files")).value
    return value if isinstance(value, Mapping) else {}


def require_the_file(student: Student, live: Live, other: Live, file: str, before: Listing) -> None:
    """What comes back must come from the files written since `before`, not from memory: else settled.

    To be asked before `file` is loaded, for what a load keeps for the next one comes from the file all the same.
    Without those files neither the saved model nor `live` may come back.  And where `other` is saved to the same path
    while they are away, it's the saved one that comes back once they stand in their places again.
    """
    names: dict[str, Value] = {place: tuple(states) for place, states in written(student, before).items()}
    count = sum(len(listed) for listed in names.values() if isinstance(listed, tuple))
    moved = student.ask(SetAside(names))
    try:
        without = _logits_from(student, file, "checkpoint-without-file", live)
        overwritten = _save(student, other, file)
    finally:
        student.ask(SetAside(names, back=True))
    if not (isinstance(moved, Returned) and moved.value == count > 0):
        return
    now = logits_of(student, live.handle, live.ids, Text("MiniGPT"))
    if _is_one_of(without, (live.logits, now)):
        raise _from_memory(
            Text(
                "{asked}: the model came back though its file had been moved away. The loaded model is the one in "
                "memory, and gone when the notebook is closed.",
                {"asked": _asked_to_load(student)},
            )
        )
    if not isinstance(overwritten, Returned):
        return
    theirs = logits_of(student, other.handle, live.ids, Text("MiniGPT"))
    if _is_one_of(_logits_from(student, file, "checkpoint-put-back", live), (theirs,)):
        raise _from_memory(
            Text(
                "{asked}: the file was opened, but it isn't what came back. Another model was saved to the same path, "
                "and then the first file put in its place again; what was loaded is the other model. It comes from "
                "memory, and is gone when the notebook is closed.",
                {"asked": _asked_to_load(student)},
            )
        )


def written(student: Student, before: Listing) -> Mapping[str, Listing]:
    """The files that are new or others since `before`, with their states, by place."""
    now = _files(student)
    return {
        place: {
            name: state for name, state in _entries(now, place).items() if _entries(before, place).get(name) != state
        }
        for place in ("scratch", "here")
    }


def are_intact(student: Student, files: Mapping[str, Listing]) -> bool:
    """Are all of these `files` as they were?"""
    now = _files(student)
    return all(
        _entries(now, place).get(name) == state for place, states in files.items() for name, state in states.items()
    )


def _from_memory(message: Text) -> Settled:
    return Settled(Verdict.WRONG, message, suspects=("checkpoint/nothing_is_written",))


def _logits_from(student: Student, file: str, handle: str, live: Live) -> Array | None:
    """What the model that comes from `file` says to the ids of `live`; None where nothing of the kind comes."""
    reply = call_function(student, "load_checkpoint", scratch(file), keep=handle, recording=True, seed=5)
    if not isinstance(reply, Returned):
        return None
    parts = _model_first(student, handle, _parts(reply.value))
    model = f"{handle}.{parts[0]}" if parts else handle
    answer = student.ask(CallModule(model, (Array(live.ids, "torch"),), training=False))
    got = numbers(first_array(answer.value)) if isinstance(answer, Returned) else None
    return got if isinstance(got, Array) else None


def _is_one_of(got: Array | None, known: Sequence[Array]) -> bool:
    return got is not None and any(compare(own.data, got.data, own_tolerance(got, depth=3)).same for own in known)


def _entries(listing: Listing, place: str) -> Listing:
    found = listing.get(place)
    return found if isinstance(found, Mapping) else {}


def _asked_to_load(student: Student) -> Text:
    return Text("{name}(path)", {"name": student.found["load_checkpoint"].name})


def _parts(value: Value) -> list[str | int]:
    """The keys of what came back: names of a mapping, places in a pair."""
    return list(value) if isinstance(value, Mapping) else list(range(len(value))) if isinstance(value, tuple) else []


def _model_first(student: Student, handle: str, parts: Sequence[str | int]) -> Sequence[str | int]:
    """The keys of a model and of a tokenizer, also where the tokenizer is what came back first."""
    if len(parts) < 2 or isinstance(student.ask(ReadParameters(f"{handle}.{parts[0]}")), Returned):
        return parts
    is_second = isinstance(student.ask(ReadParameters(f"{handle}.{parts[1]}")), Returned)
    return (parts[1], parts[0]) if is_second else parts


def spoil(student: Student, live: Live, label: str) -> None:
    """Give `live` other weights: what has been saved must not change with it."""
    randomise(student, live.handle, live.description, student.dice(f"checkpoint.spoilt.{label}"), Text("MiniGPT"))


def load(student: Student, file: str, label: str, seed: int = 5) -> Loaded:
    """What is loaded from `file`, else settled.  A model alone lacks the tokenizer, and nothing else."""
    asked = _asked_to_load(student)
    handle = f"checkpoint-loaded-{label}"
    reply = call_function(student, "load_checkpoint", scratch(file), keep=handle, recording=True, seed=seed)
    if isinstance(reply, Raised) and "weights_only" in reply.message:
        student.suspect("checkpoint/objects_in_the_file")
    value = student.returned(reply, asked).value
    found = _parts(value)
    parts = _model_first(student, handle, found)
    if len(parts) >= 2:
        # In a dict they have names; in a pair it's the order that tells them apart.
        student.memo["checkpoint.exchanged"] = parts[0] != found[0] and not isinstance(value, Mapping)
        return Loaded(f"{handle}.{parts[0]}", f"{handle}.{parts[1]}")
    if isinstance(student.ask(ReadParameters(handle)), Returned):
        return Loaded(handle, None)
    raise Settled(Verdict.WRONG, Text("{asked}: a pair (model, tok) is expected.", {"asked": asked}))
