"""What is wrong with a cached step, found out from outside: by other weights, other tokens, fewer layers.

The uncached forward is the student's own, so a mistake about positions can be imitated exactly: with the rows of its
position table exchanged, forward must give what the cached step gave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from grader.checks.cached_model import Decoder, Style
from grader.checks.student import Settled
from grader.checks.uncached_model import Model, Numbers, Tokens, logits_in, model_of, same, with_values
from grader.model import Array, Reply, Returned, Text, Value

__all__ = ["leaves_out_the_last", "named_prefill", "named_step"]

ASKED = Text("a step, to find out what is wrong")

# New rows of the position table from position p on, by what was done; each gives a table like the one it's given.
Rows = Callable[[Numbers, int], Numbers]


def _all(row: Callable[[Numbers, int], Numbers]) -> Rows:
    def moved(table: Numbers, p: int) -> Numbers:
        return np.concatenate([table[:p], np.broadcast_to(row(table, p), table[p:].shape)])

    return moved


FIRST_STEP: Sequence[tuple[str, Rows]] = (
    ("position_restarts_at_0", _all(lambda table, p: table[0])),
    ("position_one_ahead", _all(lambda table, p: table[min(p + 1, len(table) - 1)])),
    ("position_one_behind", _all(lambda table, p: table[p - 1])),
    ("position_left_out", _all(lambda table, p: np.zeros(table.shape[1]))),
)
LATER_STEPS: Sequence[tuple[str, Rows]] = (("position_stays", _all(lambda table, p: table[p])),)


def named_step(model: Model, style: Style, tokens: Tokens, prompt: int, step: int, got: Numbers) -> str | None:
    """The mistake behind the logits `got` (1, V) of token ``prompt + step`` of `tokens` (1, n).

    `step` is the first one that came out wrong.  None where no known mistake shows.
    """
    seen = tokens[:, : prompt + step + 1]
    try:
        for name, rows in FIRST_STEP if step == 0 else LATER_STEPS:
            if same(_with_positions(model, rows, prompt).last(seen), got).same:
                return name
        if seen.shape[1] < model.sizes.C and same(model.last(_last_of_prompt_twice(seen, prompt)), got).same:
            return "last_prompt_token_fed_twice"
        if prompt > 1 and same(model.last(np.delete(seen, prompt - 1, axis=1)), got).same:
            return "last_prompt_token_left_out"
        felt = _felt(model, style, seen, prompt, got)
        if step > 0:
            return "new_tokens_not_kept" if felt[:prompt].any() and not felt[prompt:-1].any() else None
        if not felt[:-1].any():
            return "nothing_is_remembered"
        if felt[0] and not felt[1:-1].any():
            return "only_the_first_key"
        if _attends_to_empty_places(model, style, seen, prompt):
            return "empty_places_attended"
        if _right(_one_layer(model), style, seen, prompt):
            return "one_cache_for_all_layers"
        if felt.all() and _only_earlier_values(model, style, seen, prompt):
            return "new_token_not_among_the_keys"
    except (Settled, LookupError):  # the attempt failed for some other reason: no name is better than a guess
        return None
    return None


def named_prefill(model: Model, style: Style, tokens: Tokens, got: Numbers) -> str | None:
    """The mistake behind the logits `got` (1, V) that prefill gave for `tokens` (1, n)."""
    try:
        if _attends_to_empty_places(model, style, tokens, tokens.shape[1]):
            return "empty_places_attended"
    except (Settled, LookupError):  # as it may be without a table of positions, or with a context of a single token
        pass
    if tokens.shape[1] == 1:
        return None
    try:
        if same(model.forward(tokens)[:, 0], got).same:
            return "logits_of_the_first_position"
        if (
            tokens.shape[1] < model.sizes.C
            and same(model.last(_last_of_prompt_twice(tokens, tokens.shape[1])), got).same
        ):
            return "last_prompt_token_fed_twice"
        alone, one_layer = Decoder(model, style), _one_layer(model)
        first = logits_in(_value(alone, tokens[:, :1]), 1, model.sizes.V)
        shallow = logits_in(_value(Decoder(one_layer, style), tokens), 1, model.sizes.V)
        if first is None or shallow is None:
            return None
        # The last token sees all others in any case: what it sees of *them* is wrong, and that takes a second layer.
        right = same(model.last(tokens[:, :1]), first[:, -1]).same and same(one_layer.last(tokens), shallow[:, -1]).same
    except Settled:
        return None
    return "no_mask_in_the_prefill" if right else None


def leaves_out_the_last(model: Model, tokens: Tokens, prompt: int, replies: Sequence[Reply]) -> bool:
    """Does a step go on from all but the last of the `prompt` tokens, whose logits aren't what prefill gave either?

    `replies` are those to the prompt, and to the next of `tokens` (1, n).
    """
    values = [reply.value for reply in replies[:2] if isinstance(reply, Returned)]
    if len(values) < 2:
        return False
    first, step = (logits_in(value, 1, model.sizes.V) for value in values)
    if step is None or (first is not None and same(model.last(tokens[:, :prompt]), first[:, -1]).same):
        return False
    others = np.delete(tokens[:, : prompt + 1], prompt - 1, axis=1)
    return same(model.last(others), step[:, -1]).same


def _last_of_prompt_twice(tokens: Tokens, prompt: int) -> Tokens:
    return np.concatenate([tokens[:, :prompt], tokens[:, prompt - 1 :]], axis=1)


def _value(decoder: Decoder, tokens: Tokens) -> Value:
    reply = decoder.prefill(tokens)
    return reply.value if isinstance(reply, Returned) else None


def _with_positions(model: Model, rows: Rows, p: int) -> Model:
    """The model with other rows in its position table; Settled where it has no such table."""
    at = _position_table(model)
    table = model.values[at].data
    changed = rows(table.reshape(-1, model.sizes.d), p).reshape(table.shape)
    return with_values(model, (*model.values[:at], Array(changed, "torch"), *model.values[at + 1 :]))


def _position_table(model: Model) -> int:
    wanted = {(model.sizes.C, model.sizes.d), (1, model.sizes.C, model.sizes.d)}
    found = [i for i, parameter in enumerate(model.description.parameters) if parameter.shape in wanted]
    if len(found) != 1:
        raise LookupError
    return found[0]


def _felt(
    model: Model, style: Style, seen: Tokens, prompt: int, got: Numbers
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each token of `seen` (1, n): does the last step's answer change with it?"""
    felt = []
    for at in range(seen.shape[1]):
        other = seen.copy()
        other[0, at] = (other[0, at] + 1) % model.sizes.V
        felt.append(not same(got, _stepped(model, style, other, prompt)).same)
    return np.array(felt)


