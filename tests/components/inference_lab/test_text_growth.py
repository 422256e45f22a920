"""What a whole text costs is judged whatever the generator looks like, and only where its text is the model's."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from grader.checks import cached_texts
from grader.checks.cached_texts import ALPHABET, SIZES, Texts, grows_in_proportion
from grader.checks.student import Settled, Student
from grader.components.finding import candidates
from grader.components.inference_lab import cached_decoding, decoding_growth
from grader.judging import inspect_notebook
from grader.model import Ask, Returned, Verdict
from grader.model.growth import Growth, Limit, Played, Series
from grader.model.pace import Cost, Outcome, Reason
from tests.components.inference_lab.cached_models import GENERATOR, METHODS, RIGHT
from tests.components.judged import IMPORTS, references
from tests.fake_student import fake_student

LENGTHS = (12, 20)


@dataclass
class OfSizes:
    """A bench that asks for two short texts and times nothing: what their sizes are found to be is kept."""

    outcome: Outcome = Outcome.KEEPS_PACE
    reason: Reason | None = None
    missing: str = ""
    reached: list[int] = field(default_factory=list)

    def grows(self, ask: Ask, baseline: str, series: Series, limit: Limit, seed: int) -> Growth:
        dice = np.random.default_rng(seed)
        played = []
        for size in LENGTHS:
            sized = series.draw(dice, size)
            reply = ask(sized.student.timed)
            self.reached.append(sized.reached(reply.value) if isinstance(reply, Returned) else 0)
            played.append(Played(size, Cost(size**1.6, 1.0), Cost(size, 1.0), Cost(size**1.6, 1.0)))
        if 0 in self.reached:
            return Growth(Outcome.NOT_RIGHT)
        return Growth(self.outcome, self.reason, tuple(played))


def asked(source: str, bench: OfSizes) -> Student:
    ask = fake_student(IMPORTS, source)
    definitions = inspect_notebook(ask)
    found = candidates(decoding_growth.COMPONENT, definitions)[0].found  # type: ignore[arg-type]
    return Student(ask, found, "torch", 1, references("inference_lab"), bench=bench)  # type: ignore[arg-type]


def judged(source: str, bench: OfSizes) -> tuple[str | None, Student]:
    student = asked(source, bench)
    _, style = cached_decoding.model(student)
    message = grows_in_proportion(student, style, decoding_growth.BASELINE)
    return (None if message is None else str(message)), student


PROBABILITIES = "            p = torch.softmax(logits[0] / temperature, dim=-1)\n"
NEXT = "            logits = model.step(torch.tensor([[ids[-1]]]))\n"
WITH = METHODS + GENERATOR
GENERATORS = {
    **{name: source for name, source in RIGHT.items() if "def gener" in source},
    "argmax": WITH.replace("torch.multinomial(p, 1).item()", "p.argmax().item()"),
    "the new text alone": WITH.replace("tok.decode(ids)", "tok.decode(ids[len(prompt):])"),
    "ids, other names and another order": METHODS
    + """
def generate_with_cache(modelo, ids, longitud=200, temperatura=1.0):
    modelo.eval()
    logits, todos = modelo.prefill(ids), ids
    for _ in range(longitud):
        nuevo = torch.multinomial(torch.softmax(logits / temperatura, dim=-1), 1)
        todos = torch.cat((todos, nuevo), dim=1)
        logits = modelo.step(nuevo)
    return todos
