"""The stub: whatever a student's generator does with its model, it meets what it would meet with its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.checks.generator_parameters import arguments_for, roles_of
from grader.inside.stub_model import RECORDED_CALLS, Tokenizer
from grader.model import (
    Array,
    BuildModule,
    CallModule,
    Definition,
    Generate,
    Inspect,
    Parameter,
    Raised,
    Returned,
    Value,
    definitions_from,
)
from tests.fake_student import fake_student

MODEL = """
    import torch
    import torch.nn as nn

    class MiniGPT(nn.Module):
        def __init__(self, vocab_size, width=6, context=9):
            super().__init__()
            self.mi_contexto = context
            self.emb = nn.Embedding(vocab_size, width)
            self.head = nn.Linear(width, vocab_size)
            self.drop = nn.Dropout(0.5)

        def forward(self, idx, scale=1.0):
            B, n = idx.shape
            return self.head(self.drop(self.emb(idx))) * scale
"""

ALPHABET = "abcd"


def table() -> Array:
    """Row i holds 10 i, 10 i + 1, ...: every logit tells its token and its place."""
    return Array(np.arange(4)[:, None] * 10.0 + np.arange(4))


def driven(body: str, *cells: str, build: bool = True, logits: Array | None = None, strict: bool = False) -> Any:
    """What a generator ``go(model, tok)`` with this body returns, driven by the stub: (text, calls, count)."""
    source = "def go(model, tok, stoi=None, itos=None):\n" + "\n".join(f"    {line}" for line in body.split("; "))
    ask = fake_student(*(cells or (MODEL,)), source)
    if build:
        assert isinstance(ask(BuildModule("m", "MiniGPT", (4,), {"context": 5})), Returned)
    stubs = ({"stub": "model"}, {"stub": "tokenizer"}, {"stub": "stoi"}, {"stub": "itos"})
    reply = ask(Generate("go", "m" if build else None, ALPHABET, 5, logits or table(), stubs, strict=strict, seed=3))
    if isinstance(reply, Raised):
        return reply
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, dict)
    return reply.value["text"], reply.value["calls"], reply.value["count"]


def test_logits_are_those_of_the_table() -> None:
    """Position i has the table's row of the token there, whatever the model's own weights are."""
    text, calls, count = driven("return model(torch.tensor([[2, 0, 3]]))")
    assert np.array_equal(text.data, table().data[[[2, 0, 3]]])
    assert count == 1
    assert calls[0]["ids"].data.tolist() == [[2, 0, 3]]


def test_a_table_by_position() -> None:
    """With (P, V, V), position i uses table[min(i, P - 1)]."""
    both = Array(np.stack([table().data, table().data + 100]))
    text, _, _ = driven("return model(torch.tensor([[2, 0, 3]]))[0, :, 0]", logits=both)
    assert text.data.tolist() == [20, 100, 130]


def test_the_student_keeps_their_own_attributes() -> None:
    """The context under the student's own name, a device, parameters: all there and right."""
    text, _, _ = driven("return [model.mi_contexto, str(next(model.parameters()).device), type(model).__name__]")
    assert text == (5, "cpu", "MiniGPT")
    assert driven("return isinstance(model, MiniGPT)")[0] is True


def test_forward_may_be_called_by_name() -> None:
    """``model.forward(idx)`` and keywords reach the stub too."""
    assert driven("return model.forward(torch.tensor([[1]]))[0, 0, 0]")[0].data == 10
    assert driven("return model(idx=torch.tensor([[1]]), scale=2.0)[0, 0, 0]")[0].data == 10


def test_a_class_that_overrides_call() -> None:
    """A module that computes in ``__call__`` is replaced there."""
    source = MODEL.replace("def forward", "def __call__")
    assert driven("return model(torch.tensor([[1]]))[0, 0, 0]", source)[0].data == 10


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("model(torch.tensor([1, 2]))", "ValueError"),
        ("model([[1, 2]])", "AttributeError"),
        ("model(torch.tensor([[1]]), 1.0, 2.0)", "TypeError"),
        ("model()", "TypeError"),
        ("model(torch.tensor([[7]]))", "IndexError"),
        ("model(torch.tensor([[1.5]]))", "IndexError"),
        ("model(torch.tensor([[1]])).numpy()", "RuntimeError"),
    ],
)
def test_what_the_own_model_refuses_is_refused(call: str, error: str) -> None:
    """Ids without a batch, lists, too many arguments, tokens out of range, logits that want gradients."""
    reply = driven(f"return {call}")
    assert isinstance(reply, Raised)
    assert reply.type_name == error


