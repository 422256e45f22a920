"""A text generator that uses a cached model, judged by what that model itself says when it's asked step by step.

The weights of the head are made so large that the next token is certain: a draw and the largest logit are the same, and
so is the text, whatever the temperature.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from grader.checks.cached_model import Decoder, Style
from grader.checks.cached_style import has_methods, style_of
from grader.checks.generator_parameters import IDS_NAMES, arguments_for, required_names, roles_of
from grader.checks.objects import call_method, function_call, kept
from grader.checks.parameter_count import Sizes
from grader.checks.student import Settled, Student
from grader.checks.uncached_model import Model, Numbers, Tokens, logits_in, model_of, with_values
from grader.compare import NotNumbers, numbers
from grader.model import Array, CallFunction, Counted, Reply, Text, Value, Verdict

__all__ = ["CERTAIN", "ROLE", "certain", "evaluation_mode", "generation", "question", "require_generator", "text_in"]

ROLE = "generate_with_cache"
SIZES = Sizes(V=13, d=12, h=3, L=2, C=24)
ALPHABET = "abcdefghijklm"
PROMPT, LENGTH = 4, 8

# Logits this far apart leave the others less than one chance in 10^10, even at twice the temperature.
CERTAIN = 50.0


@dataclass(frozen=True, eq=False)
class Chain:
    """A continuation, token by token; `gap` is the least distance of a largest logit from the next."""

    tokens: tuple[int, ...]
    gap: float


@dataclass(frozen=True, eq=False)
class Run:
    """One call of the generator; `training` and `grad` say how modules were called.

    `ignores_the_model`: the text is none that the model's answers explain, and the same with other weights.
    """

    asked: Text
    prompt: str
    chain: Chain
    repeated: Chain
    text: str
    training: bool
    grad: bool
    ignores_the_model: bool


def generation(student: Student) -> Text | None:
    run = _run(student)
    expected = run.prompt + _spelled(run.chain)
    values: dict[str, str | int | float | Text] = {
        "asked": run.asked,
        "expected": repr(expected),
        "got": repr(run.text[:60]),
    }
    if run.text != expected:
        if run.text == run.prompt + _spelled(run.repeated):
            if student.memo.get("cached.left_out"):
                return None  # of such a prefill it's what makes the text right
            student.suspect("cached_decoding/last_prompt_token_fed_twice")
            return Text(
                "{asked}: the model's own prefill and steps continue it as {expected}; got {got}, which is what comes "
                "of giving the prompt's last token to step once more after the prefill.",
                values,
            )
        if run.text == _spelled(run.chain):
            student.suspect("cached_decoding/prompt_left_out")
            return Text(
                "{asked}: the new text is right, but it came back alone; the prompt belongs in front of it: "
                "{expected}.",
                values,
            )
        return Text("{asked}: the model's own prefill and steps continue it as {expected}; got {got}.", values)
    return None


def evaluation_mode(student: Student) -> Text | None:
    run = _run(student)
    if run.ignores_the_model:
        return Text(
            "{asked}: with other weights, which make other tokens certain, the same text came back: it isn't the "
            "model's.",
            {"asked": run.asked},
        )
    # The new text alone lacks the prompt, which is another check's affair: the model wrote it all the same.
    if not run.text.startswith(run.prompt) and len(run.text) != LENGTH:
        return Text(
            "{asked}: the model was asked, but what came back isn't its text: {got}.",
            {"asked": run.asked, "got": repr(run.text[:60])},
        )
    if run.training:
        student.suspect("cached_decoding/training_mode")
        return Text(
            "{asked}: the model was asked in training mode, in which dropout is active. "
            "The generator must put it into evaluation mode itself.",
            {"asked": run.asked},
        )
    if run.grad:
        student.suspect("cached_decoding/gradients_kept")
        return Text(
            "{asked}: gradients were recorded. Each cached key then holds on to all that it was computed from, and the "
            "memory grows with each step. Generating needs no gradients.",
            {"asked": run.asked},
        )
    return None


def _run(student: Student) -> Run:
    require_generator(student)
    if "cached.run" not in student.memo:
        student.memo["cached.run"] = _generated(student)
    run: Run = student.memo["cached.run"]
    return run


def require_generator(student: Student, verdict: Verdict = Verdict.MISSING) -> None:
    """Settled where there is none: the exercise asks for it.  What it has cost isn't taken again in another item."""
    if ROLE not in student.found:
        raise Settled(verdict, Text("`{name}` isn't there: write it too.", {"name": ROLE}))


