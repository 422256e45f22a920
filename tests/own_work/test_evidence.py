"""What is said of the evidence: what was seen counts, what was read is noted, what couldn't be seen is said."""

from __future__ import annotations

import pytest

from grader.model import Call, CallFunction, LibraryCall, NoReply, Raised, Reply, Verdict
from grader.own_work import CONCEPTS, Evidence, examine
from grader.own_work import concepts as names
from tests.inside.test_witness import evidence

SEEN = LibraryCall("torch.nn.functional.softmax", 3, 5)
READ = LibraryCall("torch.softmax", 2, 4)


def said(found: Evidence) -> str:
    return str(found.message())


def test_without_evidence_nothing_is_said() -> None:
    assert Evidence().message() is None


def test_what_was_seen_is_said_with_its_place_whatever_else_there_is() -> None:
    for found in (Evidence((SEEN,)), Evidence((SEEN,), ("thread",), (READ,))):
        assert said(found).startswith("Cell 3, line 5 calls `torch.nn.functional.softmax`")
        assert "costs nothing" not in said(found)


def test_a_call_that_was_seen_has_the_name_that_stands_in_the_code() -> None:
    """nn.MultiheadAttention calls F.multi_head_attention_forward; the student wrote the former."""
    inner = LibraryCall("torch.nn.functional.multi_head_attention_forward", 3, 5)
    read = LibraryCall("torch.nn.MultiheadAttention", 3, 5)
    assert said(Evidence((inner,), reached=(READ, read))).startswith(
        "Cell 3, line 5 calls `torch.nn.MultiheadAttention`"
    )
    assert "multi_head_attention_forward" in said(Evidence((inner,), reached=(READ,)))


def test_what_was_only_read_costs_nothing_and_says_so() -> None:
    text = said(Evidence(reached=(READ,)))
    assert text.startswith("Cell 2, line 4 uses `torch.softmax`")
    assert "No call of it was seen" in text
    assert "it costs nothing" in text


def test_what_was_read_stands_beside_what_could_not_be_seen() -> None:
    text = said(Evidence(unseen=("profile", "thread"), reached=(READ,)))
    assert "could not be checked (profile, thread), but cell 2, line 4 uses `torch.softmax`" in text
    assert "It costs nothing" in text


def test_what_could_not_be_seen_is_no_clean_bill() -> None:
    assert "could not be checked (thread)" in said(Evidence(unseen=("thread",)))


@pytest.mark.parametrize(
    ("reply", "unseen"),
    [
        (NoReply(Verdict.TIMED_OUT, ""), Verdict.TIMED_OUT.value),
        (NoReply(Verdict.CRASHED, ""), Verdict.CRASHED.value),
        (Raised("ValueError", "no"), "ValueError"),
    ],
)
def test_a_trial_that_does_not_come_back_is_said(reply: Reply, unseen: str) -> None:
    def ask(call: Call, /) -> Reply:
        return reply

    assert examine([CallFunction("softmax")], ask, ["softmax"]) == Evidence(unseen=(unseen,))


@pytest.mark.parametrize(
    "body",
    [
        "return F.softmax(x, -1).log()",
        "return F.log_softmax(x, -1)",
        "return F.log_softmax(x, -1).exp()",
        "return nn.LogSoftmax(-1)(x)",
        "return F.softmin(-x, -1)",
        "return nn.Softmin(-1)(-x)",
        "return nn.Softmax2d()(x[:, :, None, None])",
    ],
)
def test_the_logarithm_of_a_softmax_and_its_other_names_are_a_softmax(body: str) -> None:
    assert evidence(body).violations


@pytest.mark.parametrize(
    "body",
    [
        "return torch.exp(x - torch.logsumexp(x, -1, keepdim=True))",
        "return torch.exp(x - x.logsumexp(-1, keepdim=True))",
        "return x - torch.logsumexp(x, -1, keepdim=True)",
    ],
)
def test_a_softmax_built_with_logsumexp_is_the_students(body: str) -> None:
    assert evidence(body) == Evidence()


def test_the_witnesses_watch_the_same_libraries() -> None:
    from grader.inside import witness

    assert set(witness._LIBRARIES) == names.LIBRARIES


def test_a_function_of_another_library_is_not_the_librarys() -> None:
    watch = names.watched(CONCEPTS)
    assert names.is_watched("torch.nn.functional.softmax", watch)
    assert names.is_watched("torch.ops.aten._softmax.default", watch)
    assert not names.is_watched("mylib.softmax", watch)
    assert not names.is_watched("torch.nn.functional.cross_entropy", watch)
    assert not names.is_watched("torch.logsumexp", watch)
