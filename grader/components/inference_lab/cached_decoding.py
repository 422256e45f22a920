"""Generation with a KV cache: ``CachedMiniGPT`` with ``prefill(tokens)`` and ``step(token)``.

A cached answer is compared with the student's OWN uncached forward, under the same weights: a wrong MiniGPT costs
nothing here.  Logits are compared and never drawn tokens.  Whether the past is computed again shows in what a step
gives once the weights have changed, and in `decoding_growth` by the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from grader.checks.cache_mistakes import leaves_out_the_last, named_prefill, named_step
from grader.checks.cache_witness import keeps_keys_and_values
from grader.checks.cached_generation import evaluation_mode, generation
from grader.checks.cached_model import Decoder, StepForm, Style
from grader.checks.cached_sampling import sampling
from grader.checks.cached_style import continued, forms_of, has_methods, style_of
from grader.checks.claim import Claim
from grader.checks.matches_reference import describe_difference
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student, settled_by
from grader.checks.uncached_model import (
    ROLE,
    Model,
    Numbers,
    Tokens,
    asked_to_build,
    logits_in,
    model_of,
    same,
)
from grader.components.component import Component, Form, Role
from grader.model import Raised, Reply, Returned, Text, Verdict

__all__ = ["COMPONENT"]

# Sizes and their products are all different; a model of one layer would hide what goes wrong between layers.
SMALL = Sizes(V=13, d=12, h=3, L=2, C=9)


def model(student: Student) -> tuple[Model, Style]:
    has_methods(student)
    if "cached.model" not in student.memo:
        student.memo["cached.model"] = model_of(student, SMALL, "cached.weights")
    small: Model = student.memo["cached.model"]
    return small, style_of(student, small)


def drawn(student: Student, label: str, *shape: int) -> Tokens:
    return student.dice(label).integers(0, SMALL.V, shape)


# A prompt of several tokens and one of a single token, each with as many steps; and texts that differ from the first in
# each token, but for the one after the prompt.
PROMPT, MORE = 4, 4


def text(student: Student, prompt: int, shift: int = 0) -> Tokens:
    tokens = drawn(student, f"cached.steps.{prompt}", 1, prompt + MORE)
    shifted = (tokens + shift) % SMALL.V
    if shift == 1:
        shifted[0, prompt] = tokens[0, prompt]
    return shifted


@dataclass(frozen=True, eq=False)
class Decoded:
    """A text that an instance of its own went through: the replies to the prompt and to each token after it."""

    decoder: Decoder
    replies: Sequence[Reply]

    def steps(self, asked: Text, count: int = MORE) -> list[Numbers]:
        """The logits (1, V) of the first steps."""
        if not isinstance(self.replies[0], Returned):
            raise settled_by(self.replies[0], Text("{asked}: the prompt", {"asked": asked}))
        return [self.decoder.last_in(reply, 1, asked) for reply in self.replies[1 : count + 1]]


def decoded(student: Student, prompt: int, shift: int = 0, label: str = "") -> Decoded:
    """Once for all checks that ask about the same text; under a `label`, once more."""
    key = f"cached.decoded.{prompt}.{shift}.{label}"
    if key not in student.memo:
        decoder = Decoder(*model(student))
        student.memo[key] = Decoded(decoder, decoder.replies(text(student, prompt, shift), prompt))
    found: Decoded = student.memo[key]
    return found


def remembers(student: Student) -> None:
    """Settled for a step that gives the same whatever the prompt was, or never the same twice: it has no cache."""
    if "cached.remembers" not in student.memo:
        asked = Text("a step after a prompt of 4 tokens")
        ways = (decoded(student, PROMPT), decoded(student, PROMPT, label="again"), decoded(student, PROMPT, 1))
        one, again, changed = (way.steps(asked, 1)[0] for way in ways)
        student.memo["cached.remembers"] = same(one, again).same and not same(one, changed).same
    if not student.memo["cached.remembers"]:
        raise Settled(
            Verdict.WRONG,
            Text("What step gives doesn't depend on the prompt: nothing of it is remembered."),
            suspects=("cached_decoding/nothing_is_remembered",),
        )


def leaves_out_the_last_token(student: Student) -> bool:
    """Is a prefill wrong for not taking in the prompt's last token?  Its own check says so, and the others spare it."""
    if "cached.left_out" not in student.memo:
        small, replies = model(student)[0], decoded(student, PROMPT).replies
        student.memo["cached.left_out"] = leaves_out_the_last(small, text(student, PROMPT), PROMPT, replies)
    return bool(student.memo["cached.left_out"])