def _generated(student: Student) -> Run:
    has_methods(student)
    style = style_of(student, model_of(student, SIZES, "cached.generation"))
    for number in range(10):
        model = certain(model_of(student, SIZES, f"cached.generation.{number}"))
        ids = student.dice(f"cached.generation.prompt.{number}").permutation(SIZES.V)[None, :PROMPT]
        chain = _chain(model, style, ids, again=False)
        if chain.gap <= CERTAIN:
            continue
        if len(set(chain.tokens)) > 1 and _leaves(chain, model, style, ids):
            break
    else:
        raise Settled(
            Verdict.WRONG,
            Text("The generator can't be judged before prefill and step tell the tokens of a text apart."),
        )
    prompt = "".join(ALPHABET[i] for i in ids[0])
    definition = student.found[ROLE]
    asked = Text(
        "{name}, {length} tokens after {prompt}",
        {"name": definition.name, "length": LENGTH, "prompt": repr(prompt)},
    )
    body = _asked(model, style, ids, asked)
    text = text_in(body.get("value"), ALPHABET)
    # What giving the prompt's last token twice would write matters only for a text that isn't right.
    repeated = chain if text == prompt + _spelled(chain) else _chain(model, style, ids, again=True)
    explained = text.removeprefix(prompt) in {_spelled(chain), _spelled(repeated)}
    return Run(
        asked,
        prompt,
        chain,
        repeated,
        text,
        body.get("training") is True,
        body.get("grad") is True,
        not explained and text == text_in(_asked(_turned(model), style, ids, asked).get("value"), ALPHABET),
    )


def _asked(model: Model, style: Style, ids: Tokens, asked: Text) -> Mapping[str, Value]:
    """What the generator gives with `model`, which it's handed in training mode, and how modules were called."""
    student = model.student
    decoder = Decoder(model, style)
    call_method(student, decoder.module, ("train",))
    body = student.returned(student.ask(Counted(question(student, decoder, ALPHABET, ids, LENGTH))), asked).value
    return body if isinstance(body, Mapping) else {}


def _turned(model: Model) -> Model:
    """With the largest logits the smallest."""
    chosen = _before_the_logits(model)
    return with_values(model, tuple(Array(-v.data, "torch") if i in chosen else v for i, v in enumerate(model.values)))


def question(
    student: Student,
    decoder: Decoder,
    alphabet: str,
    ids: Tokens,
    length: int,
    *,
    temperature: float | None = None,
    seed: int = 0,
) -> CallFunction:
    """The call that has `length` tokens written after the prompt `ids` (1, n); letters of `alphabet` are the tokens.

    The temperature is passed on only where it's given, or where the generator can't do without.
    """
    definition = student.found[ROLE]
    roles = roles_of(definition)
    values: dict[str, Value] = {
        "model": kept(decoder.handle),
        "tok": {"tokenizer": alphabet},
        "prompt": "".join(alphabet[i] for i in ids[0]),
        "length": length,
    }
    if "tok" not in roles and roles.get("prompt", "").lower() in IDS_NAMES:
        values["prompt"] = Array(ids, "torch")
    extras: dict[str, Value] = {"temperature": 1.0, "top_k": None, "device": "cpu", "context": decoder.model.sizes.C}
    needed = required_names(definition)
    values |= {role: value for role, value in extras.items() if roles.get(role) in needed}
    if temperature is not None:
        values["temperature"] = temperature
    if "seed" in roles:
        values["seed"] = seed
    args, keywords = arguments_for(definition, values)
    return function_call(student, ROLE, *args, keywords=keywords, recording=True, seed=seed)


def text_in(value: Value, alphabet: str) -> str:
    """The text that came back, or that the ids spell."""
    if isinstance(value, str):
        return value
    ids = numbers(value)
    if isinstance(ids, NotNumbers):
        return ""
    plain = [int(i) for i in ids.data.reshape(-1)] if np.isfinite(ids.data.astype(np.float64)).all() else []
    return "".join(alphabet[i] if 0 <= i < len(alphabet) else "?" for i in plain)


def _spelled(chain: Chain) -> str:
    return "".join(ALPHABET[i] for i in chain.tokens)


