"""Calling the student's text generator, whatever its parameters are called, with a stub model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from grader.checks.generated_text import CameAs, form_of, text_of
from grader.checks.generator_parameters import IDS_NAMES, arguments_for, required_names, roles_of
from grader.checks.language_model import logits_in
from grader.checks.modules import try_build
from grader.checks.student import Settled, Student, first_array, settled_by, to_keep
from grader.checks.token_modules import constructor_values
from grader.compare import NotNumbers, numbers
from grader.model import (
    Array,
    CallModule,
    Generate,
    ModuleDescription,
    Observation,
    Raised,
    Reply,
    Returned,
    Text,
    Value,
    Verdict,
    module_from,
)

__all__ = [
    "CONTEXT",
    "ForwardCall",
    "Generated",
    "Options",
    "attempt",
    "came_as",
    "crops_in_forward",
    "generate",
    "has",
    "longest_input",
    "model_of",
    "note_ids",
    "window_by_number",
]

# Long enough that no other check depends on whether the window is cropped.
CONTEXT = 64
COURSE_CONTEXT = 64  # the default of the contract's MiniGPT

Calls: TypeAlias = "tuple[ForwardCall, ...]"


@dataclass(frozen=True, eq=False)
class ForwardCall:
    """One call of the model: `ids` are the tokens that it was given, (n,)."""

    ids: tuple[int, ...]
    training: bool
    grad: bool


@dataclass(frozen=True, eq=False)
class Generated:
    """What came of one call of the generator.

    `whole` is the text, `new` what it has after the prompt, `tokens` the ids of `new`; `form` says as what it came.
    `calls` are the first calls of the model, `count` how many there were.
    """

    asked: Text
    whole: str
    new: str
    tokens: NDArray[np.int64]
    starts_with_prompt: bool
    calls: Calls
    count: int
    form: CameAs


def has(student: Student, role: str) -> bool:
    """Does the generator have a parameter for `role`?"""
    return role in roles_of(student.found["generate"])


class Options(TypedDict, total=False):
    """What else may be asked.  Temperature and top_k are passed on only where they are given."""

    temperature: float | None
    top_k: int | None
    context: int
    strict: bool
    seed: int


def generate(
    student: Student, alphabet: str, table: NDArray[Any], prompt: str, length: int, **options: Unpack[Options]
) -> Generated:
    """Generate from `prompt`; else settle the verdict.  `table` (V, V) holds the stub's logits, by token."""
    asked = _asked(student, prompt, length, options.get("temperature"), options.get("top_k"))
    reply = attempt(student, alphabet, table, prompt, length, **options)
    if not isinstance(reply, Returned):
        raise settled_by(reply, asked)
    return _generated_from(reply, asked, alphabet, prompt, length)


def attempt(
    student: Student, alphabet: str, table: NDArray[Any], prompt: str, length: int, **options: Unpack[Options]
) -> Reply:
    """As :func:`generate`, but the bare reply: the generator may have raised."""
    roles = roles_of(student.found["generate"])
    if "length" not in roles:
        raise Settled(
            Verdict.WRONG,
            Text("{name} has no parameter for the number of new tokens.", {"name": student.found["generate"].name}),
        )
    takes_text = _takes_text(student, alphabet, table)
    whole = _wants_all_positions(student, alphabet, takes_text)
    return _ask(student, alphabet, table, prompt, length, takes_text=takes_text, whole=whole, **options)


def _ask(
    student: Student,
    alphabet: str,
    table: NDArray[Any],
    prompt: str,
    length: int,
    *,
    takes_text: bool,
    whole: bool = False,
    temperature: float | None = None,
    top_k: int | None = None,
    context: int = CONTEXT,
    strict: bool = False,
    seed: int = 0,
) -> Reply:
    ids = Array(np.array([[alphabet.index(character) for character in prompt]], dtype=np.int64), "torch")
    roles = roles_of(student.found["generate"])
    needed = {role for role, name in roles.items() if name in required_names(student.found["generate"])}
    values: dict[str, Value] = {
        "model": {"stub": "model of all positions" if whole else "model"},
        "tok": {"stub": "tokenizer"},
        "stoi": {"stub": "stoi"},
        "itos": {"stub": "itos"},
        "prompt": prompt if takes_text else ids,
        "length": length,
    }
    if temperature is not None or "temperature" in needed:
        values["temperature"] = 1.0 if temperature is None else temperature
    if top_k is not None or "top_k" in needed:
        values["top_k"] = top_k
    extras: dict[str, Value] = {"device": "cpu", "seed": seed, "context": context}
    values |= {role: value for role, value in extras.items() if role in needed or role == "context"}
    args, keywords = arguments_for(student.found["generate"], values)
    call = Generate(
        function=student.found["generate"].name,
        handle=model_of(student, len(alphabet), context),
        alphabet=alphabet,
        context=context,
        table=Array(table.astype(np.float64)),
        args=args,
        keywords=keywords,
        strict=strict,
        seed=seed,
    )
    reply = student.ask(call)
    got = to_keep(reply.value) if isinstance(reply, Returned) else None
    student.observations.append(Observation("generate", prompt, args, keywords, got))
    return reply


