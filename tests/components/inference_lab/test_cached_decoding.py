"""Generation with a cache: right in any style passes; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from grader.model import Verdict
from tests.components.inference_lab.cached_models import BASE, GENERATOR, METHODS, RIGHT
from tests.components.judged import failed, judge, messages, verdicts

OF_THE_MODEL = {"prefill", "steps", "constant_work", "resets", "batch", "context_limit"}
EVERY = {*OF_THE_MODEL, "generation", "sampling", "evaluation_mode"}


def changed(*edits: tuple[str, str], source: str = METHODS + GENERATOR) -> str:
    """`source` with each of `edits`, which must hit one place."""
    for old, new in edits:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


POSITIONS = "self.pos(torch.arange(self.n, total))"
STEP = "        return self.avanzar(token)[:, -1]\n"
PROMPT = "        return self.avanzar(tokens)[:, -1]\n"
START = "        self.cache = [None] * len(self.bloques)\n        self.n = 0\n"
KEPT = "            self.cache[i] = (k, v)\n"
MIXED = "x = x + b.att.mezclar(q, k, v, mask)"
ROOM = '        if total > self.context:\n            raise ValueError("contexto lleno")\n'
ASKED = "        logits = model.prefill(torch.tensor([ids]))\n"
DRAWN = "            ids.append(torch.multinomial(p, 1).item())\n"
PROBABILITIES = "            p = torch.softmax(logits[0] / temperature, dim=-1)\n"
NEXT = "            logits = model.step(torch.tensor([[ids[-1]]]))\n"

# What is wrong, every check that it fails, and the misconception that is named first.
WRONG = {
    "KV-01 positions from 0 in each step": (
        changed((POSITIONS, "self.pos(torch.arange(n))")),
        {"steps"},
        "position_restarts_at_0",
    ),
    "KV-02 the length after the new token": (
        changed((POSITIONS, "self.pos(torch.arange(self.n, total) + (self.n > 0))")),
        {"steps", "context_limit"},
        "position_one_ahead",
    ),
    "KV-03 no mask where there is a cache": (
        changed((MIXED, "x = x + b.att.mezclar(q, k, v)")),
        {"prefill"},
        "no_mask_in_the_prefill",
    ),
    "KV-04 is_causal with one query": (
        changed(
            (
                MIXED,
                "z = F.scaled_dot_product_attention(q, k, v, is_causal=True)\n"
                "            x = x + b.att.proj(z.transpose(1, 2).reshape(q.shape[0], n, -1))",
            )
        ),
        {"steps"},
        "only_the_first_key",
    ),
    "KV-05 the first rows of the mask": (changed(("[self.n:total]", "[:n]")), {"steps"}, "only_the_first_key"),
    "KV-06 joined along the heads": (
        changed(
            ("torch.cat([self.cache[i][0], k], dim=2)", "torch.cat([self.cache[i][0], k], dim=1)"),
            ("torch.cat([self.cache[i][1], v], dim=2)", "torch.cat([self.cache[i][1], v], dim=1)"),
        ),
        EVERY,  # it stops with an error, and a prompt's forward alone shows nothing
        None,
    ),
    "KV-07 each token alone": (
        changed(
            ("if self.cache[i] is not None:", "if False:"), (MIXED, "x = x + b.att.mezclar(q, k, v, mask[:, -n:])")
        ),
        OF_THE_MODEL - {"prefill"},
        "nothing_is_remembered",
    ),
    "KV-07 the prompt's keys alone are kept": (
        changed(
            (KEPT, "            if self.n == 0:\n                self.cache[i] = (k, v)\n"),
            (MIXED, "x = x + b.att.mezclar(q, k, v, mask[:, :k.shape[2]])"),
        ),
        {"steps"},
        "new_tokens_not_kept",
    ),
    "KV-08 made once": (
        changed(
            ("    def prefill(self, tokens):\n", "    n = 0\n    cache = None\n    def prefill(self, tokens):\n"),
            (START, "        self.cache = self.cache or [None] * len(self.bloques)\n"),
        ),
        {"resets"},
        "cache_not_reset",
    ),
    "KV-08 the position goes on": (
        changed(
            ("    def prefill(self, tokens):\n", "    vistos = 0\n    def prefill(self, tokens):\n"),
            (POSITIONS, "self.pos(torch.arange(self.vistos, self.vistos + n) % self.context)"),
            ("        self.n = total\n", "        self.n = total\n        self.vistos += n\n"),
        ),
        {"resets"},
        "cache_not_reset",
    ),
    "KV-09 inside the prefill": (
        changed((PROMPT, "        self.avanzar(tokens)\n        return self.step(tokens[:, -1:])\n")),
        {"prefill", "steps", "context_limit"},
        "last_prompt_token_fed_twice",
    ),
    "KV-09 in the generator": (
        changed(
            (ASKED, "        model.prefill(torch.tensor([ids]))\n"),
            (NEXT, ""),
            ("            p = torch.softmax", NEXT + "            p = torch.softmax"),
        ),
        {"generation"},
        "last_prompt_token_fed_twice",
    ),
    "KV-10 the same list for all layers": (
        changed(
            ("self.cache[i] is not None", "self.n > 0"),
            ("torch.cat([self.cache[i][0], k], dim=2)", "torch.cat([self.cache[0][0][:, :, :self.n], k], dim=2)"),
            ("torch.cat([self.cache[i][1], v], dim=2)", "torch.cat([self.cache[0][1][:, :, :self.n], v], dim=2)"),
            (KEPT, "            self.cache[0] = (k, v)\n"),
        ),
        {"steps"},
        "one_cache_for_all_layers",
    ),
    "KV-12 no cache at all": (
        changed(
            (PROMPT, "        self.ids = tokens\n        return self(tokens)[:, -1]\n"),
            (
                STEP,
                "        self.ids = torch.cat([self.ids, token], dim=1)\n        return self(self.ids)[:, -1]\n",
            ),
        ),
        {"constant_work"},
        "recomputes_everything",
    ),
    "KV-12 keys and values computed anew": (
        changed(
            ("            q, k, v = b.att.dividir(b.ln1(x))\n", "            todo = b.ln1(x)\n"),
            (
                "                k = torch.cat([self.cache[i][0], k], dim=2)\n"
                "                v = torch.cat([self.cache[i][1], v], dim=2)\n",
                "                todo = torch.cat([self.cache[i], todo], dim=1)\n",
            ),
            (
                KEPT,
                "            self.cache[i] = todo\n            q, k, v = b.att.dividir(todo)\n"
                + "            q = q[:, :, -n:]\n",
            ),
        ),
        {"constant_work"},
        "keys_and_values_recomputed",
    ),
    "KV-13 the last position again and again": (
        changed(
            (ROOM, ""),
            (POSITIONS, "self.pos(torch.arange(self.n, total).clamp(max=self.context - 1))"),
        ),
        {"context_limit"},
        "goes_on_beyond_the_context",
    ),
    "KV-13 the positions begin again": (
        changed((ROOM, ""), (POSITIONS, "self.pos(torch.arange(self.n, total) % self.context)")),
        {"context_limit"},
        "goes_on_beyond_the_context",
    ),
    "one token less than fits": (
        changed(("total > self.context", "total >= self.context")),
        {"context_limit"},
        "last_place_never_used",
    ),
    "KV-15 gradients": (changed(("    with torch.no_grad():", "    if True:")), {"evaluation_mode"}, "gradients_kept"),
    "KV-15 training mode": (changed(("    model.eval()\n", "")), {"evaluation_mode"}, "training_mode"),
    "KV-16 the first row's cache": (
        changed((KEPT, "            self.cache[i] = (k[:1].expand_as(k), v[:1].expand_as(v))\n")),
        {"batch"},
        "first_row_for_the_whole_batch",
    ),
    "one text at a time": (
        changed(
            (
                "        n = idx.shape[1]\n        total = self",
                "        idx = idx[:1]\n        n = idx.shape[1]\n        total = self",
            ),
        ),
        {"batch"},
        None,
    ),
    "logits of the prompt's first token": (
        changed((PROMPT, "        return self.avanzar(tokens)[:, 0]\n")),
        {"prefill"},
        "logits_of_the_first_position",
    ),
    "nothing comes back of the prompt": (
        changed((PROMPT, "        self.avanzar(tokens)\n"), source=METHODS),
        {"prefill"},
        None,
    ),
    "the generator draws whatever comes": (
        changed((DRAWN, "            ids.append(int(torch.randint(13, ())))\n")),
        {"generation", "sampling"},
        None,
    ),
    "GE-08 argmax": (changed((DRAWN, "            ids.append(p.argmax().item())\n")), {"sampling"}, "argmax"),
    "GE-08 argmax, and no temperature": (
        changed(
            (", temperature=1.0", ""),
            (" / temperature", ""),
            (DRAWN, "            ids.append(p.argmax().item())\n"),
        ),
        {"sampling"},
        "argmax",
    ),
    "no temperature": (changed((", temperature=1.0", ""), (" / temperature", "")), {"sampling"}, None),
    "GE-04 the temperature after the softmax": (
        changed((PROBABILITIES, "            p = torch.softmax(logits[0], dim=-1) / temperature\n")),
        {"sampling"},
        "temperature_after_softmax",
    ),
    "the temperature isn't used": (
        changed((PROBABILITIES, "            p = torch.softmax(logits[0], dim=-1)\n")),
        {"sampling"},
        "temperature_ignored",
    ),
    "the temperature multiplies": (
        changed((PROBABILITIES, "            p = torch.softmax(logits[0] * temperature, dim=-1)\n")),
        {"sampling"},
        "temperature_multiplied",
    ),
    "GP-16 a seed in the function": (
        changed(("    model.eval()\n", "    model.eval()\n    torch.manual_seed(42)\n")),
        {"sampling"},
        "seeded_in_the_function",
    ),
    "GP-16 a seed in the loop": (
        changed((DRAWN, "            torch.manual_seed(42)\n" + DRAWN)),
        {"sampling"},
        "seeded_in_the_function",
    ),
    "the prompt left out": (
        changed(("    return tok.decode(ids)\n", "    return tok.decode(ids[len(prompt):])\n")),
        {"generation"},
        "prompt_left_out",
    ),
    "the prompt left out, in training mode": (
        changed(
            ("    model.eval()\n", ""), ("    return tok.decode(ids)\n", "    return tok.decode(ids[len(prompt):])\n")
        ),
        {"generation", "evaluation_mode"},
        "prompt_left_out",
    ),
    "the model is asked, and not listened to": (
        changed(("    return tok.decode(ids)\n", "    return ''\n")),
        {"generation", "sampling", "evaluation_mode"},
        None,
    ),
    "the generator doesn't use the cache": (
        changed((NEXT, "            logits = model(torch.tensor([ids]))[:, -1]\n")),
        {"generation"},
        "generates_without_the_cache",
    ),
}

TRIVIAL = {
    "no methods": "class CachedMiniGPT(MiniGPT):\n    pass\n",
    "not written": "class CachedMiniGPT(MiniGPT):\n"
    "    def prefill(self, tokens): raise NotImplementedError\n    def step(self, token): raise NotImplementedError\n",
    "None": "class CachedMiniGPT(MiniGPT):\n"
    "    def prefill(self, tokens): return None\n    def step(self, token): return None\n",
    "zeros": "class CachedMiniGPT(MiniGPT):\n    def prefill(self, tokens): return torch.zeros(len(tokens), 13)\n"
    "    def step(self, token): return torch.zeros(len(token), 13)\n",
    "random": "class CachedMiniGPT(MiniGPT):\n    def prefill(self, tokens): return torch.randn(len(tokens), 13)\n"
    "    def step(self, token): return torch.randn(len(token), 13)\n",
    "forward, and each token alone": "class CachedMiniGPT(MiniGPT):\n"
    "    def prefill(self, tokens): return self(tokens)\n    def step(self, token): return self(token)\n",
    "a text that no model wrote": "class CachedMiniGPT(MiniGPT):\n"
    "    def prefill(self, tokens): return self(tokens)\n    def step(self, token): return self(token)\n"
    "def generate_with_cache(model, tok, prompt, length=200):\n    return prompt + prompt[0] * length\n",
}


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("cached_decoding", RIGHT[style], seed) == set()


@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks_and_is_named(mistake: str) -> None:
    source, expected, name = WRONG[mistake]
    grade = judge("cached_decoding", source, 2, diagnosed=True)
    found = {c.id for c in grade.checks if c.verdict not in {Verdict.PASSED, Verdict.NOT_APPLICABLE}}
    assert found == expected
    named = [d.id.removeprefix("cached_decoding/") for d in grade.diagnosis if d.id.startswith("cached_decoding/")]
    assert named[:1] == ([] if name is None else [name])


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    found = verdicts("cached_decoding", BASE + TRIVIAL[answer], 3)
    assert Verdict.PASSED not in found.values()


def test_without_a_generator_its_checks_are_not_asked() -> None:
    found = verdicts("cached_decoding", METHODS, 0)
    assert {id_ for id_, verdict in found.items() if verdict is Verdict.NOT_APPLICABLE} == EVERY - OF_THE_MODEL


def test_a_wrong_mini_gpt_costs_nothing() -> None:
    """No scaling, no positions that are learned, a ReLU: the cache is as good as the model."""
    source = changed((" / math.sqrt(self.dk)", ""), ("nn.GELU()", "nn.ReLU()"))
    assert failed("cached_decoding", source, 0) == set()


def test_a_message_says_how_much_is_computed_again() -> None:
    said = messages("cached_decoding", WRONG["KV-12 no cache at all"][0])["constant_work"]
    assert "a step after 40 tokens takes 52.1 times" in said
    assert "without a cache it would be 52.1 times" in said


def test_a_class_without_the_methods_is_told_what_is_missing() -> None:
    said = messages("cached_decoding", BASE + TRIVIAL["no methods"])["steps"]
    assert "`CachedMiniGPT` has no methods prefill(tokens) and step(token)" in said