def certain(model: Model) -> Model:
    """With logits ten thousand times as far apart."""
    chosen = _before_the_logits(model)
    return with_values(
        model, tuple(Array(v.data * 10_000, "torch") if i in chosen else v for i, v in enumerate(model.values))
    )


def _before_the_logits(model: Model) -> set[int]:
    """The head's parameters; those of the last norm where the tokens' table is the head too; else that table."""
    memo, layers = model.student.memo, model.sizes.L
    key = f"cached.before_the_logits.{layers}"  # where they stand among all parameters depends on the number of layers
    if key not in memo:
        memo[key] = _found_before_the_logits(model_of(model.student, replace(SIZES, L=layers), "cached.head"))
    found: set[int] = memo[key]
    return found


def _found_before_the_logits(model: Model) -> set[int]:
    """By what changes: a token's part of the head is in its own logit, and its part of the table in those of others."""
    shapes = [parameter.shape for parameter in model.description.parameters]
    of_tokens = {i for i, shape in enumerate(shapes) if SIZES.V in shape}
    ids = np.arange(LENGTH)[None]
    unseen, newest = SIZES.V - 1, LENGTH - 1

    def logits(parameter: int, value: Numbers) -> Numbers:
        values = [Array(value, "torch") if i == parameter else v for i, v in enumerate(model.values)]
        after: Numbers = with_values(model, tuple(values)).last(ids)[0]
        return after

    before, dice = model.last(ids)[0], model.student.dice("cached.head.moved")

    def moved(parameter: int, token: int) -> NDArray[np.bool_]:
        changed = model.values[parameter].data.copy()
        part = np.moveaxis(changed, changed.shape.index(SIZES.V), 0)
        part[token] += dice.normal(0, 1, part[token].shape)  # a norm sees nothing of one number added to all
        apart: NDArray[np.bool_] = np.abs(logits(parameter, changed) - before) > 1e-4
        return apart

    def is_in_proportion(parameter: int) -> bool:
        """Nothing but the head comes after it: twice as much of it adds twice as much to the logits."""
        once, twice = (logits(parameter, (1 + more) * model.values[parameter].data) - before for more in (1.0, 2.0))
        return np.abs(once).max() > 1e-4 and bool(np.abs(twice - 2 * once).max() < 1e-2 * np.abs(once).max())

    head = {i for i in of_tokens if moved(i, unseen)[unseen] and not np.delete(moved(i, newest), newest).any()}
    if any(len(shapes[i]) > 1 for i in head):  # not a bias alone, beside a table that is the head too
        return head
    return {i for i, shape in enumerate(shapes) if shape == (SIZES.d,) and is_in_proportion(i)} or of_tokens


def _leaves(chain: Chain, model: Model, style: Style, ids: Tokens) -> bool:
    """Is another text written by giving the prompt's last token to step once more first?"""
    return _chain(model, style, ids, again=True, while_it_is=chain).tokens != chain.tokens


def _chain(model: Model, style: Style, ids: Tokens, again: bool, while_it_is: Chain | None = None) -> Chain:
    """The most probable continuation, as far as it's certain, and to the first token that `while_it_is` hasn't; `again`
    gives the prompt's last token to step once more first.
    """
    decoder = Decoder(model, style)
    asked = Text("the continuation of a prompt of {n} tokens", {"n": PROMPT})
    tokens, gap = [], np.inf
    replies = [decoder.prefill(ids)]
    if again:
        replies.append(decoder.step(ids[:, -1]))
    logits = _last(student=model.student, reply=replies[-1], asked=asked)
    for _ in range(LENGTH):
        ordered = np.sort(logits[0])
        gap = min(gap, float(ordered[-1] - ordered[-2]))
        tokens.append(int(logits[0].argmax()))
        if gap <= CERTAIN and not again:  # of no use: other weights are tried
            break
        if while_it_is is not None and tokens[-1] != while_it_is.tokens[len(tokens) - 1]:
            break
        if len(tokens) < LENGTH:
            logits = _last(student=model.student, reply=decoder.step(np.array(tokens[-1:])), asked=asked)
    return Chain(tuple(tokens), gap)


def _last(student: Student, reply: Reply, asked: Text) -> Numbers:
    """The last position's logits (1, V) of what came back."""
    found = logits_in(student.returned(reply, asked).value, 1, SIZES.V)
    if found is None:
        raise Settled(Verdict.WRONG, Text("{asked}: prefill and step must give logits first.", {"asked": asked}))
    return found[:, -1]
