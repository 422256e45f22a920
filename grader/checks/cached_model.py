"""The student's language model with a cache: built, its weights drawn, asked token by token.

It may be written in two ways: methods ``prefill(tokens)`` and ``step(token)``, or a ``forward(idx, cache=None)`` that
gives logits and the cache back.  A class that wraps a finished model (``CachedMiniGPT(model)``) will do too.  Tokens go
in as (B, n) or, where the student's code takes them so, as (n,); a step's token as (B, 1), (B,) or a plain int.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from grader.checks.language_model import ORDER
from grader.checks.modules import build, random_values
from grader.checks.objects import call_method, construct, kept
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student, settled_by, shape_text
from grader.checks.token_modules import constructor_values
from grader.compare import Comparison, compare, tolerance_for
from grader.model import (
    Array,
    CallMethod,
    CallModule,
    Counted,
    Definition,
    ModuleDescription,
    Raised,
    Reply,
    Returned,
    SetParameters,
    Text,
    Value,
    Verdict,
)

__all__ = [
    "ROLE",
    "Decoder",
    "Model",
    "Numbers",
    "Tokens",
    "asked_to_build",
    "continued",
    "fill",
    "logits_in",
    "model_of",
    "same",
    "style_of",
    "untouched",
    "with_values",
    "work_in",
    "work_of",
]

ROLE = "CachedMiniGPT"

Numbers: TypeAlias = NDArray[np.float64]
Tokens: TypeAlias = NDArray[np.int64]

PREFILL = (
    "prefill", "prefijar", "precargar", "procesar_prompt", "prellenar", "rellenar", "process_prompt", "prefill_prompt",
    "cargar_prompt",
)  # fmt: skip
STEP = ("step", "paso", "decode_step", "un_paso", "siguiente", "decode", "next_logits", "paso_decodificacion")
CACHES = {
    "cache", "caché", "kv_cache", "cache_kv", "kv", "past", "past_kv", "past_key_values", "past_kvs", "caches",
    "layer_past", "pasado", "memoria", "kv_caches", "caches_kv",
}  # fmt: skip
OFFSETS = {
    "start_pos", "pos", "position", "offset", "start", "posicion", "pos_inicial", "desplazamiento", "past_length",
    "posicion_inicial", "pos_offset", "start_position",
}  # fmt: skip
SWITCHES = {"use_cache", "usar_cache", "with_cache", "con_cache"}
WRAPPED = {"model", "modelo", "gpt", "minigpt", "base", "lm", "modelo_base", "base_model"}

Shape: TypeAlias = Literal["(B, 1)", "(B,)", "an int"]
Extra: TypeAlias = Literal["", "cache", "position"]


@dataclass(frozen=True)
class Style:
    """How the student's code is called: by methods or through forward; what a prompt and a step's token look like.

    `steps` are the forms that a step's token may have for one sequence, the surest first.
    """

    methods: bool
    flat_prompt: bool = False
    steps: tuple[tuple[Shape, Extra], ...] = (("(B, 1)", ""),)


@dataclass(frozen=True, eq=False)
class Model:
    """The student's model with the weights `values`.

    `plain` is an instance whose uncached forward is asked and that never decodes; each decoding has an instance of its
    own (`fresh`), so that what stays in a cache costs its own check and no other.
    """

    student: Student
    sizes: Sizes
    description: ModuleDescription
    values: tuple[Array, ...]
    _plain: list[str] = field(default_factory=list)

    @property
    def plain(self) -> str:
        """Its handle; made once it's asked for, as many models only decode."""
        if not self._plain:
            handle, _ = _build(self.student, _role_of_forward(self.student), self.sizes)
            fill(self.student, handle, self.values)
            self._plain.append(handle)
        return self._plain[0]

    def forward(self, idx: Tokens) -> Numbers:
        """The uncached logits (B, n, V), or (B, 1, V) where forward gives those of the last position alone."""
        return self.forward_of(self.plain, idx)

    def forward_of(self, handle: str, idx: Tokens) -> Numbers:
        asked = Text("the model's forward, without a cache, on tokens {shape}", {"shape": shape_text(idx.shape)})
        reply = self.student.ask(self.question(handle, idx))
        found = logits_in(self.student.returned(reply, asked).value, len(idx), self.sizes.V)
        if found is None:
            raise Settled(Verdict.WRONG, Text("{asked}: no logits for each token came back.", {"asked": asked}))
        return found

    def question(self, handle: str, idx: Tokens) -> CallModule:
        parameters = self.student.found[ROLE].call_parameters[1:]
        start: dict[str, Value] = {p.name: 0 for p in parameters if p.required and p.name.lower() in OFFSETS}
        return CallModule(handle, (Array(idx, "torch"),), start)

    def last(self, idx: Tokens) -> Numbers:
        """The uncached logits (B, V) of the last position."""
        return self.forward(idx)[:, -1]

    def fresh(self) -> tuple[str, str]:
        """Handles of a new instance that decodes, and of the torch module in it; in evaluation mode."""
        wraps = wraps_a_model(self.student.found[ROLE])
        module, _ = _build(self.student, "MiniGPT" if wraps else ROLE, self.sizes)
        fill(self.student, module, self.values)
        call_method(self.student, module, ("eval",))
        if not wraps:
            return module, module
        asked = asked_to_build(self.student, self.sizes)
        return construct(self.student, ROLE, kept(module), asked=asked), module


