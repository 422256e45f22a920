"""Checkpoints: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from tests.components.judged import edited, failed, judge, messages
from tests.components.minigpt_lab.items_judged import items_judged

SEEDS = (0, 1)
EVERY = {"same_logits", "vocabulary", "any_size", "two_files", "untouched"}

GIVEN = """
from torch import nn

class Layer(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.h, self.qkv, self.out, self.drop = h, nn.Linear(d, 3 * d), nn.Linear(d, d), nn.Dropout(0.5)
    def forward(self, x):
        q, k, v = self.qkv(x).unflatten(-1, (3, self.h, -1)).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return x + self.drop(self.out(y.transpose(1, 2).flatten(2)))

class MiniGPT(nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.config = dict(vocab_size=vocab_size, d_model=d_model, n_heads=n_heads, n_layers=n_layers, context=context)
        self.context = context
        self.tok, self.pos = nn.Embedding(vocab_size, d_model), nn.Embedding(context, d_model)
        self.blocks = nn.Sequential(*[Layer(d_model, n_heads) for _ in range(n_layers)])
        self.head = nn.Linear(d_model, vocab_size)
    def forward(self, idx):
        return self.head(self.blocks(self.tok(idx) + self.pos(torch.arange(idx.shape[1]))))

class CharTokenizer:
    def __init__(self, text):
        self.chars = sorted(set(text))
        self.stoi = {c: i for i, c in enumerate(self.chars)}
        self.vocab_size = len(self.chars)
    def encode(self, s):
        return [self.stoi[c] for c in s]
    def decode(self, ids):
        return "".join(self.chars[i] for i in ids)

text = "el gato duerme"
tok = CharTokenizer(text)
"""

PLAIN = """
def save_checkpoint(model, tok, path):
    torch.save({"config": model.config, "weights": model.state_dict(), "chars": tok.chars}, path)

def load_checkpoint(path):
    saved = torch.load(path)
    model = MiniGPT(**saved["config"])
    model.load_state_dict(saved["weights"])
    return model, CharTokenizer("".join(saved["chars"]))
"""

RIGHT = {
    "plain": PLAIN,
    "in Spanish, two files, numbers by hand": """
        import json, os
        def guardar_checkpoint(modelo, tokenizador, ruta):
            with open(ruta + ".json", "w", encoding="utf-8") as f:
                json.dump({**modelo.config, "alfabeto": "".join(tokenizador.chars)}, f)
            np.savez(ruta + ".npz", *[p.detach().numpy() for p in modelo.parameters()])
        def cargar_checkpoint(ruta):
            with open(ruta + ".json", encoding="utf-8") as f:
                datos = json.load(f)
            tok = CharTokenizer(datos.pop("alfabeto"))
            modelo = MiniGPT(**datos)
            with np.load(ruta + ".npz") as numeros, torch.no_grad():
                for p, nombre in zip(modelo.parameters(), numeros.files):
                    p.copy_(torch.from_numpy(numeros[nombre]))
            return modelo.eval(), tok
        """,
    "sizes read off the weights, a dict back": """
        def save_checkpoint(model, tok, path, step=0):
            state = {"model": model.state_dict(), "heads": model.blocks[0].h, "stoi": tok.stoi, "step": step}
            torch.save(state, path)
        def load_checkpoint(path, device="cpu"):
            ckpt = torch.load(path, map_location=device, weights_only=True)
            w = ckpt["model"]
            V, d = w["tok.weight"].shape
            layers = len({k.split(".")[1] for k in w if k.startswith("blocks")})
            model = MiniGPT(V, d, ckpt["heads"], layers, len(w["pos.weight"])).to(device)
            model.load_state_dict(w)
            tok = CharTokenizer("")
            tok.stoi, tok.chars = ckpt["stoi"], list(ckpt["stoi"])
            return {"model": model, "tok": tok}
        """,
    "a dict back, the tokenizer first": PLAIN.replace(
        'return model, CharTokenizer("".join(saved["chars"]))',
        'return {"tok": CharTokenizer("".join(saved["chars"])), "model": model}',
    ),
    "what was loaded once is kept": """
        import functools
        def save_checkpoint(model, tok, path):
            torch.save([model.config, model.state_dict(), tok.chars], path)
        @functools.lru_cache
        def load_checkpoint(path):
            config, weights, chars = torch.load(path)
            model = MiniGPT(**config)
            model.load_state_dict(weights)
            return model, CharTokenizer(chars)
        """,
    "in evaluation mode while it is saved": """
        def save_checkpoint(model, tok, path):
            mode = model.training
            model.eval()
            torch.save([model.config, {k: v.clone() for k, v in model.state_dict().items()}, tok.chars], path)
            model.train(mode)
        def load_checkpoint(path):
            config, weights, chars = torch.load(path)
            model = MiniGPT(**config)
            model.load_state_dict(weights)
            return [model, CharTokenizer(chars)]
        """,
}

# What PLAIN becomes, and every check that it then fails.  What is right in one check alone, `untouched`, counts beside
# another that passes.
WRONG: Mapping[str, tuple[dict[str, str], set[str]]] = {
    "GP-20 the tokenizer of the notebook": (
        {'CharTokenizer("".join(saved["chars"]))': "CharTokenizer(text)"},
        {"vocabulary"},
    ),
    "the tokenizer first": (
        {
            'return model, CharTokenizer("".join(saved["chars"]))': (
                'return CharTokenizer("".join(saved["chars"])), model'
            )
        },
        {"vocabulary"},
    ),
    "GP-20 the global tokenizer": ({'CharTokenizer("".join(saved["chars"]))': "tok"}, {"vocabulary"}),
    "the tokenizer handed over by a global": (
        {"    torch.save": "    LAST[:] = [tok]\n    torch.save", 'CharTokenizer("".join(saved["chars"]))': "LAST[0]"},
        {"vocabulary"},
    ),
    "GP-21 and the model of its size": (
        {'CharTokenizer("".join(saved["chars"]))': "tok", 'MiniGPT(**saved["config"])': "MiniGPT(tok.vocab_size)"},
        EVERY,
    ),
    "the alphabet by lines": (
        {
            '"chars": tok.chars': '"chars": "\\n".join(tok.chars)',
            '"".join(saved["chars"])': 'saved["chars"].split("\\n")',
        },
        {"vocabulary"},
    ),
    "the alphabet in lower case": ({'"".join(saved["chars"])': '"".join(saved["chars"]).lower()'}, {"vocabulary"}),
    "the weights are not loaded": (
        {'    model.load_state_dict(saved["weights"])\n': ""},
        {"same_logits", "any_size", "two_files"},
    ),
    "some weights are not loaded": (
        {'saved["weights"])': '{k: v for k, v in saved["weights"].items() if "head" not in k}, strict=False)'},
        {"same_logits", "any_size", "two_files"},
    ),
    "in half precision": (
        {"model.state_dict()": "{k: v.half() for k, v in model.state_dict().items()}"},
        {"same_logits"},
    ),
    "the default sizes": ({'**saved["config"]': 'saved["config"]["vocab_size"]'}, {"any_size"}),
    "the default number of heads": ({'**saved["config"]': '**{**saved["config"], "n_heads": 4}'}, {"any_size"}),
    "the default context": ({'**saved["config"]': '**{**saved["config"], "context": 64}'}, {"any_size"}),
    "always the same file": (
        {"tok.chars}, path)": "tok.chars}, HERE)", "load(path)\n": "load(HERE)\n"},
        {"two_files"},
    ),
    "appended to the name": ({'"chars": tok.chars}, path': '"chars": tok.chars}, path + "x"'}, EVERY),
    "model.eval() and no way back": ({"    torch.save": "    model.eval()\n    torch.save"}, {"untouched"}),
    "model.train() and no way back": ({"    torch.save": "    model.train()\n    torch.save"}, {"untouched"}),
    "model.half() in place": (
        {"    torch.save": "    model.half()\n    torch.save"},
        {"same_logits", "untouched"},
    ),
    "model.half() in place, and loaded as that": (
        {"    torch.save": "    model.half()\n    torch.save", "    model.load": "    model.half()\n    model.load"},
        {"same_logits", "untouched"},
    ),
    "model.bfloat16() in place, and loaded as that": (
        {
            "    torch.save": "    model.bfloat16()\n    torch.save",
            "    model.load": "    model.bfloat16()\n    model.load",
        },
        {"same_logits", "untouched"},
    ),
    "in half precision, and loaded as that": (
        {
            "model.state_dict()": "{k: v.half() for k, v in model.state_dict().items()}",
            "    model.load": "    model.half()\n    model.load",
        },
        {"same_logits"},
    ),
    "the sizes of the last save": (
        {"    torch.save": "    LAST[:] = [model.config]\n    torch.save", '**saved["config"]': "**LAST[0]"},
        {"any_size"},
    ),
    "the number of heads of the last save": (
        {
            "    torch.save": "    LAST[:] = [model.config]\n    torch.save",
            '**saved["config"]': '**{**saved["config"], "n_heads": LAST[0]["n_heads"]}',
        },
        {"any_size"},
    ),
    "the size of the alphabet of the last save": (
        {
            "    torch.save": "    LAST[:] = [model.config]\n    torch.save",
            '**saved["config"]': '**{**saved["config"], "vocab_size": LAST[0]["vocab_size"]}',
        },
        {"two_files"},
    ),
    "the weights always in the same file": (
        {
            "    torch.save({": "    torch.save(model.state_dict(), HERE)\n    torch.save({",
            'load_state_dict(saved["weights"])': "load_state_dict(torch.load(HERE))",
        },
        {"two_files"},
    ),
    "the weights of the usual size alone": (
        {
            '    model.load_state_dict(saved["weights"])': (
                '    if model.context == 64: model.load_state_dict(saved["weights"])'
            )
        },
        {"any_size"},
    ),
    "the tokenizer as an object": ({'"chars": tok.chars': '"chars": TOK()'}, EVERY),
    "the model alone": ({'return model, CharTokenizer("".join(saved["chars"]))': "return model"}, {"vocabulary"}),
    "the weights alone": ({"return model,": 'return saved["weights"],'}, {"same_logits", "any_size", "two_files"}),
}

MEMORY = {
    "the objects": "SAVED[path] = model, tok",
    "the objects, whatever the path": "SAVED[0] = model, tok",
    "copies": "SAVED[path] = copy.deepcopy((model, tok))",
    "copies, whatever the path": "SAVED[0] = copy.deepcopy((model, tok))",
}


def changed(changes: dict[str, str]) -> str:
    source = edited(PLAIN, changes)
    # Plain data in its place would do; torch.load refuses the type of the one and not of the other.
    extra = "import fractions\ndef TOK():\n    return fractions.Fraction(1, 2)\n"
    return f'HERE = "model.pt"\nLAST = []\n{extra}{source}'


def notebook(functions: str) -> str:
    return GIVEN + dedent(functions)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("checkpoint", notebook(RIGHT[style]), seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    changes, expected = WRONG[mistake]
    assert failed("checkpoint", notebook(changed(changes)), seed) == expected


@pytest.mark.parametrize("what", MEMORY)
def test_what_stays_in_memory_earns_nothing(what: str) -> None:
    key = "0" if "[0]" in MEMORY[what] else "path"
    source = f"""
import copy
SAVED = {{}}
def save_checkpoint(model, tok, path):
    {MEMORY[what]}
def load_checkpoint(path):
    return SAVED[{key}]
"""
    assert failed("checkpoint", notebook(source), 1) == EVERY
    assert "no file was written" in messages("checkpoint", notebook(source))["same_logits"]


@pytest.mark.parametrize("load", ["None", "(None, None)", "(MiniGPT(20), tok)", "(path, path)", "(0, 0)"])
def test_trivial_answers_earn_nothing(load: str) -> None:
    save = "def save_checkpoint(model, tok, path):\n    open(path, 'w').close()"
    assert failed("checkpoint", notebook(f"{save}\ndef load_checkpoint(path):\n    return {load}"), 1) == EVERY


@pytest.mark.parametrize(
    "written", ["torch.save({}, path)", "open(path, 'w').write('x')", "open('x.pt', 'w').write('x')"]
)
@pytest.mark.parametrize("what", MEMORY)
def test_what_stays_in_memory_earns_nothing_beside_a_file_for_the_look_of_it(what: str, written: str) -> None:
    key = "0" if "[0]" in MEMORY[what] else "path"
    source = f"""
import copy
SAVED = {{}}
def save_checkpoint(model, tok, path):
    {MEMORY[what]}
    {written}
def load_checkpoint(path):
    return SAVED[{key}]
"""
    grade = judge("checkpoint", notebook(source), 1, diagnosed=True)
    assert grade.points == 0
    assert {diagnosis.id for diagnosis in grade.diagnosis} == {"checkpoint/nothing_is_written"}
    assert {c.id: str(c.message) for c in grade.checks}["same_logits"].endswith(
        "The loaded model is the one in memory, and gone when the notebook is closed."
    )


@pytest.mark.parametrize("opened", ['open(path, "rb").close()', "torch.load(path)", "assert os.path.getsize(path)"])
@pytest.mark.parametrize("what", MEMORY)
def test_what_stays_in_memory_earns_nothing_though_the_file_is_right_and_opened(what: str, opened: str) -> None:
    key = "0" if "[0]" in MEMORY[what] else "path"
    source = f"""
import copy, os
SAVED = {{}}
def save_checkpoint(model, tok, path):
    {MEMORY[what]}
    torch.save({{"config": model.config, "weights": model.state_dict(), "chars": tok.chars}}, path)
def load_checkpoint(path):
    {opened}
    return SAVED[{key}]
"""
    grade = judge("checkpoint", notebook(source), 1, diagnosed=True)
    assert grade.points == 0
    assert {diagnosis.id for diagnosis in grade.diagnosis} == {"checkpoint/nothing_is_written"}
    assert "what was loaded is the other model" in {c.id: str(c.message) for c in grade.checks}["same_logits"]


@pytest.mark.parametrize(
    ("mistake", "check", "said"),
    [
        ("GP-20 the tokenizer of the notebook", "vocabulary", "It has another alphabet."),
        ("the alphabet in lower case", "vocabulary", "It has another alphabet."),
        ("the tokenizer handed over by a global", "vocabulary", "a tokenizer that isn't the one that was saved"),
        ("the weights are not loaded", "same_logits", "gives other logits than before"),
        ("the default sizes", "any_size", "The file must say how the model is to be built."),
        ("the default number of heads", "any_size", "No weight's shape tells the number of heads"),
        ("the sizes of the last save", "any_size", "is taken from the last save, in memory"),
        ("the number of heads of the last save", "any_size", "is taken from the last save, in memory"),
        ("the size of the alphabet of the last save", "two_files", "is taken from the last save, in memory"),
        ("the weights of the usual size alone", "any_size", "gives other logits after loading"),
        ("always the same file", "two_files", "The first file gives the second model"),
        ("model.eval() and no way back", "untouched", "in evaluation mode, where it was in training mode before"),
        ("the model alone", "vocabulary", "a pair (model, tok) is expected"),
    ],
)
def test_a_message_names_what_was_seen(mistake: str, check: str, said: str) -> None:
    assert said in messages("checkpoint", notebook(changed(WRONG[mistake][0])))[check]


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("the tokenizer first", set()),
        ("GP-20 the global tokenizer", {"checkpoint/tokenizer_rebuilt_from_other_text"}),
        ("the weights are not loaded", {"checkpoint/weights_not_saved"}),
        ("the default sizes", {"checkpoint/hyperparameters_not_saved"}),
        ("the default number of heads", {"checkpoint/heads_not_saved"}),
        ("always the same file", {"checkpoint/path_ignored"}),
        ("model.eval() and no way back", {"checkpoint/left_in_another_mode"}),
        ("the tokenizer as an object", {"checkpoint/objects_in_the_file"}),
        ("in half precision", {"checkpoint/rounded_in_the_file"}),
        ("model.half() in place", {"checkpoint/rounded_in_the_file"}),
        ("some weights are not loaded", {"checkpoint/weights_not_saved"}),
        ("model.half() in place, and loaded as that", {"checkpoint/rounded_in_the_file"}),
        ("model.bfloat16() in place, and loaded as that", {"checkpoint/rounded_in_the_file"}),
        ("in half precision, and loaded as that", {"checkpoint/rounded_in_the_file"}),
        ("the sizes of the last save", {"checkpoint/hyperparameters_not_saved"}),
        ("the number of heads of the last save", {"checkpoint/hyperparameters_not_saved"}),
        ("the size of the alphabet of the last save", {"checkpoint/hyperparameters_not_saved"}),
        ("the weights always in the same file", {"checkpoint/path_ignored"}),
        ("the weights of the usual size alone", set()),
    ],
)
def test_what_is_known_is_named_and_nothing_else(mistake: str, named: set[str]) -> None:
    grade = judge("checkpoint", notebook(changed(WRONG[mistake][0])), 1, diagnosed=True)
    assert {diagnosis.id for diagnosis in grade.diagnosis} == named


def test_what_no_file_brings_back_is_said_once_and_its_size_is_not_blamed() -> None:
    said = messages("checkpoint", notebook(changed(WRONG["the tokenizer as an object"][0])))
    assert said["any_size"] == said["same_logits"]
    assert "how the model is to be built" not in said["any_size"]
    assert "\x1b" not in said["same_logits"]


@pytest.mark.parametrize(
    "changes",
    [
        {" [self.stoi[c] for c in s]": " None"},
        {"set(text))": "set(c for c in text if c.isalnum()))"},
        {"self.vocab_size = len(self.chars)": "self.vocab_size = 1", "set(text))": "set(text.strip()))"},
    ],
)
def test_a_checkpoint_does_not_pay_for_a_tokenizer_that_is_wrong(changes: dict[str, str]) -> None:
    """Nor is it said that there were none."""
    grades = items_judged(["tokenizer", "checkpoint"], edited(notebook(PLAIN), changes), diagnosed=False)
    assert grades["tokenizer"].points < grades["tokenizer"].max_points
    assert grades["checkpoint"].points == grades["checkpoint"].max_points
    assert "builds on `CharTokenizer`, which lost points" in str(grades["checkpoint"].follow_through)
    assert "isn't there" not in str(grades["checkpoint"].follow_through)


def test_a_tokenizer_that_is_missing_is_said_to_be() -> None:
    source = notebook(PLAIN).replace("CharTokenizer", "Letters")
    assert "write `CharTokenizer`" in messages("checkpoint", source)["same_logits"]


@pytest.mark.parametrize("seed", range(3))
def test_other_ids_are_shown_where_they_begin_to_differ(seed: int) -> None:
    """The last character is lost, and a tokenizer that knows it no more gives it the id 0."""
    source = notebook(changed({'"".join(saved["chars"])': '"".join(saved["chars"][:-1])'}))
    source = source.replace("self.stoi[c] for c in s", "self.stoi.get(c, 0) for c in s")
    said = {c.id: str(c.message) for c in judge("checkpoint", source, seed).checks if c.message}["vocabulary"]
    before, after = re.findall(r"\[([\d, .]+)\]", said)
    assert before.split(", ")[0] != after.split(", ")[0] == "0"
