"""Sampling: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from grader.checks.repeated_draws import unsorted
from tests.components.judged import edited, failed, judge, messages

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

SEEDS = (0, 1)


EVERY = {"temperature", "greedy", "top_k", "top_p", "reproducible"}

TORCH = """
def sample_next(logits, temperature=1.0, top_k=None, top_p=None):
    if temperature == 0:
        return int(torch.argmax(logits))
    logits = logits / temperature
    if top_k is not None:
        threshold = torch.topk(logits, top_k).values[-1]
        logits = torch.where(logits < threshold, torch.tensor(float("-inf")), logits)
    probs = F.softmax(logits, dim=-1)
    if top_p is not None:
        ordered, places = torch.sort(probs, descending=True)
        before = torch.cumsum(ordered, dim=-1) - ordered
        probs = torch.zeros_like(probs).scatter(0, places, ordered.masked_fill(before >= top_p, 0.0))
    return int(torch.multinomial(probs, 1))
"""

RIGHT = {
    "torch": TORCH,
    "NumPy, in Spanish, other names": """
        def muestrear(logits, temperatura=1.0, k=None, p=None):
            if temperatura <= 0:
                raise ValueError("la temperatura debe ser positiva")
            z = np.asarray(logits, dtype=float) / temperatura
            orden = np.argsort(z)[::-1]
            if k is not None:
                z[orden[k:]] = -np.inf
            probs = np.exp(z - z.max())
            probs /= probs.sum()
            if p is not None:
                acumulada = np.cumsum(probs[orden])
                hasta = np.searchsorted(acumulada, p) + 1
                dentro = np.zeros(len(probs), dtype=bool)
                dentro[orden[:hasta]] = True
                probs = np.where(dentro, probs, 0)
                probs /= probs.sum()
            return np.random.choice(len(probs), p=probs)
        """,
    "the notebook's own generator, keyword only, all required": """
        rng = np.random.default_rng(7)
        def siguiente_token(logits, *, top_p, top_k, temperature):
            if temperature == 0:
                return logits.argmax()
            z = logits / temperature
            keep = np.ones(len(z), bool)
            if top_k:
                keep &= z >= np.sort(z)[-top_k]
            p = np.exp(z) * keep
            p = p / p.sum()
            if top_p is not None:
                total, order = 0.0, []
                for i in np.argsort(-p):
                    order.append(i)
                    total += p[i]
                    if total >= top_p:
                        break
                q = np.zeros_like(p)
                q[order] = p[order]
                p = q / q.sum()
            return int(np.searchsorted(np.cumsum(p), rng.random()))
        """,
    "a batch of one, its own generator as a default, a tensor back": """
        g = torch.Generator()
        def sample_next(logits: torch.Tensor, temperature: float = 1.0, top_k=None, top_p=None, generator=g):
            B, V = logits.shape
            logits = logits / max(temperature, 1e-5)
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, V))
                logits[logits < v[:, [-1]]] = -float("Inf")
            if top_p is not None:
                sorted_logits, sorted_indices = torch.sort(logits, descending=True)
                cumulative = torch.cumsum(F.softmax(sorted_logits, dim=-1), dim=-1)
                remove = cumulative > top_p
                remove[..., 1:] = remove[..., :-1].clone()
                remove[..., 0] = False
                logits = logits.masked_fill(remove.scatter(1, sorted_indices, remove), -float("Inf"))
            return torch.multinomial(F.softmax(logits, dim=-1), 1, generator=generator)
        """,
    "Gumbel, with the probabilities beside the token": """
        def sample_next(logits, temperature=1.0, top_k=None, top_p=None):
            if temperature == 0:
                return int(logits.argmax()), None
            log_p = torch.log_softmax(logits / temperature, -1)
            order = log_p.argsort(descending=True)
            if top_k is not None:
                order = order[:top_k]
            if top_p is not None:
                mass = log_p[order].exp().cumsum(-1)
                order = order[: int((mass < top_p).sum()) + 1]
            gumbel = -torch.log(-torch.log(torch.rand(len(order))))
            return int(order[(log_p[order] + gumbel).argmax()]), log_p.exp()
        """,
}

SCALED, SORTED = "logits = logits / temperature", "logits.sort(descending=True).values"
# The line of TORCH that's changed, what it becomes, and every check that then fails.
WRONG = {
    "GE-04 the temperature after the softmax": (
        {"logits = logits / temperature": "pass", "dim=-1)\n    if top_p": "dim=-1) / temperature\n    if top_p"},
        {"temperature"},
    ),
    "GE-04 after the softmax, and scaled back to a sum of 1": (
        {
            "if temperature == 0": "if temperature <= 1e-8",
            "logits = logits / temperature": "pass",
            "dim=-1)\n    if top_p": "dim=-1) / temperature\n    probs = probs / probs.sum()\n    if top_p",
        },
        {"temperature"},
    ),
    "GE-04 after the softmax, scaled back, drawn by the cumulated sum": (
        {
            "if temperature == 0": "if temperature <= 1e-8",
            "logits = logits / temperature": "pass",
            "dim=-1)\n    if top_p": "dim=-1) / temperature\n    probs = probs / probs.sum()\n    if top_p",
            "int(torch.multinomial(probs, 1))": (
                "min(int((probs.cumsum(-1) < torch.rand(()) * probs.sum()).sum()), len(probs) - 1)"
            ),
        },
        {"temperature"},
    ),
    "GE-05 softmax twice": (
        {"multinomial(probs, 1)": "multinomial(probs.softmax(-1), 1)"},
        {"temperature", "top_k", "top_p"},
    ),
    "GE-06 multiplied": ({"logits / temperature": "logits * temperature"}, {"temperature"}),
    "GE-07 ignored": (
        {"if temperature == 0:": "if False:", "logits / temperature": "logits"},
        {"temperature", "greedy"},
    ),
    "GE-08 argmax": ({"torch.multinomial(probs, 1)": "probs.argmax()"}, EVERY),
    "divided by 0 till something raises": (
        {"if temperature == 0:\n        return int(torch.argmax(logits))\n": "if False:\n        pass\n"},
        {"greedy"},
    ),
    "GE-09 the first token at 0": ({"torch.argmax(logits)": "0"}, {"greedy"}),
    "top-k by the wrong sign": (
        {"logits < threshold": "logits > threshold"},
        {"top_k"},
    ),
    "top-k keeps one fewer": ({"logits < threshold": "logits <= threshold"}, {"top_k"}),
    "top-k without the mask": ({"logits < threshold": "logits < -1e9"}, {"top_k"}),
    "top-p without the crossing token": ({"- ordered": ""}, {"top_p"}),
    "top-p from the bottom": ({"descending=True": "descending=False"}, {"top_p"}),
    "top-p not put back in place": ({".scatter(0, places, ": " + ("}, {"top_p"}),
    "top-p of each token alone": ({"before >= top_p": "ordered < top_p"}, {"top_p"}),
    "top-p only where there is no top-k": (
        {"if top_p is not None": "if top_p is not None and top_k is None"},
        {"top_p"},
    ),
    "top-k only where there is no top-p": (
        {"if top_k is not None": "if top_k is not None and top_p is None"},
        {"top_k"},
    ),
    "top-k by the size of the logits": ({"torch.topk(logits, top_k)": "torch.topk(logits.abs(), top_k)"}, {"top_k"}),
    "top-p keeps one more": (
        {"- ordered\n": "- ordered\n        before = torch.cat([before[:1], before[:-1]])\n"},
        {"top_p"},
    ),
    "top-p by ids": ({"torch.sort(probs, descending=True)": "(probs, torch.arange(len(probs)))"}, {"top_p"}),
    "top-p of those above 1 - p": ({"before >= top_p": "ordered < 1 - top_p"}, {"top_p"}),
    "not rescaled, with NumPy": (
        {
            "logits = logits / temp": "logits = logits.double() / temp",
            "int(torch.multinomial(probs, 1))": "np.random.choice(len(probs), p=probs.numpy())",
        },
        {"top_p"},
    ),
    "not rescaled, drawn by the cumulated sum": (
        {
            "    if top_k is not None:\n": "    whole = logits\n    if top_k is not None:\n",
            "probs = F.softmax(logits, dim=-1)": "probs = F.softmax(whole, dim=-1) * (logits > -torch.inf)",
            "int(torch.multinomial(probs, 1))": "min(int((probs.cumsum(-1) < torch.rand(())).sum()), len(probs) - 1)",
        },
        {"top_k", "top_p"},
    ),
    "evenly among the k": (
        {"    probs = F": "        logits = logits.clamp(max=threshold)\n    probs = F"},
        {"top_k"},
    ),
    "no top-p": ({", top_p=None)": ")", "if top_p is not None": "if False"}, {"top_p"}),
    "top-k keeps one more": (
        {"threshold = torch.topk(logits, top_k)": "threshold = torch.topk(logits, top_k + 1)"},
        {"top_k"},
    ),
    "a seed inside": (
        {"return int(torch.multi": "torch.manual_seed(0)\n    return int(torch.multi"},
        {"temperature", "reproducible"},
    ),
    "a seed inside, and no top-k": (
        {
            "logits < threshold": "logits < -1e9",
            "return int(torch.multi": "np.random.seed(1); torch.manual_seed(1)\n    return int(torch.multi",
        },
        {"temperature", "reproducible", "top_k"},
    ),
    "a generator of the same seed each time": (
        {"multinomial(probs, 1)": "multinomial(probs, 1, generator=torch.Generator().manual_seed(0))"},
        {"temperature", "reproducible"},
    ),
    "a generator of NumPy's with the same seed each time": (
        {
            "int(torch.multinomial(probs, 1))": "np.random.default_rng(0).choice(len(probs), p=(lambda p: p / p.sum())("
            "probs.double().numpy()))"
        },
        {"temperature", "reproducible"},
    ),
    "ranks for ids": ({SCALED: f"logits = {SORTED} / temperature"}, {"temperature"}),
    "ranks from below for ids": ({SCALED: "logits = logits.sort().values / temperature"}, {"temperature"}),
    "ranks for ids, also at temperature 0": (
        {"    if temperature == 0:": f"    logits = {SORTED}\n    if temperature == 0:"},
        {"temperature"},
    ),
    "ranks for ids, and top-k keeps one more": (
        {
            SCALED: f"logits = {SORTED} / temperature",
            "threshold = torch.topk(logits, top_k)": "threshold = torch.topk(logits, top_k + 1)",
        },
        {"temperature", "top_k"},
    ),
    "ranks for ids, but for top-p": (
        {SCALED: f"{SCALED}\n    if top_p is None:\n        logits = {SORTED}"},
        {"temperature"},
    ),
    "a seed of the time": (
        {"return int(torch.multi": "torch.seed()\n    return int(torch.multi"},
        {"reproducible"},
    ),
    "probabilities back": ({"int(torch.multinomial(probs, 1))": "probs"}, EVERY),
    "a text back": ({"int(torch.multinomial(probs, 1))": "str(int(torch.multinomial(probs, 1)))"}, EVERY),
}

TRIVIAL = {
    "0": "return 0",
    "the number of tokens": "return len(logits)",
    "the logits": "return logits",
    "None": "return None",
    "True": "return True",
    "any": "return int(np.random.randint(len(logits)))",
    "argmax": "return int(logits.argmax())",
    "an error": "raise ValueError('no')",
    "not written": "raise NotImplementedError",
}


changed = partial(edited, TORCH)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("sampling", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    changes, expected = WRONG[mistake]
    assert failed("sampling", changed(changes), seed) == expected


@pytest.mark.parametrize("mistake", ["ranks for ids", "ranks from below for ids"])
def test_a_rank_costs_the_temperature_whatever_the_seed(mistake: str) -> None:
    """With this one, a mere permutation of the logits came out in descending order."""
    assert failed("sampling", changed(WRONG[mistake][0]), 947236201) == {"temperature"}


@pytest.mark.parametrize("size", [4, 6])
def test_places_differ_from_ids_whichever_way_is_sorted(size: int) -> None:
    for seed in range(50):
        order = unsorted(np.random.default_rng(seed), np.arange(float(size))[::-1]).argsort()
        for k in range(1, size):
            assert set(order[:k]) not in (set(range(k)), set(range(size - k, size)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str, seed: int) -> None:
    head = "def sample_next(logits, temperature=1.0, top_k=None, top_p=None):\n "
    assert failed("sampling", head + TRIVIAL[answer], seed) == EVERY


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("GE-04 the temperature after the softmax", "temperature_after_softmax"),
        ("GE-04 after the softmax, and scaled back to a sum of 1", "temperature_after_softmax"),
        ("GE-04 after the softmax, scaled back, drawn by the cumulated sum", "temperature_after_softmax"),
        ("GE-06 multiplied", "temperature_multiplied"),
        ("GE-07 ignored", "temperature_ignored"),
        ("GE-08 argmax", "argmax"),
        ("GE-09 the first token at 0", "nan_at_temperature_zero"),
        ("divided by 0 till something raises", "nan_at_temperature_zero"),
        ("top-k keeps one fewer", "top_k_one_too_few"),
        ("top-k keeps one more", "top_k_one_too_many"),
        ("top-k without the mask", "top_k_ignored"),
        ("top-k only where there is no top-p", "top_k_ignored"),
        ("top-p without the crossing token", "top_p_drops_the_crossing_token"),
        ("top-p keeps one more", "top_p_one_too_many"),
        ("top-p from the bottom", "top_p_from_the_bottom"),
        ("top-p not put back in place", "place_in_the_sorted_list"),
        ("top-p by ids", "top_p_in_the_order_of_ids"),
        ("top-p of those above 1 - p", "top_p_a_threshold"),
        ("top-p of each token alone", "top_p_a_threshold"),
        ("not rescaled, with NumPy", "probabilities_not_rescaled"),
        ("not rescaled, drawn by the cumulated sum", "probabilities_not_rescaled"),
        ("evenly among the k", "uniform_among_those_left"),
        ("a seed inside", "seeded_in_the_function"),
        ("a generator of the same seed each time", "seeded_in_the_function"),
        ("ranks for ids", "place_for_the_id"),
        ("ranks from below for ids", "place_for_the_id"),
        ("ranks for ids, also at temperature 0", "place_for_the_id"),
        ("a seed of the time", "generator_of_its_own"),
    ],
)
def test_a_mistake_is_named(mistake: str, named: str) -> None:
    grade = judge("sampling", changed(WRONG[mistake][0]), 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis][:1] == [f"sampling/{named}"]


def test_a_constant_is_not_said_to_set_a_seed() -> None:
    for answer in ("0", "len(logits) - 1", "int(logits.argmin())"):
        source = f"def sample_next(logits, temperature=1.0, top_k=None, top_p=None):\n return {answer}"
        assert "sampling/seeded_in_the_function" not in [
            d.id for d in judge("sampling", source, 1, diagnosed=True).diagnosis
        ]


@pytest.mark.parametrize("seed", range(6))
def test_a_seed_inside_is_not_said_to_be_an_argmax(seed: int) -> None:
    """Though the token that it gives may be the most probable one by chance."""
    source = changed(WRONG["a seed inside"][0])
    assert "argmax" not in {c.id: str(c.message) for c in judge("sampling", source, seed).checks}["temperature"]


CHANGED_BY = {
    "divided in place": ({SCALED: "logits /= temperature"}, "temperature = 2"),
    "masked in place": (
        {SCALED: "if top_k: logits[logits < torch.topk(logits, top_k).values[-1]] = -torch.inf\n    " + SCALED},
        "top_k = 2",
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("way", ["divided in place", "masked in place"])
def test_logits_that_are_changed_are_noted_and_cost_nothing(way: str, seed: int) -> None:
    """Whoever draws twice from the same logits draws from others the second time; the contract asks nothing of it."""
    changes, asked = CHANGED_BY[way]
    grade = judge("sampling", changed(changes), seed)
    assert grade.points == grade.max_points
    (note,) = [str(note) for check in grade.checks for note in check.notes]
    assert f"{asked}: the logits that were handed over are others after the call" in note


@pytest.mark.parametrize("style", RIGHT)
def test_logits_that_stay_as_they_are_get_no_note(style: str) -> None:
    assert not [note for check in judge("sampling", RIGHT[style], 1).checks for note in check.notes]


def test_messages_show_what_was_asked_and_what_came() -> None:
    said = messages("sampling", changed(WRONG["top-p without the crossing token"][0]))["top_p"]
    assert "top_p = 0.66: the smallest set" in said
    assert "never did" in said
    assert "has no parameter top_p" in messages("sampling", changed(WRONG["no top-p"][0]))["top_p"]