def model_of(student: Student, sizes: Sizes, label: str) -> Model:
    """A model with weights drawn for `label`."""
    description = untouched(student, sizes)[1]
    return Model(student, sizes, description, random_values(description, student.dice(label)))


def untouched(student: Student, sizes: Sizes) -> tuple[str, ModuleDescription]:
    """The handle of an instance of these sizes as its constructor leaves it, and what it's like; made once."""
    key = f"cached.untouched.{sizes}"
    if key not in student.memo:
        student.memo[key] = _build(student, _role_of_forward(student), sizes)
    made: tuple[str, ModuleDescription] = student.memo[key]
    return made


def with_values(model: Model, values: tuple[Array, ...]) -> Model:
    """The same model with other weights."""
    return replace(model, values=values, _plain=[])


def _role_of_forward(student: Student) -> str:
    """Whose forward is the uncached one: its own, or that of the MiniGPT beside it."""
    definition = student.found[ROLE]
    has_forward = definition.is_module and any(p.kind == "positional" for p in definition.call_parameters)
    if has_forward and not wraps_a_model(definition):
        return ROLE
    if "MiniGPT" in student.found and student.found["MiniGPT"].name != definition.name:
        return "MiniGPT"
    raise Settled(
        Verdict.WRONG, Text("`{name}` has no forward without a cache to compare with.", {"name": definition.name})
    )


def _build(student: Student, role: str, sizes: Sizes) -> tuple[str, ModuleDescription]:
    return build(student, role, ORDER, _arguments(student, role, sizes), asked_to_build(student, sizes))


def fill(student: Student, handle: str, values: tuple[Array, ...]) -> None:
    student.returned(student.ask(SetParameters(handle, values)), Text("Filling the model's parameters"))


def wraps_a_model(definition: Definition) -> bool:
    required = [p.name.lower() for p in definition.parameters if p.required and p.kind == "positional"]
    return len(required) == 1 and required[0] in WRAPPED


def asked_to_build(student: Student, sizes: Sizes) -> Text:
    return Text(
        "{name} with vocabulary {V}, width {d}, {h} heads, {L} layers, context {C}",
        {"name": student.found[ROLE].name, "V": sizes.V, "d": sizes.d, "h": sizes.h, "L": sizes.L, "C": sizes.C},
    )


def _arguments(student: Student, role: str, sizes: Sizes) -> dict[str, Value]:
    wanted: dict[str, Value] = dict(zip(ORDER, (sizes.V, sizes.d, sizes.h, sizes.L, sizes.C), strict=True))
    return constructor_values(student.found[role], **wanted)


