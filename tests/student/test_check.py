"""The same verdicts and the same names for mistakes as in grading, without a reference in reach."""

from __future__ import annotations

import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.audit.subjects import reference_functions, subjects
from grader.components import COMPONENTS
from grader.course import load_misconceptions, load_references
from grader.judging import Judged
from grader.kernel.in_process import ask_in_process
from grader.model import Ask, Call, CallFunction, Cell, Execution, Misconception, Reply, Submission, Verdict
from grader.student.check import Checked, CheckedItem, judging_of
from grader.student.crew import Crew
from grader.student.page import summary
from grader.student.public import PublicChecks
from tests.student.conftest import ITEMS, ROOT

REFERENCES = load_references(ROOT / "reference_solutions", "transformer")
MISTAKES = [m for component in ITEMS for m in load_misconceptions(REFERENCES, component)]
NOWHERE = Submission("here", "", (), {})
RAN = Execution("none", (), (), 0.0, True)

RIGHT = {
    "numpy": """
        import numpy as np
        def softmax(z, axis=-1):
            e = np.exp(z - np.max(z, axis=axis, keepdims=True))
            return e / e.sum(axis=axis, keepdims=True)
        """,
    "torch": """
        import torch
        def softmax(z, axis=-1):
            e = torch.exp(z - z.amax(dim=axis, keepdim=True))
            return e / e.sum(dim=axis, keepdim=True)
        """,
    "Spanish": """
        import numpy as np
        def softmax_filas(z):
            z = np.asarray(z, dtype=float)
            pesos = []
            for fila in z.reshape(-1, z.shape[-1]):
                exponenciales = np.exp(fila - max(fila))
                pesos.append(exponenciales / sum(exponenciales))
            return np.array(pesos).reshape(z.shape)
        """,
}
MASKS = """
    import numpy as np
    def causal_mask(n):
        return np.tril(np.ones((n, n), dtype=bool))
    def padding_mask(lengths, n_max):
        return np.arange(n_max)[None, :] < np.asarray(lengths)[:, None]
    """


def checked(public: PublicChecks, ask: Ask, only: str, before: Checked | None = None) -> CheckedItem:
    result = judging_of(public)(ask, NOWHERE, RAN, (only,), before)
    return next(item for item in result.items if item.item.id == only)


def verdicts(item: CheckedItem) -> dict[str, Verdict]:
    assert item.grade is not None
    return {check.id: check.verdict for check in item.grade.checks}


@pytest.mark.parametrize("style", sorted(RIGHT))
def test_right_work_passes_every_public_check(public: PublicChecks, style: str) -> None:
    item = checked(public, ask_in_process(RIGHT[style]), "softmax")
    told = {id_: verdict for id_, verdict in verdicts(item).items() if verdict is not Verdict.PASSED}
    assert told == ({"any_axis": Verdict.NOT_APPLICABLE} if style == "Spanish" else {})
    assert item.is_done
    assert item.passed == len(item.asked) >= 6


def ids(mistake: Misconception) -> str:
    return mistake.id


def askers(mistake: Misconception) -> Iterator[Ask]:
    component = COMPONENTS[mistake.component]
    functions = reference_functions(getattr(REFERENCES, component.id))
    for subject in subjects(component, mistake.functions, functions):
        yield subject.ask


# They overflow and divide by 0: that is what they are for.
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("mistake", [m for m in MISTAKES if m.functions], ids=ids)
def test_a_known_mistake_fails_what_it_declares_and_is_named(public: PublicChecks, mistake: Misconception) -> None:
    """By what its code answers on the public cases: the code itself isn't there."""
    for ask in askers(mistake):
        item = checked(public, ask, mistake.component)
        told = verdicts(item)
        failed = {id_ for id_, verdict in told.items() if verdict not in (Verdict.PASSED, Verdict.NOT_APPLICABLE)}
        shown = {id_ for id_, verdict in told.items() if verdict is not Verdict.NOT_APPLICABLE}
        assert failed == set(mistake.fails) & shown
        assert failed, "nothing public shows it"
        assert item.grade is not None
        assert {mistake.id, *mistake.alike} & {reason.id for reason in item.grade.diagnosis}


def test_nothing_is_concluded_from_a_question_that_has_no_answer(public: PublicChecks) -> None:
    """The reference's attention isn't there for a mask that nobody has thought of: that check is left to the grade."""
    odd = """
        import numpy as np
        def causal_mask(n):
            mask = np.tril(np.ones((n, n), dtype=bool))
            mask[n // 2, 0] = n < 2
            return mask
        """
    item = checked(public, ask_in_process(odd), "masks")
    told = verdicts(item)
    assert told["causal"] is Verdict.WRONG
    assert told["in_attention"] is Verdict.NOT_APPLICABLE
    assert not item.is_done


@pytest.mark.parametrize("body", ["return z", "return 0 * z", "return None", "return np.random.rand(*np.shape(z))"])
def test_an_answer_without_thought_passes_nothing(public: PublicChecks, body: str) -> None:
    source = f"import numpy as np\ndef softmax(z, axis=-1):\n    {body}\n"
    item = checked(public, ask_in_process(source), "softmax")
    assert item.passed == 0
    assert not item.is_done
    assert not item.not_started


