"""Whether a seed decides on the draws, in all the ways in which a notebook can make and keep a generator."""

from __future__ import annotations

import textwrap

import pytest

from grader.model import Verdict
from tests.components.judged import failed, judge, messages

SAMPLER = """
def sample_next(logits, temperature=1.0, top_k=None, top_p=None{parameter}):
    {begin}
    z = np.array([float(a) for a in logits])
    if temperature == 0:
        return int(z.argmax())
    z = z / temperature
    if top_k is not None:
        z[z < np.sort(z)[-top_k]] = -np.inf
    p = np.exp(z - z.max())
    p = p / p.sum()
    if top_p is not None:
        order = np.argsort(-p)
        kept = order[np.cumsum(p[order]) - p[order] < top_p]
        q = np.zeros_like(p)
        q[kept] = p[kept]
        p = q / q.sum()
    return int(np.searchsorted(np.cumsum(p), {number} * p.sum() * 0.999999))
"""

IMPORTS = "import functools, os, random, secrets, time\nfrom numpy.random import default_rng as fresh, SeedSequence\n"


def notebook(made: str, number: str, *, parameter: str = "", begin: str = "pass", after: str = "") -> str:
    sampler = SAMPLER.format(parameter=parameter and f", {parameter}", begin=begin, number=number)
    return IMPORTS + textwrap.dedent(made) + sampler + textwrap.dedent(after)


MAKER = """
class Dice:
    def __init__(self, seed=None):
        self.rng = np.random.default_rng(seed)
    def roll(self):
        return self.rng.random()
"""

UNSEEDED = {
    "NumPy's": notebook("rng = np.random.default_rng()", "rng.random()"),
    "with None": notebook("rng = np.random.default_rng(None)", "rng.random()"),
    "under another name": notebook("rng = fresh()", "rng.random()"),
    "of a bit generator": notebook("rng = np.random.Generator(np.random.PCG64())", "rng.random()"),
    "of a seed sequence": notebook("rng = fresh(SeedSequence().spawn(2)[0])", "rng.random()"),
    "the old one": notebook("rng = np.random.RandomState()", "rng.rand()"),
    "Python's": notebook("rng = random.Random()", "rng.random()"),
    "the system's": notebook("rng = random.SystemRandom()", "rng.random()"),
    "torch's": notebook("g = torch.Generator()\ng.seed()", "float(torch.rand((), generator=g))"),
    "torch's, by the clock": notebook(
        "g = torch.Generator().manual_seed(time.time_ns() % 2**60)", "float(torch.rand((), generator=g))"
    ),
    "by the clock": notebook("rng = np.random.default_rng(int(time.time()))", "rng.random()"),
    "by the clock, in a variable": notebook("SEED = time.time_ns() % 1000\nrng = fresh(SEED)", "rng.random()"),
    "by the process": notebook("rng = random.Random(os.getpid())", "rng.random()"),
    "by the system": notebook("rng = fresh(int.from_bytes(os.urandom(4), 'little'))", "rng.random()"),
    "by secrets": notebook("rng = fresh(secrets.randbits(128))", "rng.random()"),
    "made anew after one that was seeded": notebook("rng = fresh(0)\nrng = fresh()", "rng.random()"),
    "its method": notebook("number = np.random.default_rng().random", "number()"),
    "in a dict": notebook("state = {'rng': fresh()}", "state['rng'].random()"),
    "at the first call": notebook(
        "rng = None", "rng.random()", begin="global rng; rng = rng if rng is not None else np.random.default_rng()"
    ),
    "of a function": notebook("def made():\n    return fresh()\nrng = made()", "rng.random()"),
    "of a function with a seed that isn't given": notebook(
        "def made(seed=None):\n    return fresh(seed)\nrng = made()", "rng.random()"
    ),
    "of a class": notebook("class Dice:\n    rng = fresh()\n", "Dice.rng.random()"),
    "of an object": notebook(MAKER + "dice = Dice()\n", "dice.roll()"),
    "of a closure": notebook(
        "def maker():\n    rng = fresh()\n    return lambda: rng.random()\nnumber = maker()", "number()"
    ),
    "of an attribute": notebook("", "sample_next.rng.random()", after="sample_next.rng = fresh()"),
    "anew with each call": notebook("", "np.random.default_rng().random()"),
    "secrets, with each call": notebook("", "secrets.randbelow(10**6) / 10**6"),
    "a seed by the clock, with each call": notebook(
        "", "np.random.rand()", begin="np.random.seed(time.time_ns() % 2**32)"
    ),
}