# -- decoding --------------------------------------------------------------------------------------


class Decoder:
    """Generations with one instance of the model: a prompt, then token after token.

    `work` is the number of multiplications of the last answer that was counted.
    """

    def __init__(self, model: Model, style: Style, form: tuple[Shape, Extra] | None = None) -> None:
        self.model, self.student, self.style = model, model.student, style
        self.form = style.steps[0] if form is None else form
        self.handle, self.module = model.fresh()
        self.length = 0
        self.cache = ""
        self.work = 0

    def prefill(self, tokens: Tokens, counting: bool = False) -> Reply:
        """The reply to the prompt `tokens` (B, n); whatever was cached before is left to the student's code."""
        self.length, self.cache = tokens.shape[1], ""
        prompt = Array(tokens[0] if self.style.flat_prompt else tokens, "torch")
        return self._ask(PREFILL, (prompt,), 0, counting)

    def step(self, token: Tokens, counting: bool = False) -> Reply:
        """The reply to one more token of each sequence, (B,)."""
        names, args = self._for_a_step(token)
        self.length += 1
        return self._ask(names, args, self.length - 1, counting)

    def question(self, token: Tokens) -> CallMethod:
        """What `step` asks; `received` is to be told what came back."""
        call = self._question(*self._for_a_step(token), self.length)
        self.length += 1
        return call

    def _for_a_step(self, token: Tokens) -> tuple[Sequence[str], tuple[Value, ...]]:
        shape, extra = self.form
        given: Value = Array(token[:, None] if shape == "(B, 1)" else token, "torch")
        if shape == "an int":
            given = int(token[0])
        more: tuple[Value, ...] = ()
        if extra == "cache" and self.cache:
            more = (kept(self.cache),)
        if extra == "position":
            more = (self.length,)
        return STEP, (given, *more)

    def _ask(self, names: Sequence[str], args: tuple[Value, ...], position: int, counting: bool) -> Reply:
        call = self._question(names, args, position)
        reply = self.student.ask(Counted(call) if counting else call)
        if counting and isinstance(reply, Returned) and isinstance(reply.value, Mapping):
            self.work = work_in(reply.value)
            reply = Returned(reply.value.get("value"))
        if isinstance(reply, Returned):
            self.received(reply.value)
        return reply

    def received(self, value: Value) -> None:
        """Of a pair the part that isn't the logits is the cache, which the next step is given."""
        if isinstance(value, tuple) and len(value) > 1:
            self._keep_the_cache(value)

    def _question(self, names: Sequence[str], args: tuple[Value, ...], position: int) -> CallMethod:
        keywords: dict[str, Value] = {}
        if not self.style.methods:
            names = ("__call__",)
            for parameter in self.student.found[ROLE].call_parameters[1:]:
                name = parameter.name.lower()
                if name in CACHES and self.cache:
                    keywords[parameter.name] = kept(self.cache)
                if name in OFFSETS:
                    keywords[parameter.name] = position
                if name in SWITCHES:
                    keywords[parameter.name] = True
        return CallMethod(self.handle, tuple(names), args, keywords, keep="decoded")

    def _keep_the_cache(self, value: tuple[Value, ...]) -> None:
        """Of a pair the part that isn't the logits, wherever it stands."""
        is_logits = [isinstance(p, Array) and p.data.ndim > 0 and p.shape[-1] == self.model.sizes.V for p in value]
        if False in is_logits:
            self.cache = f"decoded.{is_logits.index(False)}"

    def last_after_step(self, token: Tokens, asked: Text) -> Numbers:
        """The logits (B, V) after one more token."""
        found = logits_in(self.student.returned(self.step(token), asked).value, len(token), self.model.sizes.V)
        if found is None:
            raise Settled(
                Verdict.WRONG,
                Text("{asked}: one number for each token of the vocabulary is expected.", {"asked": asked}),
            )
        return found[:, -1]