def test_a_librarys_function_is_told_to_be_no_work_of_ones_own(public: PublicChecks) -> None:
    """As in the grade, which gives nothing for it; whatever the checks say."""
    item = checked(
        public,
        ask_in_process("import torch\ndef softmax(z, axis=-1):\n    return torch.softmax(z, dim=axis)"),
        "softmax",
    )
    assert item.grade is not None
    assert item.grade.forfeit is not None
    assert not item.is_done


def test_what_is_not_written_yet_is_no_failure(public: PublicChecks) -> None:
    starter = "def softmax(z, axis=-1):\n    raise NotImplementedError('write your solution here')\n"
    for source in (starter, "x = 1"):
        item = checked(public, ask_in_process(source), "softmax")
        assert item.not_started
        assert not item.is_done


def test_the_number_of_public_checks_is_the_same_whatever_a_notebook_has_of_them(public: PublicChecks) -> None:
    """In either library, in a form to which one doesn't apply, not written yet, or something else by that name."""
    starter = "def softmax(z, axis=-1):\n    raise NotImplementedError"
    everything = {item.id: {id_ for ids in item.checks.values() for id_ in ids} for item in public.items}
    for source in (*RIGHT.values(), starter, "softmax = 3", "x = 1"):
        result = judging_of(public)(ask_in_process(source), NOWHERE, RAN)
        assert result.asked == sum(map(len, everything.values())) == sum(item.public for item in result.items)
        softmax = next(item for item in result.items if item.item.id == "softmax")
        others = len(everything["softmax"]) - len(softmax.asked)
        assert (softmax.public, softmax.inapplicable) == (len(everything["softmax"]), others if softmax.passed else 0)
    told = judging_of(public)(ask_in_process(RIGHT["Spanish"]), NOWHERE, RAN, ("softmax",))
    assert summary(told).values == {"passed": told.asked - 1, "asked": told.asked, "others": 1}


def test_what_is_judged_is_told_though_an_earlier_item_still_hangs(public: PublicChecks) -> None:
    """Where another process answers for it."""
    right, masks_told, told = ask_in_process(RIGHT["numpy"], MASKS), threading.Event(), list[str]()

    def hangs(call: Call, /) -> Reply:
        if isinstance(call, CallFunction) and call.name == "softmax":
            assert masks_told.wait(60)  # only waited for where the test fails
        return right(call)

    def tell(item: CheckedItem) -> None:
        told.append(item.item.id)
        if item.item.id == "masks":
            masks_told.set()

    crew = Crew[Judged]([lambda: ask_in_process(RIGHT["numpy"], MASKS)])
    try:
        result = judging_of(public)(hangs, NOWHERE, RAN, ("softmax", "masks"), told=tell, crew=crew)
    finally:
        crew.join()
    assert (told, [item.is_done for item in result.items]) == (["masks", "softmax"], [True, True])


def test_a_part_that_builds_on_an_unwritten_one_waits_for_it(public: PublicChecks) -> None:
    softmax = "def softmax(z, axis=-1):\n    raise NotImplementedError"
    kv_cache = """
        def kv_cache_bytes(n_tokens, n_layers, d_model, bytes_per_value=2, n_heads=None, n_kv_heads=None):
            return softmax(n_tokens)
        """
    result = judging_of(public)(ask_in_process(softmax, kv_cache), NOWHERE, RAN)
    waiting = {item.item.id: item.waits_for.id for item in result.items if item.waits_for is not None}
    assert waiting == {"kv_cache": "softmax"}
    assert result.fails


def test_only_what_changed_is_checked_again(public: PublicChecks) -> None:
    """And what an earlier check found stays."""
    before = judged(public, [RIGHT["numpy"], MASKS])
    assert before.fresh == {"softmax", "masks", "kv_cache"}
    same = judged(public, [RIGHT["numpy"], MASKS, "print('softmax')"], before)
    assert same.fresh == frozenset()
    assert [item.passed for item in same.items] == [item.passed for item in before.items]
    broken = judged(public, [RIGHT["numpy"].replace("np.exp", "2 * np.exp").replace("e.sum", "1 + e.sum"), MASKS], same)
    assert broken.fresh == {"softmax"}
    softmax, masks, *_ = broken.items
    assert not softmax.is_done
    assert masks.is_done


def test_a_helper_function_that_changed_counts_for_whoever_uses_it(public: PublicChecks) -> None:
    using = (
        "import numpy as np\ndef softmax(z, axis=-1):\n    return shares(np.exp(z - z.max(axis, keepdims=True)), axis)"
    )
    good = "def shares(e, axis):\n    return e / e.sum(axis, keepdims=True)"
    before = judged(public, [good, using, MASKS])
    after = judged(public, [good.replace("e.sum", "e.max"), using, MASKS], before)
    assert after.fresh == {"softmax"}
    assert (before.items[0].is_done, after.items[0].is_done) == (True, False)


def judged(public: PublicChecks, sources: list[str], before: Checked | None = None) -> Checked:
    cells = tuple(Cell(n, textwrap.dedent(source)) for n, source in enumerate(sources, start=1))
    submission = Submission("here", "", cells, {})
    return judging_of(public)(ask_in_process(*sources), submission, RAN, (), before)


def test_no_reference_is_in_what_students_are_given(public: PublicChecks) -> None:
    text = Path(public.path).read_text(encoding="utf-8")
    for told in ("np.exp(", "np.tril", "def softmax", "import numpy"):
        assert told not in text