def test_strict_stubs_have_no_positions_beyond_the_context() -> None:
    """As a position table would, with an IndexError at the student's own line; else any length is answered."""
    body = "return model(torch.tensor([[1, 2, 3, 0, 1, 2]]))"
    reply = driven(body, strict=True)
    assert isinstance(reply, Raised)
    assert (reply.type_name, reply.cell, reply.line) == ("IndexError", 2, 2)
    assert driven(body)[0].shape == (1, 6, 4)


def test_mode_and_gradients_are_noted_call_by_call() -> None:
    """The model comes in training mode with gradients on; what the generator changes is seen."""
    body = (
        "x = torch.tensor([[1]]); model(x); model.eval(); model(x); g = torch.no_grad(); g.__enter__(); model(x); "
        "g.__exit__(None, None, None); i = torch.inference_mode(); i.__enter__(); model(x); "
        "i.__exit__(None, None, None); model.requires_grad_(False); model(x); return 'x'"
    )
    _, calls, _ = driven(body)
    seen = [(call["training"], call["grad"]) for call in calls]
    assert seen == [(True, True), (False, True), (False, False), (False, False), (False, False)]


def test_records_are_bounded() -> None:
    """The first calls are kept, all are counted, and a long input is cut at its front."""
    _, calls, count = driven("[model(torch.tensor([[1]])) for _ in range(200)]; return ''")
    assert (len(calls), count) == (RECORDED_CALLS, 200)
    _, calls, _ = driven("model(torch.ones(1, 5000).long()); return ''")
    assert calls[0]["ids"].shape == (1, 4096)


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("logits, None", "out[0]"),
        ("None, logits", "out[1]"),
        ("[logits, idx]", "out[0]"),
        ("dict(loss=None, logits=logits)", "out['logits']"),
        ("Output(None, logits)", "out.logits"),
        ("types.SimpleNamespace(logits=logits, loss=None)", "out.logits"),
    ],
)
def test_the_answer_has_the_form_of_the_own_forward(answer: str, read: str) -> None:
    """Pairs, dicts, named tuples and objects come back as such, with our logits in their place."""
    source = MODEL.replace("return self.head", "logits = self.head") + f"            return {answer}\n"
    head = "import types, collections\nOutput = collections.namedtuple('Output', 'loss logits')"
    text, _, _ = driven(f"out = model(torch.tensor([[2, 1]])); return {read}[0, -1, 0]", head, source)
    assert text.data == 10


@pytest.mark.parametrize(("crop", "shape"), [("[:, [-1]]", (1, 1, 4)), ("[:, -1]", (1, 4))])
def test_a_model_that_gives_the_last_position_only(crop: str, shape: tuple[int, ...]) -> None:
    """nanoGPT's short cut: the stub gives the last position only too."""
    source = MODEL.replace("* scale", f"* scale\n            return logits{crop}").replace(
        "return self", "logits = self"
    )
    text, _, _ = driven("return model(torch.tensor([[2, 1]]))", source)
    assert text.shape == shape
    assert text.data.reshape(-1)[0] == 10


def test_the_model_is_itself_again_afterwards() -> None:
    """The replaced forward is gone when the call is over, also after an exception."""
    ask = fake_student(MODEL, "def go(model):\n    model(torch.tensor([[1]]))\n    raise KeyError('stop')")
    ask(BuildModule("m", "MiniGPT", (4,)))
    idx = (Array(np.array([[1, 2]]), "torch"),)
    before = ask(CallModule("m", idx))
    assert isinstance(ask(Generate("go", "m", ALPHABET, 5, table(), ({"stub": "model"},))), Raised)
    after = ask(CallModule("m", idx))
    assert isinstance(before, Returned)
    assert isinstance(after, Returned)
    assert np.array_equal(before.value.data, after.value.data)  # type: ignore[union-attr]


def test_a_stand_in_has_the_usual_names() -> None:
    """Without a model of the student's: the context under its usual names, parameters, modes."""
    names = ["context", "contexto", "block_size", "max_len", "n_ctx", "context_length", "config.block_size"]
    values = ", ".join(f"model.{name}" for name in names)
    text, calls, _ = driven(
        f"model.eval(); model(torch.tensor([[2]])); return [{values}, model.pos_emb.weight.shape[0]]", build=False
    )
    assert text == (5,) * (len(names) + 1)
    assert calls[0]["training"] is False