# -- the claims ------------------------------------------------------------------------------------


def prefill(student: Student) -> Text | None:
    small, style = model(student)
    if leaves_out_the_last_token(student):
        student.suspect("cached_decoding/last_prompt_token_left_out")
    for n in (1, PROMPT, 6):
        asked = _asked_of_a_prompt(n)
        if n in (1, PROMPT):
            tokens, reply = text(student, n)[:, :n], decoded(student, n).replies[0]
        else:
            tokens = drawn(student, f"cached.prefill.{n}", 1, n)
            reply = Decoder(small, style).prefill(tokens)
        logits = logits_in(student.returned(reply, asked).value, 1, SMALL.V)
        if logits is None:
            return Text(
                "{asked}: the logits after the prompt's last token are expected; they tell the first new token.",
                {"asked": asked},
            )
        expected = small.forward(tokens)
        if logits.shape[1] != expected.shape[1]:
            expected, logits = expected[:, -1:], logits[:, -1:]
        difference = same(expected, logits).difference
        if difference is not None:
            if (name := named_prefill(small, style, tokens, logits[:, -1])) is not None:
                student.suspect(f"cached_decoding/{name}")
            return Text(
                "Your own forward, without a cache, gives other logits. {difference}",
                {"difference": describe_difference(asked, difference)},
            )
    return None


def _asked_of_a_prompt(n: int) -> Text:
    return Text("prefill of {n} tokens", {"n": n}) if n > 1 else Text("prefill of a single token")


def steps(student: Student) -> Text | None:
    small, style = model(student)
    left_out = int(leaves_out_the_last_token(student))
    for prompt in (PROMPT,) if left_out else (PROMPT, 1):
        tokens, found = text(student, prompt), decoded(student, prompt)
        asked = _asked_of_a_prompt(prompt)
        logits = logits_in(student.returned(found.replies[0], asked).value, 1, SMALL.V)
        # A step can't know what follows.  If it gives what forward does there with all tokens, those that follow don't
        # count in forward; only if it doesn't must forward be asked without them.
        if left_out:
            tokens = np.delete(tokens, prompt - 1, axis=1)
        whole = small.forward(tokens)
        before = 1 if left_out else prompt
        if before > 1 and logits is not None and not same(small.last(tokens[:, :prompt]), logits[:, -1]).same:
            continue  # what goes wrong in a prefill has its own check: the steps after a single token tell the rest
        for step, reply in enumerate(found.replies[1:]):
            at = prompt - left_out + step
            asked = Text("step {step} after a prompt of {n} tokens", {"step": step + 1, "n": prompt})
            if prompt == 1:
                asked = Text("step {step} after a prompt of a single token", {"step": step + 1})
            got = found.decoder.last_in(reply, 1, asked)
            if whole.shape[1] > 1 and same(whole[:, at], got).same:
                continue
            difference = same(small.last(tokens[:, : at + 1]), got).difference
            if difference is None:
                continue
            if (name := _named(student, small, style)) is not None:
                student.suspect(f"cached_decoding/{name}")
            return Text(
                "Your own forward, without a cache, gives other logits for the same {n} tokens. {difference}",
                {"n": at + 1, "difference": describe_difference(asked, difference)},
            )
    return None


def _named(student: Student, small: Model, style: Style) -> str | None:
    """The mistake, looked for after a prompt of several different tokens, where the known ones all differ."""
    prompt = 4
    tokens = student.dice("cached.named").permutation(SMALL.V)[None, : prompt + 2]
    decoder = Decoder(small, style)
    if not isinstance(decoder.prefill(tokens[:, :prompt]), Returned):
        return None
    for step in range(2):
        got = decoder.last_after_step(tokens[:, prompt + step], Text("a step"))
        if not same(small.last(tokens[:, : prompt + step + 1]), got).same:
            return named_step(small, style, tokens, prompt, step, got)
    return None


