"""Writes ``samples.md``, the report that each sample submission gets, ``ten_mistakes.md``, what is said of the
commonest mistakes, and the report that the README shows.  Run it as ``python docs/samples.py``.

The reports are real: each notebook is graded in a confined kernel, with one seed so that the pages stay the same.  As
in a class, the kernels of a page are forked from one process, which has torch imported.
"""

from __future__ import annotations

import json
import re
import tempfile
import textwrap
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from grader.choosing import read_rubric
from grader.intake import read_submission
from grader.kernel.warm import Zygote, start_warm
from grader.model import GradeReport
from grader.pipeline import grade_submission, open_course
from grader.reports import FORMATS
from grader.reports.lines import plain_text
from grader.reports.screen import section as lines_of_item
from grader.sandbox import choose

CHECKOUT = Path(__file__).parents[1]
SAMPLES = CHECKOUT / "assignments" / "transformer" / "samples"
PAGE = Path(__file__).with_name("samples.md")
SEED = 1

INTRODUCTION = """\
# The sample submissions and their reports

These are the notebooks of `assignments/transformer/samples/`, graded with `--seed 1`. The page is written by
`python docs/samples.py`; a test compares it with what the grader says today.
"""

DESCRIPTIONS = {
    "perfect_en.ipynb": ("en", "An English, NumPy-first submission in which everything is right."),
    "perfect_es.ipynb": ("es", "A Spanish, PyTorch-first submission in which everything is right."),
    "mistakes_en.ipynb": (
        "en",
        "Several real mistakes, one in each of six components, and a cell that stops with an error.",
    ),
    "unfinished_es.ipynb": ("es", "Half of the functions are missing or not written yet."),
}


def kernels(folder: Path) -> closing[Zygote]:
    """Where the kernels of a page come from; what is graded stands in `folder`, which they don't see."""
    return closing(start_warm(choose(), preload_torch=True, hidden=[folder, CHECKOUT]))


def report_of(notebook: Path, zygote: Zygote, only: tuple[str, ...] = ()) -> GradeReport:
    course = open_course(read_rubric(CHECKOUT / "rubric.yaml"))
    return grade_submission(read_submission(notebook), zygote, course, seed=SEED, only=only, gpu="auto")


def section(sample: str, zygote: Zygote) -> str:
    """The page's part on one sample; the time it took is left out, since it's never the same."""
    language, description = DESCRIPTIONS[sample]
    text = FORMATS["terminal"](report_of(SAMPLES / sample, zygote), language)
    text = re.sub(r"\n(Time|Tiempo) .*", "", text)
    option = "" if language == "en" else " --lang es"
    command = f"grade assignments/transformer/samples/{sample} --seed {SEED}{option}"
    return f"## {sample}\n\n{description}\n\n```console\n$ {command}\n{text.rstrip()}\n```\n"


def page() -> str:
    with kernels(SAMPLES) as zygote:
        return "\n".join([INTRODUCTION, *(section(sample, zygote) for sample in DESCRIPTIONS)])


# What the README shows of one of them

README = CHECKOUT / "README.md"
SHOWN = ("Softmax", "Scaled dot-product attention", "Transformer block")
IN_README = re.compile(r"(?<=^\$ make demo\n).*?(?=^```$)", re.M | re.S)


def with_its_report(readme: str, samples: str) -> str:
    """`readme` with the parts of the report on ``mistakes_en.ipynb`` that fit there, as `samples` has it.

    The time that it took, which is never the same, stays as it stands.
    """
    report = re.search(r"^\$ grade \S*mistakes_en\.ipynb .*?\n(.*?)^```$", samples, re.M | re.S)
    time = re.search(r"^Time .*\n", readme, re.M)
    if report is None or time is None:
        raise ValueError("no report, or no time, to put into the README")
    head, *items = re.split(r"\n(?=[A-Z][^\n]*: [\d.]+ of [\d.]+\n)", report[1])
    seed = re.search(r"^Seed .*\n", head, re.M)
    parts, left_out = [head.replace(seed[0], seed[0] + time[0]) if seed else head], 0
    for text in items:
        if not text.startswith(tuple(f"{title}: " for title in SHOWN)):
            left_out += 1
            continue
        if left_out:
            parts.append(f"[... {left_out} more ...]\n")
        parts.append(text)
        left_out = 0
    shown = "\n".join([*(part.rstrip("\n") + "\n" for part in parts), "[... and so on ...]\n"])
    return IN_README.sub(lambda _: shown, readme)


# The ten commonest mistakes

MISTAKES_PAGE = Path(__file__).with_name("ten_mistakes.md")

MISTAKES_INTRODUCTION = """\
# Ten mistakes, and what the report says of them

Of the mistakes that the course warns of, these ten are the commonest. Each is made in a sample submission in which
everything else is right; below it stands what the report (`--seed 1`) has on that item, in English for five and in
Spanish for five. The page is written by `python docs/samples.py`; a test compares it with what the grader says today.
"""


