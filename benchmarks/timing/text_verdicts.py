"""How often a verdict on a whole text's cost is wrong: N verdicts each for generators with a cache and without.

Run it as ``python -m benchmarks.timing.text_verdicts [N]`` (default 100) on an otherwise idle machine: first as it is,
then with a busy loop on each of two processors.  It times what `decoding_growth` does: its lengths, limit and anchors.
Wrong is TOO_SLOW with a cache and KEEPS_PACE without; inconclusive costs nobody anything.  Single tries are counted.

The last columns: the exponents, how many verdicts needed the anchors, and the median wall time of a verdict, the
student's kernel being up (that of the anchors is started when it's needed).
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial

from benchmarks.command import number_for
from benchmarks.timing.verdicts import print_table
from grader.checks.cached_texts import LENGTHS, LIMIT, PROMPT, Texts
from grader.checks.student import Student
from grader.components.finding import candidates
from grader.components.inference_lab import cached_decoding
from grader.components.inference_lab.decoding_growth import BASELINE, COMPONENT
from grader.course import course_directory, find_rubric, load_references
from grader.judging import inspect_notebook
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote
from grader.model import Cell, Definitions, Limits, Submission
from grader.model.growth import Growth
from grader.model.pace import Outcome
from grader.timing.bench import KernelBench

VERDICTS = 100
VERDICTS_PER_KERNEL = 10  # kernels come out differently: each is good for so many
REFERENCES = course_directory(find_rubric()) / "reference_solutions"
LIMITS = Limits(call_seconds=20)


def changed(source: str, old: str, new: str) -> str:
    if source.count(old) != 1:
        raise SystemExit(f"the reference has changed: {old!r}")
    return source.replace(old, new)


def reference() -> str:
    files = (REFERENCES / "inference_lab" / name for name in ("_mini_gpt.py", "cached_decoding.py"))
    source = "\n".join(
        file.read_text(encoding="utf-8").replace("from __future__ import annotations", "") for file in files
    )
    return changed(source, "from ._mini_gpt import MiniGPT, causal_mask", "")


def students() -> dict[str, tuple[str, Outcome]]:
    """What is timed, and what should be said of it."""
    joined = reference()
    preallocated = changed(
        joined,
        """            if self.cached:
                k = torch.cat((self.cache[layer][0], k), dim=2)
                v = torch.cat((self.cache[layer][1], v), dim=2)
            self.cache[layer] = (k, v)""",
        """            if not self.cached:
                self.cache[layer] = tuple(torch.zeros(*k.shape[:2], self.context, k.shape[3]) for _ in range(2))
            self.cache[layer][0][:, :, self.cached : total], self.cache[layer][1][:, :, self.cached : total] = k, v
            k, v = (part[:, :, :total] for part in self.cache[layer])""",
    )
    asked = "logits = model.prefill(torch.tensor([ids]))"
    one_by_one = "logits = [model.prefill(torch.tensor([[t]])) if i == 0 else model.step(torch.tensor([[t]])) "
    step = "logits = model.step(torch.tensor([[ids[-1]]]))"
    return {
        "a cache, joined": (joined, Outcome.KEEPS_PACE),
        "a cache, preallocated": (preallocated, Outcome.KEEPS_PACE),
        "a cache, prompt token by token": (
            changed(joined, asked, one_by_one + "for i, t in enumerate(ids)][-1]"),
            Outcome.KEEPS_PACE,
        ),
        "no cache": (changed(joined, step, "logits = model(torch.tensor([ids]))[:, -1]"), Outcome.TOO_SLOW),
    }


def judgements(zygote: Zygote, source: str, verdicts: int) -> Iterator[tuple[Growth, float]]:
    """Each with its seconds, without the start of the student's kernel."""
    notebook = Submission("student", "", (Cell(1, source),), {})
    for first in range(0, verdicts, VERDICTS_PER_KERNEL):
        with KernelSession(zygote.kernel(LIMITS, steady_memory=True), LIMITS) as session:
            session.run(notebook)
            bench = KernelBench(session, zygote, notebook, LIMITS)
            definitions = inspect_notebook(bench.ask)
            if not isinstance(definitions, Definitions):
                raise SystemExit(f"the notebook's process ended: {definitions}")
            found = candidates(COMPONENT, definitions)[0].found
            for seed in range(first, min(first + VERDICTS_PER_KERNEL, verdicts)):
                references = load_references(REFERENCES, "inference_lab")
                student = Student(bench.ask, found, "torch", seed, references, bench=bench)
                _, style = cached_decoding.model(student)
                began = time.perf_counter()
                growth = bench.grows(student.ask, BASELINE, Texts(student, style), LIMIT, seed, tries=1)
                yield growth, time.perf_counter() - began


def row(loops: int, name: str, right: Outcome, got: list[tuple[Growth, float]]) -> str:
    outcomes = Counter(growth.outcome for growth, _ in got)
    inconclusive = outcomes[Outcome.INCONCLUSIVE]
    wrong = len(got) - outcomes[right] - inconclusive
    reasons = Counter(str(growth.reason.value) for growth, _ in got if growth.reason is not None)
    why = "" if not reasons else ": " + ", ".join(f"{reason} {count}" for reason, count in reasons.items())
    exponents = sorted(growth.exponent for growth, _ in got)
    spread = f"{statistics.median(exponents):.2f} ({exponents[0]:.2f} to {exponents[-1]:.2f})"
    beside = [growth.played[-1] for growth, _ in got if growth.played and growth.played[-1].bad is not None]
    gaps = [one.bad.seconds / one.good.seconds for one in beside if one.bad is not None and one.good is not None]
    anchors = f"{len(beside)}" + (
        f", {statistics.median(gaps):.1f} times apart (least {min(gaps):.1f})" if gaps else ""
    )
    seconds = statistics.median(seconds for _, seconds in got)
    return (
        f"| {loops} | {name} | {wrong} of {len(got)} | {inconclusive}{why} | {spread} | {anchors} | {seconds:.2f} s |"
    )


def main() -> None:
    verdicts = number_for(__doc__, "verdicts", VERDICTS, "for each generator, quiet and busy")
    lengths = ", ".join(map(str, LENGTHS))
    print(f"limit {LIMIT.exponent:g}; {lengths} new tokens (by 10 %) after {PROMPT}; single tries")
    header = ("busy loops", "generator", "wrong", "inconclusive", "exponent", "anchors played", "wall a verdict")
    print_table(header, students(), partial(judgements, verdicts=verdicts), row, preload_torch=True)


if __name__ == "__main__":
    main()