def logits_in(value: Value, batch: int, vocab_size: int) -> Numbers | None:
    """The logits in `value` (alone, in a pair, in a dict) as (batch, n, V); None where there are none."""
    parts: tuple[Value, ...] = tuple(value.values()) if isinstance(value, Mapping) else (value,)
    parts = value if isinstance(value, tuple) else parts
    for part in parts:
        if not (isinstance(part, Array) and part.data.dtype.kind == "f" and part.data.ndim):
            continue
        if part.shape[-1] == vocab_size and part.data.size and part.data.size % (batch * vocab_size) == 0:
            return part.data.astype(np.float64).reshape(batch, -1, vocab_size)
    return None


def work_of(model: Model, idx: Tokens) -> int:
    """The multiplications of the uncached forward of `idx`."""
    asked = Text("the model's forward, without a cache, on tokens {shape}", {"shape": shape_text(idx.shape)})
    return work_in(model.student.returned(model.student.ask(Counted(model.question(model.plain, idx))), asked).value)


def work_in(counted: Value) -> int:
    work = counted.get("multiplications") if isinstance(counted, Mapping) else 0
    return work if isinstance(work, int) else 0


def same(expected: Numbers, got: Numbers) -> Comparison:
    """Two ways through several layers in float32, whose products are added up in another order."""
    return compare(expected, got, tolerance_for("float32", depth=3))


# -- the style -------------------------------------------------------------------------------------


def style_of(student: Student, model: Model) -> Style:
    """Found out once: which way, and of the shapes that a step's token may have, those that work, the right first."""
    if "cached.style" not in student.memo:
        student.memo["cached.style"] = _discovered(student, model)
    style: Style = student.memo["cached.style"]
    return style


def _discovered(student: Student, model: Model) -> Style:
    definition = student.found[ROLE]
    if not (set(PREFILL) & set(definition.methods) and set(STEP) & set(definition.methods)):
        names = {p.name.lower() for p in definition.call_parameters[1:]}
        if not names & (CACHES | OFFSETS):
            raise Settled(
                Verdict.WRONG,
                Text(
                    "`{name}` has no methods prefill(tokens) and step(token), nor a forward(idx, cache=None).",
                    {"name": definition.name},
                ),
            )
        return Style(methods=False)
    prompt, more = student.dice("cached.style").integers(0, model.sizes.V, (2, 1, 3))
    flat = isinstance(Decoder(model, Style(True)).prefill(prompt), Raised) and isinstance(
        Decoder(model, Style(True, True)).prefill(prompt), Returned
    )
    working: list[tuple[bool, tuple[Shape, Extra]]] = []
    extras: tuple[Extra, ...] = ("", "cache", "position")
    shapes: tuple[Shape, ...] = ("(B, 1)", "(B,)", "an int")
    for extra in extras:
        wants_more = False
        for shape in shapes:
            decoder = Decoder(model, Style(True, flat), form=(shape, extra))
            decoder.prefill(prompt)
            reply = decoder.step(more[:, 0])
            if isinstance(reply, Returned):
                got = logits_in(reply.value, 1, model.sizes.V)
                if got is not None:
                    expected = model.last(np.concatenate([prompt, more[:, :1]], axis=1))
                    working.append((same(expected, got[:, -1]).same, (shape, extra)))
            elif isinstance(reply, Raised):
                wants_more = wants_more or "required positional argument" in reply.message
        if working or not wants_more:
            break
    ordered = [form for right, form in sorted(working, key=lambda entry: not entry[0])]
    return Style(True, flat, tuple(ordered) or (("(B, 1)", ""),))


def continued(decoder: Decoder, tokens: Tokens, prompt: int, asked: Text) -> list[Numbers]:
    """The last logits (B, V) after each token beyond the first `prompt` of `tokens` (B, n)."""
    reply = decoder.prefill(tokens[:, :prompt])
    if not isinstance(reply, Returned):
        raise settled_by(reply, Text("{asked}: the prompt", {"asked": asked}))
    return [decoder.last_after_step(tokens[:, at], asked) for at in range(prompt, tokens.shape[1])]
