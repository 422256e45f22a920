"""The student's language model with a cache, asked token by token.

It may be written in two ways: methods ``prefill(tokens)`` and ``step(token)``, or a ``forward(idx, cache=None)`` that
gives logits and the cache back.  A class that wraps a finished model (``CachedMiniGPT(model)``) will do too.  Tokens go
in as (B, n) or, where the student's code takes them so, as (n,); a step's token as (B, 1), (B,) or a plain int.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.checks.objects import kept
from grader.checks.student import Settled
from grader.checks.uncached_model import (
    OFFSETS,
    ROLE,
    Model,
    Numbers,
    Tokens,
    logits_in,
    work_in,
)
from grader.model import Array, CallMethod, Counted, NoReply, Reply, Returned, Several, Text, Value, Verdict

__all__ = [
    "CACHES",
    "PREFILL",
    "STEP",
    "Decoder",
    "Extra",
    "Shape",
    "StepForm",
    "Style",
]

PREFILL = (
    "prefill", "prefijar", "precargar", "procesar_prompt", "prellenar", "rellenar", "process_prompt", "prefill_prompt",
    "cargar_prompt",
)  # fmt: skip
STEP = ("step", "paso", "decode_step", "un_paso", "siguiente", "decode", "next_logits", "paso_decodificacion")
CACHES = {
    "cache", "caché", "kv_cache", "cache_kv", "kv", "past", "past_kv", "past_key_values", "past_kvs", "caches",
    "layer_past", "pasado", "memoria", "kv_caches", "caches_kv",
}  # fmt: skip
SWITCHES = {"use_cache", "usar_cache", "with_cache", "con_cache"}

Shape: TypeAlias = Literal["(B, 1)", "(B,)", "an int"]
Extra: TypeAlias = Literal["", "cache", "position"]
StepForm: TypeAlias = tuple[Shape, Extra]


@dataclass(frozen=True)
class Style:
    """How the student's code is called: by methods or through forward; what a prompt and a step's token look like.

    `steps` are the forms that a step's token may have for one sequence, the surest first.
    """

    methods: bool
    flat_prompt: bool = False
    steps: tuple[StepForm, ...] = (("(B, 1)", ""),)


class Decoder:
    """Generations with one instance of the model: a prompt, then token after token.

    `work` is the number of multiplications of the last answer that was counted.  The instance is made when it's first
    asked, in one question with the first text: on their way they take as long as the answers.
    """

    def __init__(self, model: Model, style: Style, form: StepForm | None = None) -> None:
        self.model, self.student, self.style = model, model.student, style
        self.form = style.steps[0] if form is None else form
        self._made: tuple[str, str] | None = None
        self.length = 0
        self.cache = ""
        self.work = 0

    @property
    def handle(self) -> str:
        return self._instance()[0]

    @property
    def module(self) -> str:
        """The handle of the torch module in it."""
        return self._instance()[1]

    def _instance(self) -> tuple[str, str]:
        if self._made is None:
            made = self.model.making()
            answered = made is not None and isinstance(self.student.ask(Several(made[0])), Returned)
            self._made = made[1:] if made is not None and answered else self.model.fresh()
        return self._made

    def replies(self, tokens: Tokens, prompt: int) -> Sequence[Reply]:
        """To the first `prompt` of `tokens` (B, n), and to each one after them, up to the first that isn't answered."""
        found = self._at_once(tokens, prompt) if self._made is None else None
        if found is not None:
            return found
        replies = [self._prefill(tokens[:, :prompt])]
        for at in range(prompt, tokens.shape[1]):
            if not isinstance(replies[-1], Returned):
                break
            replies.append(self.step(tokens[:, at]))
        return replies

    def _at_once(self, tokens: Tokens, prompt: int) -> Sequence[Reply] | None:
        """The same, with a new instance, as one question; None where that isn't enough to tell."""
        places = self.student.memo.get("cached.places", ("", ""))  # of the cache, after a prompt and after a step
        if self._hands_on_the_cache and not places[0] and tokens.shape[1] > prompt:
            return None  # what a step is to be given
        made = self.model.making()
        if made is None:
            return None
        making, self._made = made[0], made[1:]
        questions = [self._of_a_prompt(tokens[:, :prompt])]
        for at in range(prompt, tokens.shape[1]):
            self.cache = places[at > prompt]
            questions.append(self.question(tokens[:, at]))
        reply = self.student.ask(Several((*making, *questions)))
        if isinstance(reply, NoReply):
            return [reply]
        values = reply.value[len(making) :] if isinstance(reply, Returned) and isinstance(reply.value, tuple) else ()
        found = [self._place_in(value) for value in values]
        expected = [places[at > 0] for at in range(len(questions) - 1)]
        if len(values) < len(questions) or (self._hands_on_the_cache and found[:-1] != expected):
            self._made = None
            return None
        self.cache = found[-1]
        if len(found) == 1 and self._hands_on_the_cache:
            self.student.memo.setdefault("cached.places", (found[0], found[0]))
        return [Returned(value) for value in values]

    @property
    def _hands_on_the_cache(self) -> bool:
        names = {p.name.lower() for p in self.student.found[ROLE].call_parameters[1:]}
        return self.form[1] == "cache" if self.style.methods else not names.isdisjoint(CACHES)

    def prefill(self, tokens: Tokens, counting: bool = False) -> Reply:
        """The reply to the prompt `tokens` (B, n); whatever was cached before is left to the student's code."""
        return self._prefill(tokens, counting=True) if counting else self.replies(tokens, tokens.shape[1])[0]

    def _prefill(self, tokens: Tokens, counting: bool = False) -> Reply:
        return self._asked(self._of_a_prompt(tokens), counting)

    def _of_a_prompt(self, tokens: Tokens) -> CallMethod:
        self.length, self.cache = tokens.shape[1], ""
        prompt = Array(tokens[0] if self.style.flat_prompt else tokens, "torch")
        return self._question(PREFILL, (prompt,), 0)

    def step(self, token: Tokens, counting: bool = False) -> Reply:
        """The reply to one more token of each sequence, (B,)."""
        return self._asked(self.question(token), counting)

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

    def _asked(self, call: CallMethod, counting: bool) -> Reply:
        reply = self.student.ask(Counted(call) if counting else call)
        if counting and isinstance(reply, Returned) and isinstance(reply.value, Mapping):
            self.work = work_in(reply.value)
            reply = Returned(reply.value.get("value"))
        if isinstance(reply, Returned):
            self.received(reply.value)
        return reply

    def received(self, value: Value) -> None:
        """Of a pair the part that isn't the logits is the cache, which the next step is given."""
        self.cache = self._place_in(value) or self.cache

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

    def _place_in(self, value: Value) -> str:
        """Of a pair the part that isn't the logits, wherever it stands: where that's kept; nothing if there's none."""
        parts = value if isinstance(value, tuple) and len(value) > 1 else ()
        is_logits = [isinstance(p, Array) and p.data.ndim > 0 and p.shape[-1] == self.model.sizes.V for p in parts]
        return f"decoded.{is_logits.index(False)}" if False in is_logits else ""

    def last_after_step(self, token: Tokens, asked: Text) -> Numbers:
        """The logits (B, V) after one more token."""
        return self.last_in(self.step(token), len(token), asked)

    def last_in(self, reply: Reply, batch: int, asked: Text) -> Numbers:
        """The logits (B, V) that a step gave."""
        found = logits_in(self.student.returned(reply, asked).value, batch, self.model.sizes.V)
        if found is None:
            raise Settled(
                Verdict.WRONG,
                Text("{asked}: one number for each token of the vocabulary is expected.", {"asked": asked}),
            )
        return found[:, -1]
