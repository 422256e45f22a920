"""The generation checks: every right way of writing `generate` passes, every mistake fails its own checks."""

from __future__ import annotations

import os
import textwrap
from typing import Any

import pytest

from grader.components.transformer.generation import COMPONENT
from grader.model import Verdict
from tests.components.judged import judge

SEEDS = [int(seed) for seed in os.environ.get("GRADER_TEST_SEEDS", "11").split(",")]

IMPORTS = """
    import math, random
    import numpy as np
    import torch
    import torch.nn as nn
    import torch.nn.functional as F
"""

# Small on purpose: the checks replace its forward, and only its attributes and the form of its answer matter.
MODEL = """
    class MiniGPT(nn.Module):
        def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
            super().__init__()
            self.context = context
            self.tok_emb = nn.Embedding(vocab_size, d_model)
            self.pos_emb = nn.Embedding(context, d_model)
            self.drop = nn.Dropout(0.2)
            self.head = nn.Linear(d_model, vocab_size)

        def forward(self, idx):
            B, n = idx.shape
            return self.head(self.drop(self.tok_emb(idx) + self.pos_emb(torch.arange(n))))
"""

CHECKS = [check.id for check in COMPONENT.forms[0].checks]


def verdicts(seed: int, *cells: str) -> dict[str, tuple[Verdict, str]]:
    """Verdict and message, with its notes, of every check on the notebook `cells`."""
    grade = judge("generation", "\n".join(map(textwrap.dedent, (IMPORTS, *cells))), seed)
    found = {c.id: (c.verdict, " ".join(map(str, (c.message, *c.notes)))) for c in grade.checks}
    assert all(verdict is not Verdict.UNGRADABLE for verdict, _ in found.values()), found
    return found


def failed(found: dict[str, tuple[Verdict, str]]) -> set[str]:
    return {name for name, (verdict, _) in found.items() if verdict not in (Verdict.PASSED, Verdict.NOT_APPLICABLE)}


def sampler(step: str, *, before: str = "", crop: str = "idx[:, -model.context:]", append: str = "") -> str:
    """A generate() whose step from `logits` (1, V) to `new` (1, 1) is given."""
    return (
        "def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):\n"
        "    model.eval()\n"
        f"{textwrap.indent(textwrap.dedent(before), '    ')}\n"
        "    idx = torch.tensor([tok.encode(prompt)])\n"
        "    with torch.no_grad():\n"
        "        for _ in range(length):\n"
        f"            logits = model({crop})[:, -1, :]\n"
        f"{textwrap.indent(textwrap.dedent(step).strip(), ' ' * 12)}\n"
        f"            {append or 'idx = torch.cat([idx, new], dim=1)'}\n"
        "    return tok.decode(idx[0].tolist())\n"
    )


TOP_K = """
    if top_k is not None:
        smallest = torch.topk(logits, min(top_k, logits.size(-1))).values[:, [-1]]
        logits = torch.where(logits < smallest, torch.full_like(logits, -float("inf")), logits)
"""

STANDARD = (
    TOP_K
    + """
    probs = torch.softmax(logits / temperature, dim=-1)
    new = torch.multinomial(probs, num_samples=1)
"""
)