""",
    "temperature ignored": WITH.replace(" / temperature", ""),
    "the last logits alone come back of forward": WITH.replace(
        "        return self.cabeza(self.ln(x))\n\nclass Cached",
        "        return self.cabeza(self.ln(x[:, -1:]))\n\nclass Cached",
    ),
    "no cache": WITH.replace(NEXT, "            logits = model(torch.tensor([ids]))[:, -1]\n"),
}


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_text_is_known_as_the_models_and_its_length_is_seen(generator: str) -> None:
    bench = OfSizes()
    message, student = judged(GENERATORS[generator], bench)
    assert message is None
    assert bench.reached == list(LENGTHS)
    assert "less than like n to the power 1.35" in str(student.notes[-1])


def test_a_generator_that_stops_early_has_the_length_that_it_has() -> None:
    bench = OfSizes()
    judged(WITH.replace("for _ in range(length)", "for _ in range(min(length, 15))"), bench)
    assert bench.reached == [12, 15]


@pytest.mark.parametrize(
    "source",
    [
        WITH.replace(PROBABILITIES, "            p = torch.ones(13)\n"),
        WITH.replace(NEXT, ""),
        METHODS + "def generate_with_cache(model, tok, prompt, length=200):\n    return prompt + prompt[0] * length\n",
        METHODS + "def generate_with_cache(model, tok, prompt, length=200):\n    return prompt\n",
        METHODS + "def generate_with_cache(model, tok, prompt, length=200):\n    return None\n",
    ],
    ids=["drawn at random", "the prompt's logits alone", "one letter", "nothing new", "None"],
)
def test_a_text_that_is_not_the_models_is_not_measured(source: str) -> None:
    with pytest.raises(Settled) as settled:
        judged(source, OfSizes())
    assert settled.value.verdict is Verdict.SKIPPED


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_each_token_of_a_text_is_certain_however_many_layers_there_are(
    layers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that letters drawn at random aren't taken for the model's."""
    monkeypatch.setattr(cached_texts, "SIZES", replace(SIZES, d=16, L=layers, C=64))
    with pytest.raises(Settled):
        judged(WITH.replace(PROBABILITIES, "            p = torch.ones(13)\n"), OfSizes())
    bench = OfSizes()
    judged(WITH, bench)
    assert bench.reached == list(LENGTHS)


def test_the_message_says_the_exponents_the_limit_and_the_device_and_a_note_what_is_computed() -> None:
    message, student = judged(GENERATORS["no cache"], OfSizes(Outcome.TOO_SLOW))
    assert message is not None
    assert message.startswith("From 12 new tokens to 20 the cost of a text grows like n to the power 1.60 on the CPU, ")
    assert "1.35 is the limit; ours grows like n to the power 1.00 with a cache, and 1.60 without" in message
    assert student.suspects == ["decoding_growth/generates_without_the_cache"]
    assert str(student.notes[-1]).endswith("the past is computed again.")
    message, _ = judged(WITH, OfSizes(Outcome.TOO_SLOW, Reason.TIMED_OUT))
    assert message is not None
    assert "no answer within the time limit, on the CPU" in message


@pytest.mark.parametrize(
    ("reason", "verdict"),
    [(Reason.CLOSE, Verdict.INCONCLUSIVE), (Reason.HIDDEN_WORK, Verdict.FOR_REVIEW), (None, Verdict.INCONCLUSIVE)],
)
def test_what_cannot_be_told_costs_nothing_and_what_may_be_had_on_purpose_waits(
    reason: Reason | None, verdict: Verdict
) -> None:
    with pytest.raises(Settled) as settled:
        judged(WITH, OfSizes(Outcome.INCONCLUSIVE, reason))
    assert settled.value.verdict is verdict


def test_there_is_room_for_the_longest_text() -> None:
    assert SIZES.C >= 8 + 256 * 1.1
    assert len(ALPHABET) == SIZES.V


@dataclass
class InAFreshProcess(OfSizes):
    """The second attempt is made in another process, in which nothing has been built."""

    def grows(self, ask: Ask, baseline: str, series: Series, limit: Limit, seed: int) -> Growth:
        super().grows(ask, baseline, series, limit, seed)
        assert isinstance(series, Texts)
        series.student.ask = fake_student(IMPORTS, WITH)
        return super().grows(series.student.ask, baseline, series, limit, seed + 1)


def test_a_second_attempt_asks_for_nothing_that_the_first_one_built() -> None:
    bench = InAFreshProcess()
    judged(WITH, bench)
    assert bench.reached == [*LENGTHS, *LENGTHS]
