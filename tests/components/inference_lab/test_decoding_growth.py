"""A step that computes the past again is told from one that reads a cache, whatever the cache looks like."""

from __future__ import annotations

import re

import pytest

from grader.model import Verdict
from tests.components.inference_lab.cached_models import BASE, GENERATOR, METHODS, RIGHT
from tests.components.judged import judge

AGAIN = (
    BASE
    + """
class CachedMiniGPT(MiniGPT):
    def prefill(self, tokens):
        self.seen = tokens
        return self(tokens)[:, -1]
    def step(self, token):
        self.seen = torch.cat((self.seen, token), dim=1)
        return self(self.seen)[:, -1]
"""
)
# Every step after the 20th, where a test of few tokens doesn't get.
AGAIN_LATER = AGAIN.replace("class CachedMiniGPT(MiniGPT)", "class Again(MiniGPT)") + METHODS.replace(BASE, "").replace(
    "        return self.avanzar(token)[:, -1]\n",
    "        return self.avanzar(token)[:, -1] if self.n < 20 else self.otra_vez(token)\n"
    "    def otra_vez(self, token):\n"
    "        self.todo = torch.cat((self.todo, token), dim=1)\n"
    "        return self(self.todo)[:, -1]\n",
).replace("        self.n = 0\n", "        self.n = 0\n        self.todo = tokens\n")


@pytest.mark.parametrize("style", [style for style in RIGHT if "generator" not in style])
def test_a_step_with_a_cache_keeps_pace(style: str) -> None:
    model_alone = re.split(r"\n(?:@\S+\n)?def gener", RIGHT[style])[0]
    check = judge("decoding_growth", model_alone, 1).checks[0]
    assert check.verdict is Verdict.PASSED, check.message
    assert "nearer to a model with a cache" in str(check.notes[-1])
    counts = list(map(str, check.notes[:-1]))
    assert len(counts) == 1
    assert all(note.endswith("the past isn't computed again.") for note in counts)


# Where torch's dispatcher isn't looked at, so that the count in the process sees one token.
AGAIN_UNSEEN = AGAIN.replace(
    "        return self(self.seen)[:, -1]\n",
    "        from torch.utils._python_dispatch import _disable_current_modes\n"
    "        with _disable_current_modes(): logits = self(self.seen)[:, -1]\n"
    "        self(token)\n"
    "        return logits\n",
)


@pytest.mark.parametrize(
    ("source", "note", "advice", "cause"),
    [
        (
            AGAIN_LATER,
            "the past is computed again.",
            "only the new token goes through the projections.",
            ["decoding_growth/recomputes_everything"],
        ),
        (
            AGAIN_UNSEEN,
            "not in the matrix products that torch was seen to compute.",
            "By its products your step doesn't compute the past again.",
            [],
        ),
    ],
    ids=["again after 20 tokens", "again, and not counted"],
)
def test_computing_the_past_again_is_too_slow_and_the_exponent_is_told(
    source: str, note: str, advice: str, cause: list[str]
) -> None:
    """A count that was tampered with gains nothing, and is seen; nobody is told a cause that the count contradicts."""
    grade = judge("decoding_growth", source, 1, diagnosed=True)
    assert grade.checks[0].verdict is Verdict.WRONG, grade.checks[0].message
    message = str(grade.checks[0].message)
    assert all(word in message for word in ("a step after 640 tokens", "is the limit", "rounds on the CPU"))
    assert "like n to the power" in message
    assert str(grade.checks[0].notes[-1]).endswith(note)
    assert advice in message
    assert [reason.id for reason in grade.diagnosis] == cause


# The prompt's keys and values are computed by the first step that needs them.
FILLED_BY_THE_FIRST_STEP = METHODS.replace(
    "        return self.avanzar(tokens)[:, -1]\n",
    "        self.pendiente = tokens\n        return self(tokens)[:, -1]\n",
).replace(
    "        return self.avanzar(token)[:, -1]\n",
    "        if self.n == 0:\n            self.avanzar(self.pendiente)\n        return self.avanzar(token)[:, -1]\n",
)


def test_a_cache_that_the_first_step_fills_is_one() -> None:
    check = judge("decoding_growth", FILLED_BY_THE_FIRST_STEP, 1).checks[0]
    assert check.verdict is Verdict.PASSED, check.message
    assert str(check.notes[0]).endswith("the past isn't computed again.")


@pytest.mark.parametrize(
    "source",
    [
        METHODS.replace("k = torch.cat([self.cache[i][0], k], dim=2)", "k = k + 0 * self.cache[i][0][:, :, -1:]"),
        AGAIN.replace("return self(self.seen)[:, -1]", "return self(token)[:, -1]"),
        AGAIN.replace("return self(self.seen)[:, -1]", "return torch.zeros(len(token), 13)"),
    ],
    ids=["keys not kept", "the new token alone", "zeros"],
)
def test_a_wrong_step_is_not_measured_however_cheap_it_is(source: str) -> None:
    grade = judge("decoding_growth", source, 1)
    assert grade.points == 0
    assert grade.checks[0].verdict is Verdict.SKIPPED


# The steps are as they should be; only in a long text it starts over at each token.
STARTS_OVER = (METHODS + GENERATOR).replace(
    "logits = model.step(torch.tensor([[ids[-1]]]))",
    "logits = model.step(torch.tensor([ids[-1:]])) if len(ids) < 30 else model.prefill(torch.tensor([ids]))",
)


def test_a_generator_that_starts_over_in_a_long_text_is_found_by_what_its_texts_cost() -> None:
    grade = judge("decoding_growth", STARTS_OVER, 1, diagnosed=True)
    step, text = grade.checks
    assert step.verdict is Verdict.PASSED, step.message
    assert text.verdict is Verdict.WRONG, text.message
    assert re.search(r"grows like n to the power [12]\.\d\d on the CPU, where 1\.35 is the limit", str(text.message))
    assert str(text.notes[-1]).endswith("the past is computed again.")
    assert [reason.id for reason in grade.diagnosis] == ["decoding_growth/generates_without_the_cache"]