RIGHT = {
    "multinomial": sampler(STANDARD),
    "categorical": sampler(TOP_K + """
    new = torch.distributions.Categorical(logits=logits / temperature).sample()[:, None]
    """),
    "numpy choice": sampler(TOP_K + """
    p = torch.softmax(logits[0].double() / temperature, dim=-1).numpy()
    new = torch.tensor([[np.random.choice(len(p), p=p)]])
    """),
    "Gumbel": sampler(TOP_K + """
    if temperature == 0:
        new = logits.argmax(-1, keepdim=True)
    else:
        noise = -torch.log(-torch.log(torch.rand_like(logits)))
        new = (logits / temperature + noise).argmax(dim=-1, keepdim=True)
    """),
    "exponential race": sampler(TOP_K + """
    p = F.softmax(logits / max(temperature, 1e-8), dim=-1)
    new = (p / torch.empty_like(p).exponential_(1)).argmax(-1, keepdim=True)
    """),
    "inverse of the cumulative sum": sampler(TOP_K + """
    if temperature == 0:
        raise ValueError("temperature must be positive")
    p = torch.softmax(logits / temperature, -1)[0]
    new = torch.searchsorted(p.cumsum(0), torch.rand(1) * p.sum()).clamp(max=len(p) - 1)[None]
    """),
    "python's random": sampler(TOP_K + """
    p = torch.softmax(logits / temperature, -1)[0].tolist()
    new = torch.tensor([[random.choices(range(len(p)), weights=p)[0]]])
    """),
    "powers of probabilities": sampler("""
    p = torch.softmax(logits, -1)
    if temperature > 0:
        p = p ** (1 / temperature)
        p = p / p.sum(-1, keepdim=True)
        if top_k:
            best, where = p.topk(top_k)
            p = torch.zeros_like(p).scatter(-1, where, best)
        new = torch.multinomial(p, 1)
    else:
        new = p.argmax(-1, keepdim=True)
    """),
    "top-k by sorting, drawn among the k": sampler("""
    if top_k is not None:
        best, where = torch.sort(logits, descending=True)
        best, where = best[:, :top_k], where[:, :top_k]
        p = torch.softmax(best / temperature, dim=-1)
        new = where.gather(1, torch.multinomial(p, 1))
    else:
        new = torch.multinomial(torch.softmax(logits / temperature, dim=-1), 1)
    """),
    "a generator of the notebook's": sampler("""
    p = torch.softmax(logits[0] / temperature, dim=-1).double().numpy()
    new = torch.tensor([[rng.choice(len(p), p=p / p.sum())]])
    """).replace("def generate", "rng = np.random.default_rng(0)\ndef generate").replace(", top_k=None", ""),
    "a class method of torch, ids in a list, Spanish": """
        @torch.inference_mode()
        def generar(modelo, tokenizador, inicio, longitud=200, temperatura=1.0):
            modelo.train(False)
            ids = tokenizador.codificar(inicio)
            for _ in range(longitud):
                x = torch.tensor(ids[-modelo.context:]).unsqueeze(0)
                p = F.softmax(modelo(x)[0, -1] / temperatura, dim=0)
                ids.append(int(torch.multinomial(p, 1)))
            return tokenizador.decodificar(ids)
    """,
    "text built letter by letter from stoi and itos, names of its own": """
        @torch.no_grad()
        def generate(m, tk, inicial, cuantos, calor=1.0, *, stop=None):
            m.eval()
            texto = inicial
            while len(texto) < len(inicial) + cuantos:
                x = torch.tensor([[tk.stoi[c] for c in texto[-m.context:]]])
                z = m.forward(x)[0, -1]
                texto += tk.itos[torch.multinomial((z / calor).softmax(0), 1).item()]
            return texto
    """,
    "keyword only, mode restored": """
        def generate(model, tok, prompt, *, max_new_tokens=200, temp=1.0, top_k=None, device="cpu", seed=None):
            was = model.training
            model.eval()
            idx = torch.tensor([tok.encode(prompt)], device=device)
            with torch.no_grad():
                for _ in range(max_new_tokens):
                    z = model(idx[:, -model.context:])[:, -1] / temp
                    if top_k:
                        z[z < z.topk(top_k).values[:, -1:]] = float("-inf")
                    idx = torch.cat((idx, torch.multinomial(z.softmax(-1), 1)), 1)
            model.train(was)
            return tok.decode(idx[0])
    """,
    "the prompt before the tokenizer": """
        @torch.no_grad()
        def generate(model, prompt, tokenizer, n, T=1.0):
            model.eval()
            idx = torch.tensor([tokenizer.encode(prompt)])
            for _ in range(n):
                z = model(idx[:, -model.context:])[:, -1]
                idx = torch.cat([idx, torch.multinomial(torch.softmax(z / T, -1), 1)], 1)
            return tokenizer.decode(idx[0].tolist())
    """,
    "ids in, ids out": """
        @torch.no_grad()
        def generate(model, idx, max_new_tokens, temperature=1.0, top_k=None):
            model.eval()
            for _ in range(max_new_tokens):
                idx_cond = idx if idx.size(1) <= model.context else idx[:, -model.context:]
                logits = model(idx_cond)[:, -1, :] / temperature
                if top_k is not None:
                    v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                    logits[logits < v[:, [-1]]] = -float("Inf")
                idx = torch.cat((idx, torch.multinomial(F.softmax(logits, dim=-1), num_samples=1)), dim=1)
            return idx
    """,
    "a window filled up at its end": """
        @torch.no_grad()
        def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
            model.eval()
            ids = tok.encode(prompt)
            for _ in range(length):
                window = ids[-model.context:]
                x = torch.zeros(1, model.context, dtype=torch.long)
                x[0, :len(window)] = torch.tensor(window)
                z = model(x)[0, len(window) - 1] / temperature
                if top_k is not None:
                    z[z.argsort(descending=True)[top_k:]] = -1e9
                ids.append(torch.multinomial(z.softmax(0), 1).item())
            return tok.decode(ids)
    """,
}  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", RIGHT)
def test_every_right_way_passes(name: str, seed: int) -> None:
    """Different samplers, crops, signatures and languages: no check fails."""
    found = verdicts(seed, MODEL, RIGHT[name])
    assert failed(found) == set(), found