def constant_work(student: Student) -> Text | None:
    remembers(student)
    _, style = model(student)
    return keeps_keys_and_values(student, style)


def resets(student: Student) -> Text | None:
    remembers(student)
    small, _ = model(student)
    tokens, between = text(student, PROMPT)[:, : PROMPT + 2], drawn(student, "cached.between", 1, 4)
    asked = Text("two steps after a prompt of 4 tokens")
    known = decoded(student, PROMPT, label="again")
    decoder, first = known.decoder, known.steps(asked, 2)
    idx = tokens[:, :3]
    forward = small.forward_of(decoder.module, idx)
    if not same(small.forward(idx), forward).same:
        student.suspect("cached_decoding/forward_reads_the_cache")
        return Text(
            "After a prefill and steps, the uncached forward gives other logits than before: it sees the cache."
        )
    again: list[Numbers] = []
    try:
        continued(decoder, between, 3, asked)
        again = continued(decoder, tokens, 4, asked)
    except Settled as settled:
        if settled.verdict is not Verdict.RAISED:
            raise
        student.suspect("cached_decoding/cache_not_reset")
        return Text(
            "A second prompt after the first one fails, though it works for a new model: {error}",
            {"error": settled.message},
        )
    if same(np.stack(first), np.stack(again)).same:
        return None
    student.suspect("cached_decoding/cache_not_reset")
    return Text(
        "The same prompt gives other logits once another text has been generated. A prefill has to start with an empty "
        "cache, and at position 0."
    )


def batch(student: Student) -> Text | None:
    remembers(student)
    small, style = model(student)
    shifts, more = (0, 1, 2), 3
    tokens = np.concatenate([text(student, PROMPT, shift) for shift in shifts])[:, : PROMPT + more]
    asked = Text("3 different texts at once")
    alone = [decoded(student, PROMPT, shift).steps(asked, more) for shift in shifts]
    if style.flat_prompt or style.steps[0][0] == "an int":
        return Text("prefill and step take one sequence only; tokens (B, n) were asked, several texts at once.")
    failure: Settled | None = None
    for form in _of_several_texts(student, small, style):
        try:
            together = continued(Decoder(small, style, form), tokens, PROMPT, asked)
        except Settled as settled:
            failure = failure or settled
            continue
        expected = np.stack([np.concatenate([a[at] for a in alone]) for at in range(more)])  # (steps, B, V)
        difference = same(expected, np.stack(together)).difference
        if difference is None:
            return None
        if same(expected[:, 0], np.stack(together)[:, 0]).same:
            student.suspect("cached_decoding/first_row_for_the_whole_batch")
        return Text(
            "Each text must get the logits that it gets alone. {difference}",
            {"difference": describe_difference(asked, difference)},
        )
    assert failure is not None
    raise failure


def _of_several_texts(student: Student, small: Model, style: Style) -> Iterator[StepForm]:
    """The forms that a step's tokens may have: the one that's known, and where that doesn't do, the others."""
    yield style.steps[0]
    others = forms_of(student, small, style.flat_prompt) if style.methods else style.steps
    yield from (form for form in others if form not in (style.steps[0],) and form[0] != "an int")