@dataclass(frozen=True)
class Mistake:
    """`wrong` is written in the place of `right`, which stands once in the sample."""

    title: str
    item: str
    sample: str
    right: str
    wrong: str

    @property
    def language(self) -> str:
        return "es" if self.sample.endswith("_es.ipynb") else "en"


MISTAKES = (
    Mistake(
        "The scores aren't scaled",
        "attention",
        "perfect_en.ipynb",
        "scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d_k)",
        "scores = Q @ np.swapaxes(K, -1, -2)",
    ),
    Mistake(
        "The mask acts after the softmax",
        "attention",
        "perfect_es.ipynb",
        """\
    if mascara is not None:
        puntuaciones = puntuaciones.masked_fill(torch.as_tensor(mascara) == 0, float("-inf"))
    pesos = softmax(puntuaciones, dim=-1)
""",
        """\
    pesos = softmax(puntuaciones, dim=-1)
    if mascara is not None:
        pesos = pesos.masked_fill(torch.as_tensor(mascara) == 0, 0.0)
""",
    ),
    Mistake(
        "The causal mask is upside down",
        "masks",
        "perfect_en.ipynb",
        "return np.tril(np.ones((n, n), dtype=bool))",
        "return np.triu(np.ones((n, n), dtype=bool))",
    ),
    Mistake(
        "The softmax runs over the queries",
        "attention",
        "perfect_es.ipynb",
        "pesos = softmax(puntuaciones, dim=-1)",
        "pesos = softmax(puntuaciones, dim=-2)",
    ),
    Mistake(
        "A residual connection is missing",
        "block",
        "perfect_en.ipynb",
        "return layer_norm(x + feed_forward(x, W1, b1, W2, b2))",
        "return layer_norm(feed_forward(x, W1, b1, W2, b2))",
    ),
    Mistake(
        "Post-LN where pre-LN was asked",
        "block",
        "perfect_es.ipynb",
        """\
        x = x + self.dropout(self.atencion(self.norma1(x), mascara))
        return x + self.dropout(self.red(self.norma2(x)))""",
        """\
        x = self.norma1(x + self.dropout(self.atencion(x, mascara)))
        return self.norma2(x + self.dropout(self.red(x)))""",
    ),
    Mistake(
        "No LayerNorm after the last block",
        "minigpt",
        "perfect_en.ipynb",
        "return self.head(self.norm(x))",
        "return self.head(x)",
    ),
    Mistake(
        "The heads are merged out of order",
        "multihead",
        "perfect_es.ipynb",
        "salida = salida.transpose(1, 2).contiguous().view(lote, n, d_model)",
        "salida = salida.reshape(lote, n, d_model)",
    ),
    Mistake(
        "The window isn't cropped to the context",
        "generation",
        "perfect_en.ipynb",
        "logits = model(idx[:, -model.context :])[:, -1, :]",
        "logits = model(idx)[:, -1, :]",
    ),
    Mistake(
        "The model stays in training mode",
        "generation",
        "perfect_es.ipynb",
        "    modelo.eval()\n    idx = torch.tensor([tok.codificar(inicio)])",
        "    idx = torch.tensor([tok.codificar(inicio)])",
    ),
)


def part_on(mistake: Mistake, folder: Path, zygote: Zygote) -> str:
    """The page's part on one mistake: the lines as they were written, and what the report says of the item."""
    notebook = json.loads((SAMPLES / mistake.sample).read_text(encoding="utf-8"))
    made = 0
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            made += source.count(mistake.right)
            cell["source"] = source.replace(mistake.right, mistake.wrong)
    assert made == 1, f"{mistake.title}: the right lines stand {made} times in {mistake.sample}"
    path = folder / mistake.sample
    path.write_text(json.dumps(notebook), encoding="utf-8")
    report = report_of(path, zygote, (mistake.item,))
    said = "\n".join(plain_text(line) for line in lines_of_item(report.items[0], mistake.language, 80))
    written = textwrap.dedent(mistake.wrong).rstrip("\n")
    return f"## {mistake.title}\n\n```python\n{written}\n```\n\n```console\n{said}\n```\n"


def mistakes_page() -> str:
    with tempfile.TemporaryDirectory() as folder, kernels(Path(folder)) as zygote:
        parts = [part_on(mistake, Path(folder), zygote) for mistake in MISTAKES]
    return "\n".join([MISTAKES_INTRODUCTION, *parts])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    MISTAKES_PAGE.write_text(mistakes_page(), encoding="utf-8")
    samples = PAGE.read_text(encoding="utf-8")
    README.write_text(with_its_report(README.read_text(encoding="utf-8"), samples), encoding="utf-8")
