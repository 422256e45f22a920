"""How the student's cached model is called: found out once, by trying."""

from __future__ import annotations

import numpy as np

from grader.checks.cached_model import CACHES, PREFILL, STEP, Decoder, Extra, Shape, StepForm, Style
from grader.checks.student import Settled, Student, settled_by
from grader.checks.uncached_model import OFFSETS, ROLE, Model, Numbers, Tokens, logits_in, same
from grader.model import Raised, Returned, Text, Verdict

__all__ = ["continued", "forms_of", "has_methods", "style_of"]


def style_of(student: Student, model: Model) -> Style:
    """Found out once: which way, and the first form of a step's token that's right; where none is, all that work."""
    if "cached.style" not in student.memo:
        student.memo["cached.style"] = _discovered(student, model)
    style: Style = student.memo["cached.style"]
    return style


def has_methods(student: Student) -> bool:
    """Else forward takes a cache.  Settled for a class that has neither: nothing needs to be built to know that."""
    definition = student.found[ROLE]
    if set(PREFILL) & set(definition.methods) and set(STEP) & set(definition.methods):
        return True
    names = {p.name.lower() for p in definition.call_parameters[1:]}
    if not names & (CACHES | OFFSETS):
        raise Settled(
            Verdict.WRONG,
            Text(
                "`{name}` has no methods prefill(tokens) and step(token), nor a forward(idx, cache=None).",
                {"name": definition.name},
            ),
        )
    return False


def _discovered(student: Student, model: Model) -> Style:
    if not has_methods(student):
        return Style(methods=False)
    prompt = _prompt_and_more(student, model)[0]
    flat = isinstance(Decoder(model, Style(True)).prefill(prompt), Raised) and isinstance(
        Decoder(model, Style(True, True)).prefill(prompt), Returned
    )
    return Style(True, flat, forms_of(student, model, flat, enough=True))


def _prompt_and_more(student: Student, model: Model) -> tuple[Tokens, Tokens]:
    prompt, more = student.dice("cached.style").integers(0, model.sizes.V, (2, 1, 3))
    return prompt, more


def forms_of(student: Student, model: Model, flat: bool, enough: bool = False) -> tuple[StepForm, ...]:
    """The forms of a step's token that work, the right ones first; the first of these is `enough`."""
    prompt, more = _prompt_and_more(student, model)
    working: list[tuple[bool, StepForm]] = []
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
                    if enough and working[-1][0]:
                        return (working[-1][1],)
            elif isinstance(reply, Raised):
                wants_more = wants_more or "required positional argument" in reply.message
        if working or not wants_more:
            break
    ordered = [form for right, form in sorted(working, key=lambda entry: not entry[0])]
    return tuple(ordered) or (("(B, 1)", ""),)


def continued(decoder: Decoder, tokens: Tokens, prompt: int, asked: Text) -> list[Numbers]:
    """The last logits (B, V) after each token beyond the first `prompt` of `tokens` (B, n)."""
    first, *others = decoder.replies(tokens, prompt)
    if not isinstance(first, Returned):
        raise settled_by(first, Text("{asked}: the prompt", {"asked": asked}))
    return [decoder.last_in(reply, len(tokens), asked) for reply in others]