SEEDED = {
    "NumPy's": notebook("rng = np.random.default_rng(0)", "rng.random()"),
    "a long number": notebook("rng = fresh(122807528840384100672342137672332424406)", "rng.random()"),
    "a variable": notebook("SEED = 7\nrng = fresh(seed=SEED)", "rng.random()"),
    "of the global one": notebook("np.random.seed(0)\nrng = fresh(np.random.randint(1000))", "rng.random()"),
    "of a bit generator": notebook("rng = np.random.Generator(np.random.PCG64(3))", "rng.random()"),
    "the old one": notebook("rng = np.random.RandomState(5)", "rng.rand()"),
    "seeded afterwards": notebook("rng = random.Random()\nrng.seed(4)", "rng.random()"),
    "seeded by a function": notebook(
        "rng = fresh()\ndef set_seed(n):\n    global rng\n    rng = fresh(n)\nset_seed(0)", "rng.random()"
    ),
    "torch's, as it comes": notebook("g = torch.Generator()", "float(torch.rand((), generator=g))"),
    "torch's": notebook("g = torch.Generator().manual_seed(1)", "float(torch.rand((), generator=g))"),
    "its method": notebook("number = np.random.default_rng(0).random", "number()"),
    "in a dict": notebook("state = {'rng': fresh(0)}", "state['rng'].random()"),
    "of a class": notebook("class Dice:\n    rng = fresh(0)\n", "Dice.rng.random()"),
    "of an object": notebook(MAKER + "dice = Dice(0)\n", "dice.roll()"),
    "of a closure": notebook(
        "def maker(seed):\n    rng = fresh(seed)\n    return lambda: rng.random()\nnumber = maker(0)", "number()"
    ),
    "of an attribute": notebook("", "sample_next.rng.random()", after="sample_next.rng = fresh(0)"),
    "an unseeded one that isn't drawn from": notebook("noise = fresh()\nrng = fresh(0)", "rng.random()"),
    "an unseeded one of that name elsewhere": notebook(
        "rng = fresh(0)\ndef noise():\n    rng = fresh()\n    return rng.random()\nnoise()", "rng.random()"
    ),
    "Python's global one": notebook("", "random.random()"),
    "NumPy's global one": notebook("", "np.random.rand()"),
    "torch's global one": notebook("", "float(torch.rand(()))"),
    "a seed as an argument": notebook("", "np.random.default_rng(seed).random()", parameter="seed=None"),
    "a generator as an argument": notebook(
        "", "rng.random()", parameter="rng=None", begin="rng = rng or np.random.default_rng()"
    ),
    "torch's as an argument": notebook("", "float(torch.rand((), generator=generator))", parameter="generator=None"),
    "a generator as an argument, and one that isn't seeded without it": notebook(
        "own = fresh()", "rng.random()", parameter="*, rng=None", begin="rng = own if rng is None else rng"
    ),
    "a default that may be replaced": notebook("", "rng.random()", parameter="rng=np.random.default_rng()"),
}


def is_reproducible(source: str, seed: int = 1) -> bool:
    (check,) = judge("sampling", source, seed, only=["reproducible"]).checks
    assert check.verdict in (Verdict.PASSED, Verdict.WRONG)
    return check.verdict is Verdict.PASSED


@pytest.mark.parametrize("way", UNSEEDED)
def test_what_no_seed_reaches_is_not_reproducible(way: str) -> None:
    assert not is_reproducible(UNSEEDED[way])


@pytest.mark.parametrize("way", SEEDED)
def test_what_a_seed_reaches_is_reproducible(way: str) -> None:
    assert is_reproducible(SEEDED[way])


@pytest.mark.parametrize(("source", "lost"), [(UNSEEDED["NumPy's"], {"reproducible"}), (SEEDED["NumPy's"], set())])
def test_no_other_check_is_lost(source: str, lost: set[str]) -> None:
    assert failed("sampling", source, 1) == lost


@pytest.mark.parametrize(("way", "name"), [("NumPy's", "rng"), ("in a dict", "state.rng"), ("its method", "number")])
def test_the_generator_is_named(way: str, name: str) -> None:
    assert f"`{name}` is made without a seed" in messages("sampling", UNSEEDED[way])["reproducible"]
    grade = judge("sampling", UNSEEDED[way], 1, diagnosed=True)
    assert [diagnosis.id for diagnosis in grade.diagnosis] == ["sampling/generator_of_its_own"]


def test_a_seed_that_is_taken_and_not_used_does_not_count() -> None:
    for parameter in ("seed=None", "rng=None"):
        source = notebook("", "np.random.default_rng().random()", parameter=parameter)
        assert not is_reproducible(source)


# The likeliest token comes first, so that a small number, which is the same each time, is always in its share.
SORTED = """
kept = random.Random(0)
def sample_next(logits, temperature=1.0, top_k=None, top_p=None):
    z = np.array([float(a) for a in logits])
    if temperature == 0:
        return int(z.argmax())
    order = np.argsort(-z)
    p = np.exp((z[order] - z.max()) / temperature)
    p = p / p.sum()
    if top_k is not None:
        p[top_k:] = 0
    if top_p is not None:
        p[np.cumsum(p) - p >= top_p] = 0
    {begin}
    return int(order[min(np.searchsorted(np.cumsum(p / p.sum()), {number}), len(p) - 1)])
"""

SEEDED_INSIDE = {
    "torch's, 1": SORTED.format(begin="torch.manual_seed(1)", number="float(torch.rand(()))"),
    "torch's, 3": SORTED.format(begin="torch.manual_seed(3)", number="float(torch.rand(()))"),
    "Python's, 3": SORTED.format(begin="kept.seed(3)", number="kept.random()"),
    "NumPy's, 7": SORTED.format(begin="np.random.seed(7)", number="np.random.rand()"),
    "NumPy's, 42": SORTED.format(begin="np.random.seed(42)", number="np.random.rand()"),
    "a new one of NumPy's": SORTED.format(begin="rng = np.random.default_rng(3)", number="rng.random()"),
    "put back": SORTED.format(begin="kept.setstate(random.Random(3).getstate())", number="kept.random()"),
    "not sorted": notebook("rng = random.Random(0)", "rng.random()", begin="rng.seed(3)"),
}


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("way", SEEDED_INSIDE)
def test_the_same_number_each_time_is_no_argmax_and_no_threshold(way: str, seed: int) -> None:
    grade = judge("sampling", IMPORTS + SEEDED_INSIDE[way], seed, diagnosed=True)
    assert [diagnosis.id for diagnosis in grade.diagnosis] == ["sampling/seeded_in_the_function"]