def _stepped(model: Model, style: Style, tokens: Tokens, prompt: int) -> Numbers:
    """The logits (1, V) of the last step; of the prompt where there is none."""
    decoder = Decoder(model, style)
    replies = [decoder.prefill(tokens[:, :prompt])]
    replies += [decoder.step(tokens[:, at]) for at in range(prompt, tokens.shape[1])]
    return decoder.last_in(replies[-1], 1, ASKED)


def _attends_to_empty_places(model: Model, style: Style, seen: Tokens, prompt: int) -> bool:
    """Is the answer right where the context is just full, and wrong with room left, though all positions are alike?"""
    n = seen.shape[1]
    full = model_of(model.student, replace(model.sizes, C=n), f"cached.full.{n}")
    if n == model.sizes.C or not _right(full, style, seen, prompt):
        return False
    return not _right(_without_order(model), style, seen, prompt)


def _without_order(model: Model) -> Model:
    """The model with one position for all tokens."""
    return _with_positions(model, lambda table, p: np.broadcast_to(table[0], table.shape).copy(), 0)


def _one_layer(model: Model) -> Model:
    return model_of(model.student, replace(model.sizes, L=1), "cached.one-layer")


def _right(model: Model, style: Style, seen: Tokens, prompt: int) -> bool:
    return same(model.last(seen), _stepped(model, style, seen, prompt)).same


def _only_earlier_values(model: Model, style: Style, seen: Tokens, prompt: int) -> bool:
    """Does a new token mix the values of those before it alone?

    Where all tokens and positions are alike, so are all keys: then it doesn't matter which of them is missing.  And a
    new token that isn't among equal ones gets their value, however many they are: its own has no share that would
    shrink.  Keys that stand in another order than their values are right for the former, and not for the latter.
    """
    alike = _without_order(model)
    if not _right(alike, style, np.full_like(seen, seen[0, 0]), prompt):
        return False
    fewer, more = (
        _stepped(alike, style, np.append(np.full((1, n), seen[0, 0]), seen[:, -1:], axis=1), n) for n in (2, prompt)
    )
    return same(fewer, more).same
