"""Generation with a cache: right in any style passes; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import re

import pytest

from grader.model import Ask, Call, CallFunction, Reply, Verdict
from tests.components import judged
from tests.components.inference_lab.cached_models import BASE, GENERATOR, METHODS, RIGHT
from tests.components.judged import edited, failed, judge, messages, verdicts
from tests.fake_student import fake_student

OF_THE_MODEL = {"prefill", "steps", "constant_work", "resets", "batch", "context_limit"}
OF_THE_GENERATOR = {"generation", "sampling", "evaluation_mode"}
EVERY = OF_THE_MODEL | OF_THE_GENERATOR


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

PREALLOCATED = RIGHT["in Spanish, a token per text, preallocated, all logits of the prompt"]
SEEN = "            ve = torch.arange(self.context)[None] <= torch.arange(a, b)[:, None]\n"
CUT_IN_THE_PROMPT = (
    "            ve = torch.ones(b - a, self.context, dtype=torch.bool)\n            ve = ve.tril() if a == 0 else ve\n"
)

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
        EVERY - {"prefill", "sampling"},  # a second step stops with an error; a prompt is right, and so are the draws
        None,
    ),
    "the new key behind the others, and its value before them": (
        changed(("torch.cat([self.cache[i][1], v], dim=2)", "torch.cat([v, self.cache[i][1]], dim=2)")),
        {"steps"},
        None,
    ),
    "the new key before the others, and its value behind them": (
        changed(("torch.cat([self.cache[i][0], k], dim=2)", "torch.cat([k, self.cache[i][0]], dim=2)")),
        {"steps"},
        None,
    ),
    "added to the cache once it has been attended to": (
        changed(
            (
                MIXED,
                "past = k.shape[2] if self.n == 0 else -n\n"
                "            x = x + b.att.mezclar(q, k[:, :, :past], v[:, :, :past], mask[:, :past])",
            ),
        ),
        {"steps"},
        "new_token_not_among_the_keys",
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
    "KV-09 the prompt's last token left out": (
        changed((PROMPT, "        return self.avanzar(tokens[:, :-1] if tokens.shape[1] > 1 else tokens)[:, -1]\n")),
        {"prefill"},
        "last_prompt_token_left_out",
    ),
    "KV-09 the prompt's last token left out, and given to a step": (
        changed(
            (PROMPT, "        return self.avanzar(tokens[:, :-1])[:, -1]\n"),
            (
                "        logits = model.prefill(torch.tensor([ids]))\n",
                "        model.prefill(torch.tensor([ids]))\n        logits = model.step(torch.tensor([[ids[-1]]]))\n",
            ),
        ),
        {"prefill"},
        "last_prompt_token_left_out",
    ),
    "the zeros of a buffer attended to in each step": (
        edited(PREALLOCATED, {SEEN: CUT_IN_THE_PROMPT}),
        {"steps"},
        "empty_places_attended",
    ),
    "the zeros of a buffer attended to": (
        edited(PREALLOCATED, {SEEN: SEEN + "            ve = ve | (torch.arange(self.context) >= b)\n"}),
        {"prefill", "steps"},
        "empty_places_attended",
    ),
    "one place of a buffer too many": (
        edited(PREALLOCATED, {"<= torch.arange(a, b)[:, None]": "<= torch.arange(a, b)[:, None] + int(a > 0)"}),
        {"steps"},
        "empty_places_attended",
    ),
    "nothing comes back of the prompt": (
        changed((PROMPT, "        self.avanzar(tokens)\n"), source=METHODS),
        {"prefill"} | OF_THE_GENERATOR,  # which isn't written here
        None,
    ),
    "a cache that keeps the last 7 tokens": (
        changed(
            (KEPT, "            self.cache[i] = (k[:, :, -7:], v[:, :, -7:])\n"),
            (MIXED, "x = x + b.att.mezclar(q, k, v, mask[:, -k.shape[2]:])"),
        ),
        {"context_limit"},
        None,
    ),
    "the generator draws whatever comes": (
        changed((DRAWN, "            ids.append(int(torch.randint(13, ())))\n")),
        {"generation", "sampling", "evaluation_mode"},
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
    written = "def generate_with_cache" in RIGHT[style] or "def generar_con_cache" in RIGHT[style]
    assert failed("cached_decoding", RIGHT[style], seed) == (set() if written else OF_THE_GENERATOR)


def test_a_generator_that_is_not_written_costs_its_checks_and_says_its_name() -> None:
    found = messages("cached_decoding", METHODS, 1)
    assert {id_ for id_, message in found.items() if "`generate_with_cache` isn't there" in message} == OF_THE_GENERATOR


def test_the_cache_may_stand_elsewhere_in_what_a_step_gives_than_in_what_a_prefill_gives() -> None:
    source = RIGHT["steps with the cache handed on"]
    handed_on = "return self.correr(token, cache, cache[0][0].shape[2])"
    assert source.count(handed_on) == 1
    assert failed("cached_decoding", source.replace(handed_on, handed_on + "[::-1]"), 1) == OF_THE_GENERATOR


@pytest.mark.parametrize(
    "layer_needed",
    [
        ("        self.context = context\n", "        self.context, self.scale = context, 1 / (2 * n_layers) ** 0.5\n"),
        (STEP, "        self.cache[0][0].shape\n" + STEP),
        ("        for _ in range(length):\n", "        for _ in range(length):\n            model.cache[0][0].shape\n"),
    ],
    ids=["when it's built", "by a step", "by the generator"],
)
def test_a_model_that_cannot_do_without_a_layer_is_drawn_from_with_one(layer_needed: tuple[str, str]) -> None:
    source = changed(layer_needed)
    assert failed("cached_decoding", source, 1) == set()
    found = verdicts("cached_decoding", source.replace("logits[0] / temperature", "logits[0]"), 1)
    assert {id_ for id_, verdict in found.items() if verdict is not Verdict.PASSED} == {"sampling"}


def test_a_right_model_takes_few_questions_and_few_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question takes as long on its way as a small model's answer, and each token that is drawn a step."""
    asked: list[Call] = []

    def counting(*cells: str) -> Ask:
        ask = fake_student(*cells)

        def noted(call: Call, /) -> Reply:
            asked.append(call)
            return ask(call)

        return noted

    monkeypatch.setattr(judged, "fake_student", counting)
    assert failed("cached_decoding", METHODS + GENERATOR, 2) == set()
    assert len(asked) < 130
    drawn = [call for call in asked if isinstance(call, CallFunction) and 100 in (*call.args, *call.keywords.values())]
    assert 6 <= len(drawn) <= 12  # 15 if each temperature needed all of them


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