def context_limit(student: Student) -> Text | None:
    """The whole context can be used; what comes after is refused, or answered from the last tokens anew."""
    remembers(student)
    small, style = model(student)
    tokens = drawn(student, "cached.limit", 1, SMALL.C + 1)
    prompt = 2 + leaves_out_the_last_token(student)
    given = np.insert(tokens, 2, tokens[:, 1], axis=1) if prompt > 2 else tokens
    full = Decoder(small, style).prefill(tokens[:, : SMALL.C])
    if isinstance(full, Raised):
        return _refused(student, SMALL.C, full)
    decoder = Decoder(small, style)
    first, *others = decoder.replies(given[:, : prompt + SMALL.C - 2], prompt)
    student.returned(first, _asked_of_a_prompt(2))
    for at, reply in enumerate(others, start=2):
        if isinstance(reply, Raised):
            return _refused(student, at + 1, reply)
        student.returned(reply, Text("a step"))
    forgotten = _a_part_is_forgotten(small, decoder, tokens, others)
    if forgotten is not None:
        return forgotten
    reply = decoder.step(tokens[:, SMALL.C])
    if isinstance(reply, Raised):
        return None
    got = logits_in(student.returned(reply, Text("a step beyond the context")).value, 1, SMALL.V)
    # Whoever starts again with the last tokens may keep all that fit, or half, as room for what comes.
    windows = range(SMALL.C // 2, SMALL.C + 1)
    if got is not None and any(same(small.last(tokens[:, -k:]), got[:, -1]).same for k in windows):
        return None
    student.suspect("cached_decoding/goes_on_beyond_the_context")
    return Text(
        "{model}: a step beyond the {context} tokens of the context was answered, though there is no position for it. "
        "Raise an error, or start again with the last tokens.",
        {"model": asked_to_build(student, SMALL), "context": SMALL.C},
    )


def _a_part_is_forgotten(small: Model, decoder: Decoder, tokens: Tokens, steps: Sequence[Reply]) -> Text | None:
    """Is the step that fills the context wrong, and the one before it right?  Then a window cuts the cache."""
    asked = Text("step {step} after a prompt of {n} tokens", {"step": len(steps), "n": 2})
    before, last = (decoder.last_in(reply, 1, asked) for reply in steps[-2:])
    full = tokens[:, : SMALL.C]
    if not same(small.last(full[:, :-1]), before).same:
        return None  # what fewer tokens show has its own check
    difference = same(small.last(full), last).difference
    if difference is None:
        return None
    return Text(
        "{model}: where the context is full, your own forward gives other logits than the step. All {context} tokens "
        "must still be in the cache. {difference}",
        {
            "model": asked_to_build(small.student, SMALL),
            "context": SMALL.C,
            "difference": describe_difference(asked, difference),
        },
    )


def _refused(student: Student, n: int, error: Raised) -> Text:
    small, style = model(student)
    tokens = drawn(student, "cached.refused", 1, 3)
    # Where a step is wrong anyway (a position too many), that is the cause of this too.
    step = continued(Decoder(small, style), tokens, 2, Text("a step"))[-1]
    if n == SMALL.C and same(small.last(tokens), step).same:
        student.suspect("cached_decoding/last_place_never_used")
    return Text(
        "{model}: token {n} was refused ({error}), but {context} tokens fit the context.",
        {
            "model": asked_to_build(student, SMALL),
            "n": n,
            "error": f"{error.type_name}: {error.in_brief(100)}",
            "context": SMALL.C,
        },
    )


MODEL = ("vocab_size", "d_model", "n_heads", "n_layers", "context")

COMPONENT = Component(
    "cached_decoding",
    (
        Form(
            "torch",
            Text("class"),
            "torch",
            (
                Role(ROLE, "class", MODEL, 1, ("MiniGPTConCache", "MiniGPTCache", "MiniGPTWithCache", "MiniGPT")),
                Role(
                    "generate_with_cache",
                    "function",
                    ("model", "tok", "prompt", "length", "temperature", "top_k"),
                    3,
                    (
                        "generar_con_cache",
                        "generar_con_caché",
                        "generate_cached",
                        "generar_cache",
                        "CachedMiniGPT.generate_with_cache",
                        "MiniGPTConCache.generar_con_cache",
                    ),
                    optional=True,
                ),
                Role("MiniGPT", "class", MODEL, 1, optional=True),
            ),
            (
                Claim("prefill", Text("the prompt's logits are those without a cache"), prefill),
                Claim("steps", Text("each step's logits are those without a cache"), steps),
                Claim("constant_work", Text("a step computes the new token only"), constant_work),
                Claim("resets", Text("a new prompt starts with an empty cache"), resets),
                Claim("batch", Text("several texts at once"), batch),
                Claim("context_limit", Text("uses the whole context, and no more"), context_limit),
                Claim("generation", Text("the generator says what the cached model says"), generation),
                Claim("sampling", Text("draws from the softmax of logits / temperature"), sampling),
                Claim("evaluation_mode", Text("generates in evaluation mode, without gradients"), evaluation_mode),
            ),
            supporting=("prefill",),  # an uncached forward does that too
        ),
    ),
)