def model_of(student: Student, vocab_size: int, context: int) -> str | None:
    """The student's own MiniGPT, small; None (a stand-in) where there is none that can be built."""
    key = f"generation.model.{vocab_size}.{context}"
    if key not in student.memo:
        student.memo[key] = None
        if "MiniGPT" in student.found:
            order = ("vocab_size", "d_model", "n_heads", "n_layers", "context")
            sizes = constructor_values(
                student.found["MiniGPT"], vocab_size=vocab_size, d_model=12, n_heads=3, n_layers=1, context=context
            )
            handle, reply = try_build(student, "MiniGPT", order, sizes)
            module: ModuleDescription | None = module_from(reply.value) if isinstance(reply, Returned) else None
            if module is not None:
                student.memo[key] = handle
    handle_or_none: str | None = student.memo[key]
    return handle_or_none


def _takes_text(student: Student, alphabet: str, table: NDArray[Any]) -> bool:
    """Is the prompt text, as the contract says, or a tensor of ids (1, n), as in nanoGPT?  Found once."""
    if "generation.takes_text" not in student.memo:
        roles = roles_of(student.found["generate"])
        text_possible = "tok" in roles or "stoi" in roles
        likely = text_possible and roles.get("prompt", "").lower() not in IDS_NAMES
        found = likely
        if (
            text_possible
            and _raises(student, alphabet, table, likely)
            and not _raises(student, alphabet, table, not likely)
        ):
            found = not likely
        student.memo["generation.takes_text"] = found
    takes_text: bool = student.memo["generation.takes_text"]
    return takes_text


def _raises(student: Student, alphabet: str, table: NDArray[Any], takes_text: bool) -> bool:
    reply = _ask(student, alphabet, table, alphabet[:2], 1, takes_text=takes_text)
    return isinstance(reply, Raised)


def _wants_all_positions(student: Student, alphabet: str, takes_text: bool) -> bool:
    """Is the generator written for logits (B, n, V), as the contract says, although their own model gives (B, V)?

    That is the model's mistake, not the generator's; and one that was written for such a model is as right.  So it's
    given what it goes on rightly with, the model's own form first.  Found once.
    """
    if "generation.whole" not in student.memo:
        student.memo["generation.whole"] = False
        if _gives_last_position(student, len(alphabet)):
            table = np.full((len(alphabet), len(alphabet)), -1000.0)
            table[np.arange(len(alphabet)), np.roll(np.arange(len(alphabet)), -1)] = 0.0  # a, b, c, ... for sure
            own, whole = (
                _ask(student, alphabet, table, alphabet[:2], 4, takes_text=takes_text, whole=given)
                for given in (False, True)
            )
            fails = [isinstance(reply, Raised) for reply in (own, whole)]
            right = _text_in(own, alphabet) == alphabet[:6]
            student.memo["generation.whole"] = not right and (fails[0] or not fails[1])
    wants: bool = student.memo["generation.whole"]
    return wants


def _gives_last_position(student: Student, vocab_size: int) -> bool:
    """Are the logits of their own model (B, V), of one position alone?"""
    handle = model_of(student, vocab_size, CONTEXT)
    if handle is None:
        return False
    reply = student.ask(CallModule(handle, (Array(np.zeros((1, 3), dtype=np.int64), "torch"),)))
    logits = logits_in(reply.value, vocab_size) if isinstance(reply, Returned) else None
    return isinstance(logits, Array) and logits.shape == (1, vocab_size)


def _text_in(reply: Reply, alphabet: str) -> str | NotNumbers:
    body = reply.value if isinstance(reply, Returned) and isinstance(reply.value, Mapping) else {}
    return text_of(body.get("text"), alphabet)


def longest_input(run: Generated) -> int:
    return max(len(call.ids) for call in run.calls)


def crops_in_forward(student: Student, vocab_size: int, context: int) -> bool:
    """Does the student's own model keep to the last `context` tokens by itself?"""
    handle = model_of(student, vocab_size, context)
    if handle is None:
        return False
    ids = student.dice("generation.crops").integers(0, vocab_size, (1, context + 3))
    last = []
    for part in (ids, ids[:, -context:]):
        reply = student.ask(CallModule(handle, (Array(part, "torch"),)))
        logits = numbers(first_array(reply.value)) if isinstance(reply, Returned) else NotNumbers("")
        if isinstance(logits, NotNumbers) or logits.data.ndim != 3:
            return False
        last.append(logits.data[0, -1])
    return np.allclose(last[0], last[1], rtol=1e-4, atol=1e-5)