# Computing the past again where nobody sees it: what is counted in the process says one token.
UNCOUNTED = changed(
    (PROMPT, "        self.ids = tokens\n        return self(tokens)[:, -1]\n"),
    (
        STEP,
        "        from torch.utils._python_dispatch import _disable_current_modes\n"
        "        self.ids = torch.cat([self.ids, token], dim=1)\n"
        "        with _disable_current_modes(): logits = self(self.ids)[:, -1]\n"
        "        self(token)\n"
        "        return logits\n",
    ),
    source=METHODS,
)
FORGED = {
    "not counted": UNCOUNTED,
    "with weights of before": UNCOUNTED.replace(
        "self.ids = tokens", "self.ids, self.old = tokens, [copia(self)]"
    ).replace("logits = self(self.ids)", "logits = self.old[0](self.ids)")
    + "import copy\ndef copia(m):\n    m.__dict__.pop('old', None)\n    return copy.deepcopy(m)\n",
    "noise once the weights have changed": UNCOUNTED.replace(
        "self.ids = tokens", "self.ids, self.w = tokens, self.bloques[0].att.qkv.weight.clone()"
    ).replace(
        "        return logits\n",
        "        return logits + (self.w != self.bloques[0].att.qkv.weight).any() * torch.randn(logits.shape)\n",
    ),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_computing_the_past_again_earns_nothing_however_it_is_hidden(forgery: str) -> None:
    check = next(c for c in judge("cached_decoding", FORGED[forgery], 1).checks if c.id == "constant_work")
    assert check.points == 0
    assert check.verdict in {Verdict.WRONG, Verdict.FOR_REVIEW}, check.message
    if forgery == "not counted":
        assert "takes 1 times the multiplications" in str(check.notes[0])


def _fixed_positions(source: str) -> str:
    return source.replace("self.pos = nn.Embedding(context, d_model)", "self.pos = Fijas(context, d_model)").replace(
        "class MiniGPT(",
        """class Fijas(nn.Module):
    def __init__(self, C, d):
        super().__init__()
        angulos = torch.arange(C)[:, None] / 10000 ** (torch.arange(0, d, 2) / d)
        self.register_buffer("tabla", torch.stack((angulos.sin(), angulos.cos()), -1).flatten(1))
    def forward(self, i):
        return self.tabla[i]

class MiniGPT(""",
        1,
    )


RAW = """
class Lineal(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.W, self.b = nn.Parameter(torch.randn(a, b)), nn.Parameter(torch.randn(b))
    def forward(self, x):
        return x @ self.W + self.b
class Norma(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.escala, self.suma = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))
    def forward(self, x):
        return self.escala * (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-5) + self.suma
class Atencion("""
# Other architectures, each with a cache that is right, and (where it says so) with keys and values computed again.
MODELS = {
    "positions that aren't learned": _fixed_positions(METHODS),
    "positions that aren't learned, large embeddings": _fixed_positions(METHODS).replace(
        "self.tok(idx)", "self.tok(idx) * 12 ** 0.5"
    ),
    "a norm after each part": METHODS.replace("b.att.dividir(b.ln1(x))", "b.att.dividir(x)")
    .replace("x = x + b.att.mezclar(q, k, v, mask)", "x = b.ln1(x + b.att.mezclar(q, k, v, mask))")
    .replace("x = x + b.att.mezclar(*b.att.dividir(x), mask)", "x = b.ln1(x + b.att.mezclar(*b.att.dividir(x), mask))")
    .replace("x = x + b.ffn(b.ln2(x))", "x = b.ln2(x + b.ffn(x))"),
    "own layers, bare parameters": METHODS.replace("nn.LayerNorm(", "Norma(")
    .replace("nn.Linear(", "Lineal(")
    .replace("class Atencion(", RAW, 1),
    "heads in a list": METHODS.replace(
        "self.qkv = nn.Linear(d_model, 3 * d_model)",
        "self.qkv = nn.ModuleList([nn.Linear(d_model, 3 * self.dk) for _ in range(n_heads)])",
    ).replace(
        "[p.view(B, n, self.h, self.dk).transpose(1, 2) for p in self.qkv(x).chunk(3, dim=-1)]",
        "torch.stack([c(x) for c in self.qkv], 1).chunk(3, dim=-1)",
    ),
    "keys of two matrices in a row": METHODS.replace(
        "self.qkv = nn.Linear(", "self.antes = nn.Linear(d_model, d_model)\n        self.qkv = nn.Linear("
    ).replace("self.qkv(x).chunk", "self.qkv(self.antes(x)).chunk"),
    "the cache is made in the first step": METHODS.replace(
        "    def prefill(self, tokens):\n",
        "    def prefill(self, tokens):\n        self.ids, self.cache = tokens, None\n"
        "        return self(tokens)[:, -1]\n    def llenar(self, tokens):\n",
    ).replace(
        "        return self.avanzar(token)[:, -1]\n",
        "        if self.cache is None:\n            self.llenar(self.ids)\n" + STEP,
    ),
}


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("architecture", MODELS)
def test_a_cache_is_seen_in_any_architecture(architecture: str, seed: int) -> None:
    assert verdicts("cached_decoding", MODELS[architecture], seed)["constant_work"] is Verdict.PASSED


def test_a_wrapper_that_copies_the_weights_is_left_to_the_teacher() -> None:
    source = RIGHT["a wrapper around a finished model, prompt token by token"].replace(
        "        self.model = model\n", "        import copy\n        self.model = copy.deepcopy(model)\n"
    )
    check = next(c for c in judge("cached_decoding", source, 1).checks if c.id == "constant_work")
    assert check.verdict is Verdict.FOR_REVIEW
    assert "couldn't be told" in str(check.message)


def test_what_a_text_costs_is_left_to_the_clock() -> None:
    """A count of the student's own process decides nothing: neither one that's too large, nor one of nothing at all."""
    again = changed((NEXT, "            logits = model(torch.tensor([ids]))[:, -1]\n"))
    uncounted = changed(
        (
            "    with torch.no_grad():\n",
            "    from torch.utils._python_dispatch import _disable_current_modes\n"
            "    with torch.no_grad(), _disable_current_modes():\n",
        )
    )
    for source in (again, uncounted):
        assert failed("cached_decoding", source, 1) == set()


def test_a_wrong_mini_gpt_costs_nothing() -> None:
    """No scaling, no positions that are learned, a ReLU: the cache is as good as the model."""
    source = changed((" / math.sqrt(self.dk)", ""), ("nn.GELU()", "nn.ReLU()"))
    assert failed("cached_decoding", source, 0) == set()


@pytest.mark.parametrize("mistake", [m for m in WRONG if m.startswith("KV-12")])
def test_a_message_says_what_is_computed_again_and_a_note_how_much(mistake: str) -> None:
    check = next(c for c in judge("cached_decoding", WRONG[mistake][0], 1).checks if c.id == "constant_work")
    assert "After 40 tokens the model's matrices were replaced" in str(check.message)
    assert re.match(
        r"For information: a step after 40 tokens takes (61|10)\.6 times .* without a cache it would be 61\.6 times",
        str(check.notes[0]),
    )


def test_a_class_without_the_methods_is_told_what_is_missing() -> None:
    said = messages("cached_decoding", BASE + TRIVIAL["no methods"])["steps"]
    assert "`CachedMiniGPT` has no methods prefill(tokens) and step(token)" in said