def test_generators_of_the_notebook_are_seeded() -> None:
    """Python's, NumPy's, torch's, and those that the notebook made for itself: two calls draw the same."""
    source = (
        MODEL
        + """
    import random
    import numpy as np
    rng, old, own, g = np.random.default_rng(), np.random.RandomState(), random.Random(), torch.Generator()
    """
    )
    body = (
        "model(torch.tensor([[1]])); return [random.random(), np.random.rand(), torch.rand(1).item(), rng.random(), "
        "old.rand(), own.random(), torch.rand(1, generator=g).item()]"
    )
    assert driven(body, source)[0] == driven(body, source)[0]


def test_the_tokenizer_speaks_both_languages() -> None:
    """encode/decode, codificar/decodificar, stoi/itos as dicts, sizes; unknown characters are errors."""
    tokenizer = Tokenizer("bca")
    assert tokenizer.encode("abc") == tokenizer.codificar("abc") == tokenizer("abc") == [2, 0, 1]
    assert tokenizer.decode([2, 0, 1]) == tokenizer.decodificar(np.array([2, 0, 1])) == "abc"
    assert tokenizer.stoi["b"] == 0
    assert tokenizer.itos[2] == "a"
    assert tokenizer.itos.get(9) is None
    assert len(tokenizer) == tokenizer.vocab_size == 3
    with pytest.raises(KeyError):
        tokenizer.encode("z")
    assert driven("return [stoi['b'], itos[0], tok.decode(tok.encode('dab'))]")[0] == (1, "a", "dab")


def function(*parameters: str) -> Definition:
    """A definition whose parameters are given as ``name`` or ``name=`` (optional) or ``*name=`` (keyword only)."""
    return Definition(
        "generate",
        "function",
        tuple(
            Parameter(p.strip("*="), "keyword_only" if p.startswith("*") else "positional", not p.endswith("="))
            for p in parameters
        ),
    )


@pytest.mark.parametrize(
    ("parameters", "roles"),
    [
        ("model tok prompt length= temperature= top_k=", "model tok prompt length temperature top_k"),
        ("modelo tokenizador inicio longitud= temperatura=", "model tok prompt length temperature"),
        ("a b c d e", "model tok prompt length temperature"),
        ("m tk inicial cuantos calor= stop=", "model tok prompt length temperature -"),
        ("model prompt tokenizer n T=", "model prompt tok length temperature"),
        ("self idx max_new_tokens temperature= top_k=", "model prompt length temperature top_k"),
        ("model start length tok *seed= *device=", "model prompt length tok seed device"),
        ("model stoi itos context n", "model stoi itos prompt length"),
        ("model tok semilla longitud", "model tok prompt length"),
        ("model tok prompt n context=", "model tok prompt length context"),
    ],
)
def test_parameters_are_recognised_by_name_then_by_place(parameters: str, roles: str) -> None:
    """The contract's order holds unless the names tell another."""
    found = {name: role for role, name in roles_of(function(*parameters.split())).items()}
    assert [found.get(p.strip("*="), "-") for p in parameters.split()] == roles.split()


def test_arguments_after_a_gap_go_by_keyword() -> None:
    """top_k without a temperature before it is passed by its name."""
    definition = function("model", "tok", "prompt", "length=", "temperatura=", "k=")
    values: dict[str, Value] = {"model": 1, "tok": 2, "prompt": "p", "length": 4, "top_k": 3}
    assert arguments_for(definition, values) == ((1, 2, "p", 4), {"k": 3})
    assert arguments_for(Definition("g", "function"), values) == ((1, 2, "p", 4, 3), {})


def test_methods_are_described_by_dotted_names() -> None:
    """``MiniGPT.generate`` is found as a function whose first parameter is self; what isn't there is left out."""
    ask = fake_student(MODEL + "\n        def generate(self, idx, n): pass\n")
    reply = ask(Inspect(("MiniGPT.generate", "MiniGPT.other", "Nothing.generate")))
    assert isinstance(reply, Returned)
    described = definitions_from(reply.value).described
    assert set(described) == {"MiniGPT.generate"}
    assert [p.name for p in described["MiniGPT.generate"].parameters] == ["self", "idx", "n"]