def window_by_number(student: Student, alphabet: str, table: NDArray[Any]) -> int | None:
    """The number of tokens to which the window is cropped, where it's a constant and the whole context of their model.

    ``idx[:, -CONTEXT:]`` with a constant of the notebook's is right there, although not with other models.
    """
    prompt = (alphabet * 60)[:700]
    run = generate(student, alphabet, table, prompt, 3)
    number = longest_input(run)
    if "MiniGPT" not in student.found or number >= len(prompt):
        return None
    sequence = prompt + run.new
    for step, call in enumerate(run.calls[: len(run.new)]):
        window = sequence[: len(prompt) + step][-number:]
        if call.ids != tuple(alphabet.index(character) for character in window):
            return None
    handle, reply = try_build(student, "MiniGPT", ("vocab_size",), {"vocab_size": len(alphabet)})
    if not isinstance(reply, Returned):
        return None

    def takes(tokens: int) -> bool:
        ids = Array(np.zeros((1, tokens), dtype=np.int64), "torch")
        return isinstance(student.ask(CallModule(handle, (ids,))), Returned)

    # A shorter window throws away what the model could still read.
    whole = takes(number) and (number == COURSE_CONTEXT or not takes(number + 1))
    return number if whole else None


def came_as(student: Student, run: Generated) -> CameAs:
    """Who is given ids answers in kind."""
    return run.form if run.form != "ids" or student.memo.get("generation.takes_text", True) else "text"


def note_ids(student: Student) -> None:
    if not student.memo.get("generation.takes_text", True):
        student.note(
            Text(
                "{name} takes and returns token ids (1, n), not text; it was judged in that form.",
                {"name": student.found["generate"].name},
            )
        )


def _asked(student: Student, prompt: str, length: int, temperature: float | None, top_k: int | None) -> Text:
    values: dict[str, str | int | float | Text] = {
        "name": student.found["generate"].name,
        "prompt": repr(prompt),
        "length": length,
        "temperature": f"{temperature:g}" if temperature is not None else "",
        "top_k": top_k or 0,
    }
    if top_k is not None:
        return Text("{name} from {prompt}, {length} new tokens, top_k = {top_k}", values)
    if temperature is not None:
        return Text("{name} from {prompt}, {length} new tokens, temperature {temperature}", values)
    return Text("{name} from {prompt}, {length} new tokens", values)


def _generated_from(reply: Returned, asked: Text, alphabet: str, prompt: str, length: int) -> Generated:
    body = reply.value if isinstance(reply.value, Mapping) else {}
    whole = _text_in(reply, alphabet)
    if isinstance(whole, NotNumbers):
        raise Settled(Verdict.WRONG, Text("{asked}: a text is expected, but {what} came back.",
                                          {"asked": asked, "what": whole.what}))  # fmt: skip
    calls = _calls_of(body.get("calls"))
    count = body.get("count")
    if not calls:
        raise Settled(Verdict.WRONG, Text("{asked}: the model that it was given was never called.", {"asked": asked}))
    starts, new = _parted(whole, prompt, length)
    foreign = next((character for character in new if character not in alphabet), None)
    if foreign is not None:
        raise Settled(
            Verdict.WRONG,
            Text(
                "{asked}: the text holds {character}, which isn't in the tokenizer's alphabet.",
                {"asked": asked, "character": repr(foreign)},
            ),
        )
    tokens = np.array([alphabet.index(character) for character in new], dtype=np.int64)
    n = count if type(count) is int else len(calls)
    return Generated(asked, whole, new, tokens, starts, calls, n, form_of(body.get("text")))


def _parted(whole: str, prompt: str, length: int) -> tuple[bool, str]:
    """Is the prompt in front, and what is new?  Where it isn't in front, what is likely to be new."""
    if whole.startswith(prompt):
        return True, whole[len(prompt) :]
    if whole.endswith(prompt) and len(whole) > length:
        return False, whole[: -len(prompt)]
    return False, whole[-length:]


def _calls_of(value: Value) -> Calls:
    calls = []
    for entry in value if isinstance(value, tuple) else ():
        ids = entry.get("ids") if isinstance(entry, Mapping) else None
        if isinstance(entry, Mapping) and isinstance(ids, Array) and ids.data.ndim == 2 and len(ids.data):
            sequence = tuple(int(i) for i in ids.data[0])
            calls.append(ForwardCall(sequence, entry.get("training") is True, entry.get("grad") is True))
    return tuple(calls)