METHOD = """
    class MiniGPT(nn.Module):
        def __init__(self, vocab_size, n_embd=64, n_head=4, n_layer=3, block_size=64):
            super().__init__()
            self.block_size = block_size
            self.wte = nn.Embedding(vocab_size, n_embd)
            self.wpe = nn.Embedding(block_size, n_embd)
            self.lm_head = nn.Linear(n_embd, vocab_size)

        def forward(self, idx, targets=None):
            B, n = idx.shape
            logits = self.lm_head(self.wte(idx) + self.wpe(torch.arange(n)))
            loss = None if targets is None else F.cross_entropy(logits.flatten(0, 1), targets.flatten())
            return logits, loss

        @torch.no_grad()
        def generate(self, idx, max_new_tokens, temperature=1.0, top_k=None):
            self.eval()
            for _ in range(max_new_tokens):
                logits, _ = self(idx[:, -self.block_size:])
                logits = logits[:, -1, :] / temperature
                if top_k is not None:
                    v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                    logits[logits < v[:, [-1]]] = -float("Inf")
                idx = torch.cat((idx, torch.multinomial(F.softmax(logits, dim=-1), 1)), dim=1)
            return idx
"""

SHELLS = {
    "a method on ids, logits and loss": (METHOD,),
    "a method on text, in Spanish": (
        METHOD[: METHOD.index("        @torch")].replace("block_size", "contexto")
        + """
        @torch.no_grad()
        def generar(self, tok, inicio, longitud=200, temperatura=1.0):
            self.eval()
            ids = tok.codificar(inicio)
            for _ in range(longitud):
                z = self(torch.tensor([ids[-self.contexto:]]))[0][0, -1]
                ids.append(torch.multinomial(torch.softmax(z / temperatura, -1), 1).item())
            return tok.decodificar(ids)
    """,
    ),
    "the last position only": (
        MODEL.replace("torch.arange(n))))", "torch.arange(n))))[:, [-1]]"),
        sampler(STANDARD),
    ),
    "(B, V), and a generator for that": (
        MODEL.replace("torch.arange(n))))", "torch.arange(n))))[:, -1]"),
        sampler(STANDARD).replace("])[:, -1, :]", "])"),
    ),
    "(B, V), and a generator for (B, n, V)": (
        MODEL.replace("torch.arange(n))))", "torch.arange(n))))[:, -1]"),
        sampler(STANDARD),
    ),
    "(B, V), and a generator for (B, n, V) that fails on nothing": (
        MODEL.replace("torch.arange(n))))", "torch.arange(n))))[:, -1]"),
        sampler(STANDARD).replace("[:, -1, :]", "[:, -1].reshape(1, -1)"),
    ),
    "(B, V) in a pair, and a generator for (B, n, V)": (
        MODEL.replace("return self.head(", "return (self.head(").rstrip() + "[:, -1], None)",
        sampler(STANDARD).replace("])[:, -1, :]", "])[0][:, -1, :]"),
    ),
    "a dict": (
        MODEL.replace("return self.head(", "return dict(loss=None, logits=self.head(").rstrip() + ")",
        sampler(STANDARD).replace("])[:, -1, :]", "])['logits'][:, -1, :]"),
    ),
    "loss first": (
        MODEL.replace("return self.head", "return None, self.head"),
        sampler(STANDARD).replace("])[:, -1, :]", "])[1][:, -1, :]"),
    ),
    "context as the length of the position table": (
        MODEL.replace("self.context = context", "pass"),
        sampler(STANDARD, crop="idx[:, -model.pos_emb.weight.shape[0]:]"),
    ),
    "context in a config": (
        MODEL.replace("self.context = context", "self.cfg = dict(ctx=context)"),
        sampler(STANDARD, crop="idx[:, -model.cfg['ctx']:]"),
    ),
    "cropped in the forward": (
        MODEL.replace("B, n = idx.shape", "idx = idx[:, -self.context:]; n = idx.shape[1]"),
        sampler(STANDARD, crop="idx"),
    ),
    "cropped by a constant": ("CONTEXT = 64", MODEL, sampler(STANDARD, crop="idx[:, -CONTEXT:]")),
    "no MiniGPT": (sampler(STANDARD),),
    "a MiniGPT that can't be built": ("class MiniGPT(nn.Module):\n    pass", sampler(STANDARD)),
    "a MiniGPT that doesn't run": (MODEL.replace("B, n = idx.shape", "B, n, d = idx.shape"), sampler(STANDARD)),
    "a model in float64": (
        MODEL.replace(
            "self.head = nn.Linear(d_model, vocab_size)",
            "self.head = nn.Linear(d_model, vocab_size)\n            self.double()",
        ),
        sampler(STANDARD),
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SHELLS)
def test_the_model_may_have_any_form(name: str, seed: int) -> None:
    """The stub answers in the form of the student's own forward, with the student's own attributes."""
    found = verdicts(seed, *SHELLS[name])
    assert failed(found) == set(), found


@pytest.mark.parametrize("written_for", ["(B, V)", "(B, n, V)"])
@pytest.mark.parametrize(
    ("mistake", "check"),
    [
        (("model.eval()", "model.train()"), "evaluation_mode"),
        (("logits / temperature", "logits * temperature"), "temperature"),
        (("range(length)", "range(length - 1)"), "prompt_and_length"),
    ],
)
def test_a_mistake_costs_its_check_whatever_the_model_gives(
    mistake: tuple[str, str], check: str, written_for: str
) -> None:
    """A model of (B, V) excuses nothing in the generator."""
    model = MODEL.replace("torch.arange(n))))", "torch.arange(n))))[:, -1]")
    source = sampler(STANDARD).replace("])[:, -1, :]", "])") if written_for == "(B, V)" else sampler(STANDARD)
    assert failed(verdicts(11, model, source.replace(*mistake))) == {check}


LOOSE = "probs = F.softmax(logits / temperature, -1); new = torch.multinomial(probs, 1)"

WRONG: dict[str, tuple[str, set[str]]] = {
    "window not cropped": (sampler(STANDARD, crop="idx"), {"context_window"}),
    "first tokens for the last": (sampler(STANDARD, crop="idx[:, :model.context]"), {"context_window"}),
    "window one short": (sampler(STANDARD, crop="idx[:, -model.context + 1:]"), {"context_window"}),
    "only the newest token": (sampler(STANDARD, crop="idx[:, -1:]"), {"context_window"}),
    "logits before the last": (
        sampler(STANDARD).replace("[:, -1, :]", "[:, -2, :]"), {"newest_logits"},
    ),
    "logits of the first": (sampler(STANDARD).replace("[:, -1, :]", "[:, 0, :]"), {"newest_logits"}),
    "mean over positions": (sampler(STANDARD).replace("[:, -1, :]", ".mean(1)"), {"newest_logits"}),
    "appended in front": (
        sampler(STANDARD, append="idx = torch.cat([new, idx], dim=1)"),
        {"prompt_and_length", "newest_logits", "context_window"},
    ),
    "not appended to what the model sees": (
        sampler(STANDARD, before="out = []", append="out.append(new)").replace(
            "idx[0].tolist()", "idx[0].tolist() + [int(o) for o in out]"
        ),
        {"newest_logits", "context_window"},
    ),
    "temperature after softmax": (
        sampler(TOP_K + "\nnew = torch.multinomial(torch.softmax(logits, -1) / max(temperature, 1e-9), 1)"),
        {"temperature"},
    ),
    "temperature after softmax, NumPy": (
        sampler("""
        p = torch.softmax(logits, -1).numpy()[0] / temperature
        new = torch.tensor([[np.random.choice(len(p), p=p)]])
        """).replace(", top_k=None", ""),
        {"temperature"},
    ),
    "temperature unused": (sampler(STANDARD.replace(" / temperature", "")), {"temperature"}),
    "no temperature": (
        sampler(STANDARD.replace(" / temperature", "")).replace(", temperature=1.0", ""), {"temperature"},
    ),
    "multiplied": (sampler(STANDARD.replace("/ temperature", "* temperature")), {"temperature"}),
    "divided twice": (sampler(STANDARD.replace("/ temperature", "/ temperature ** 2")), {"temperature"}),
    "softmax twice": (
        sampler(TOP_K + "\nnew = torch.multinomial(torch.softmax(torch.softmax(logits, -1) / temperature, -1), 1)")
        .replace(", top_k=None", "").replace("if top_k is not None", "if False"),
        {"temperature"},
    ),
    "argmax": (
        sampler("new = logits.argmax(-1, keepdim=True)").replace(", top_k=None", ""), {"temperature"},
    ),
    "argmax with top-k": (sampler("new = logits.argmax(-1, keepdim=True)"), {"temperature"}),
    "garbage at temperature 0": (
        sampler(TOP_K + """
    noise = -torch.log(-torch.log(torch.rand_like(logits)))
    new = (logits / temperature + noise).argmax(-1, keepdim=True)
    if temperature == 0:
        new = torch.randint(4, (1, 1))
        """),
        {"temperature"},
    ),
    "temperature 0 taken for 1": (
        sampler(TOP_K + "\nnew = torch.multinomial(torch.softmax(logits / (temperature or 1.0), -1), 1)"),
        {"temperature"},
    ),
    "temperature after softmax, argmax at 0": (
        sampler(TOP_K + """
    if temperature == 0:
        new = logits.argmax(-1, keepdim=True)
    else:
        new = torch.multinomial(torch.softmax(logits, -1) / temperature, 1)
        """),
        {"temperature"},
    ),
    "the smallest k": (
        sampler(STANDARD.replace("topk(logits, min(top_k, logits.size(-1)))", "topk(-logits, top_k)")
                .replace("logits < smallest", "logits > -smallest")),
        {"top_k"},
    ),
    "one too many": (sampler(STANDARD.replace("min(top_k,", "min(top_k + 1,")), {"top_k"}),
    "the rest set to 0": (
        sampler(STANDARD.replace("torch.full_like(logits, -float(\"inf\"))", "torch.zeros_like(logits)")), {"top_k"},
    ),
    "top-k unused": (sampler(LOOSE), {"top_k"}),
    "uniform among the k": (
        sampler("""
        if top_k is not None:
            where = logits.topk(top_k).indices
            new = where[:, torch.randint(top_k, (1,))]
        else:
            new = torch.multinomial(torch.softmax(logits / temperature, -1), 1)
        """),
        {"top_k"},
    ),
    "eval forgotten": (sampler(STANDARD).replace("    model.eval()\n", ""), {"evaluation_mode"}),
    "gradients kept": (sampler(STANDARD).replace("with torch.no_grad()", "if True"), {"evaluation_mode"}),
    "a seed within the function": (sampler(STANDARD, before="torch.manual_seed(0)"), {"reproducible"}),
    "a generator of its own with a seed within the function": (
        sampler("""
        p = torch.softmax(logits[0] / temperature, -1).double().numpy()
        new = torch.tensor([[rng.choice(len(p), p=p / p.sum())]])
        """, before="rng = np.random.default_rng(7)").replace(", top_k=None", ""),
        {"reproducible"},
    ),
    "a generator without a seed": (
        sampler("""
        g = torch.Generator(); g.seed()
        new = torch.multinomial(torch.softmax(logits / temperature, -1), 1, generator=g)
        """).replace(", top_k=None", ""),
        {"reproducible"},
    ),
    "a NumPy generator without a seed": (
        sampler("""
        p = torch.softmax(logits[0] / temperature, -1).double().numpy()
        new = torch.tensor([[np.random.default_rng().choice(len(p), p=p / p.sum())]])
        """).replace(", top_k=None", ""),
        {"reproducible"},
    ),
    "only the new tokens": (
        sampler(STANDARD).replace("idx[0].tolist()", "idx[0].tolist()[-length:]"), {"prompt_and_length"},
    ),
    "ids for a text": (
        sampler(STANDARD).replace("tok.decode(idx[0].tolist())", "idx[0].tolist()"), {"prompt_and_length"},
    ),
    "a tensor of ids for a text": (
        sampler(STANDARD).replace("tok.decode(idx[0].tolist())", "idx"), {"prompt_and_length"},
    ),
    "a list of characters": (
        sampler(STANDARD).replace("tok.decode(idx[0].tolist())", "list(tok.decode(idx[0].tolist()))"),
        {"prompt_and_length"},
    ),
    "the prompt and a list of characters": (
        sampler(STANDARD).replace(
            "tok.decode(idx[0].tolist())", "[prompt] + [tok.decode([i]) for i in idx[0].tolist()[len(prompt):]]"
        ),
        {"prompt_and_length"},
    ),
    "stops where the context is full": (
        sampler(STANDARD).replace(
            "for _ in range(length):", "for _ in range(length):\n            if idx.shape[1] >= model.context: break"
        ),
        {"context_window"},
    ),
    "stops one after the context is full": (
        sampler(STANDARD).replace(
            "for _ in range(length):", "for _ in range(length):\n            if idx.shape[1] > model.context: break"
        ),
        {"context_window"},
    ),
    "no more than there is room for": (
        sampler(STANDARD).replace("range(length)", "range(min(length, model.context - idx.shape[1]))"),
        {"context_window"},
    ),
    "one too few": (sampler(STANDARD).replace("range(length)", "range(length - 1)"), {"prompt_and_length"}),
    "one too many tokens": (sampler(STANDARD).replace("range(length)", "range(length + 1)"), {"prompt_and_length"}),
    "length of the whole": (
        sampler(STANDARD).replace("range(length)", "range(length - idx.shape[1])"), {"prompt_and_length"},
    ),
    "first letter lost": (sampler(STANDARD).replace("idx[0].tolist()", "idx[0, 1:].tolist()"), {"prompt_and_length"}),
}  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", WRONG)
def test_every_mistake_fails_its_own_checks(name: str, seed: int) -> None:
    """A known-wrong variant fails exactly the checks that it is listed with."""
    source, expected = WRONG[name]
    found = verdicts(seed, MODEL, source)
    assert failed(found) == expected, found


TRIVIAL = {
    "None": "return None",
    "the prompt": "return prompt",
    "the prompt and a constant": "return prompt + 'a' * length",
    "random letters": "return prompt + ''.join(random.choices(tok.chars, k=length))",
    "a number": "return 7",
    "an exception": "raise NotImplementedError",
}


@pytest.mark.parametrize("name", TRIVIAL)
def test_trivial_answers_earn_nothing(name: str) -> None:
    """Text that comes from nowhere fails in every check."""
    source = f"def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):\n    {TRIVIAL[name]}\n"
    assert failed(verdicts(11, MODEL, source)) == set(CHECKS)


MESSAGES: dict[str, tuple[str, str]] = {
    "window not cropped": ("context_window", "IndexError in cell 2"),
    "logits before the last": ("newest_logits", "position before the last"),
    "logits of the first": ("newest_logits", "first position"),
    "temperature unused": ("temperature", "temperature has no effect"),
    "multiplied": ("temperature", "multiplied by the temperature"),
    "softmax twice": ("temperature", "softmax is applied twice"),
    "argmax": ("temperature", "argmax"),
    "only the new tokens": ("prompt_and_length", "only the new tokens"),
    "length of the whole": ("prompt_and_length", "in all"),
    "ids for a text": ("prompt_and_length", "token ids came back"),
    "a list of characters": ("prompt_and_length", "a list of characters came back"),
    "stops where the context is full": ("context_window", "only 4 new tokens came back"),
    "eval forgotten": ("evaluation_mode", "training mode"),
    "a seed within the function": ("reproducible", "for two different seeds"),
    "gradients kept": ("evaluation_mode", "gradients on"),
    "temperature 0 taken for 1": ("temperature", "most probable token"),
    "temperature after softmax, NumPy": ("temperature", "probabilities do not sum to 1"),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_the_message_names_the_cause(name: str) -> None:
    """What is said of a common mistake says what it is."""
    check, words = MESSAGES[name]
    assert words in verdicts(11, MODEL, WRONG[name][0])[check][1].replace("\n", " ")


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("temperature after softmax, argmax at 0", "temperature_after_softmax"),
        ("temperature unused", "temperature_ignored"),
        ("the rest set to 0", "top_k_fills_with_zero"),
        ("top-k unused", "top_k_ignored"),
        ("one too many", "top_k_one_too_many"),
        ("the smallest k", "top_k_smallest"),
        ("a seed within the function", "seeded_in_the_function"),
        ("a tensor of ids for a text", "ids_returned"),
        ("a list of characters", "characters_returned"),
        ("the prompt and a list of characters", "characters_returned"),
        ("stops one after the context is full", "stops_at_the_context"),
        ("no more than there is room for", "stops_at_the_context"),
    ],
)
def test_the_named_mistake_is_the_true_one(name: str, named: str) -> None:
    """Where two mistakes look alike, one more question tells them apart."""
    source = "\n".join(map(textwrap.dedent, (IMPORTS, MODEL, WRONG[name][0])))
    assert [d.id for d in judge("generation", source, 11, diagnosed=True).diagnosis] == [f"generation/{named}"]


def test_notes_say_what_was_assumed() -> None:
    """A prompt of ids and a crop elsewhere are accepted, and told."""
    assert "token ids" in verdicts(11, METHOD)["prompt_and_length"][1]
    assert "in the model's forward" in verdicts(11, *SHELLS["cropped in the forward"])["context_window"][1]
    assert "64 tokens" in verdicts(11, *SHELLS["cropped by a constant"])["context_window"][1]


def test_a_slip_of_the_model_is_not_charged_to_generation() -> None:
    """A generator that needs NumPy but keeps gradients fails with torch's own error, as it would for the student."""
    source = sampler("""
        p = torch.softmax(logits / temperature, -1).numpy()[0]
        new = torch.tensor([[np.random.choice(len(p), p=p)]])
    """).replace("with torch.no_grad()", "if True")
    found: dict[str, Any] = verdicts(11, MODEL, source)
    assert found["evaluation_mode"][0] is Verdict.RAISED
    assert "detach().numpy()" in found["evaluation_mode"][1]
