"""The diagnosis of one item: what its failed checks have in common, or what each of them shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.compare import NotNumbers, numbers
from grader.diagnose.exceptions import explain_exception
from grader.diagnose.matching import explaining, in_float64
from grader.diagnose.symptoms import Pair, symptom
from grader.model import Array, CheckResult, Diagnosis, Misconception, Observation, Text, Verdict

__all__ = ["diagnose"]

# More than a few names at once help nobody.
MOST = 3

_FAULTS = {Verdict.WRONG, Verdict.RAISED, Verdict.FOR_REVIEW}


def diagnose(
    results: Sequence[CheckResult],
    misconceptions: Sequence[Misconception],
    right: Mapping[str, Callable[..., Any]],
    explaining_module: Callable[[], Collection[str]] = tuple,
    public_names: Sequence[str] = (),
) -> tuple[Diagnosis, ...]:
    """Why the item's failed checks failed, the likeliest cause first; empty where all is well or nothing is known.

    `right` has the reference's functions by role.  `explaining_module` gives the ids of those variants that, under some
    mapping of the student's own parameters, give what their module gives.
    """
    failed = [result for result in results if result.verdict in _FAULTS]
    if not failed:
        return ()
    named = _named(results, failed, misconceptions, right, explaining_module)
    if named:
        failing = {result.check for result in failed}
        named.sort(key=lambda m: len(failing.symmetric_difference(m.fails)))
        return tuple(as_diagnosis(m) for m in named[:MOST])
    reasons = [explain_exception(r.raised, public_names) for r in failed if r.raised is not None]
    found = {reason.id: reason for reason in reasons if reason is not None}
    if not found:
        shown = _symptom(failed, right)
        found = {shown.id: shown} if shown is not None else {}
    return tuple(found.values())[:MOST]


def _named(
    results: Sequence[CheckResult],
    failed: Sequence[CheckResult],
    misconceptions: Sequence[Misconception],
    right: Mapping[str, Callable[..., Any]],
    explaining_module: Callable[[], Collection[str]],
) -> list[Misconception]:
    """Those that explain everything; else those that a check recognised or that explain one failed check whole."""
    everything = explaining(misconceptions, _observations(results), right)
    if everything:
        return everything
    modules = explaining_module()
    # What explains a module's numbers exactly is surer than what a check makes of one property.
    explained = {check for m in misconceptions if m.id in modules for check in m.fails}
    left = [result for result in failed if result.check not in explained]
    suspects = {*modules, *(id_ for result in left for id_ in result.suspects)}
    # An exception may have the name of a mistake: then the course's own words on it are better.
    reasons = {reason.id for r in left if r.raised is not None and (reason := explain_exception(r.raised))}
    recognised = (m for m in misconceptions if m.id in suspects or m.id.partition("/")[2] in reasons)
    found = {m.id: m for m in recognised}
    # Two mistakes at once: each failed check may have a cause of its own; but none that would have cost a check which
    # passed (at 96 layers and 96 heads, one factor too many may be either).
    passed = {result.check for result in results if result.verdict is Verdict.PASSED}
    causes: dict[str, set[str]] = {}
    for result in failed if not found else ():
        for misconception in explaining(misconceptions, result.observations, right):
            if result.check in misconception.fails and passed.isdisjoint(misconception.fails):
                causes.setdefault(misconception.id, set()).add(result.check)
    # Five queries among five keys don't tell the one number from the other: who explains more checks is the cause.
    surest = {id_ for id_, checks in causes.items() if not any(checks < others for others in causes.values())}
    return [*found.values(), *(m for m in misconceptions if m.id in surest)]


def _observations(results: Iterable[CheckResult]) -> list[Observation]:
    return [observation for result in results for observation in result.observations]


def as_diagnosis(misconception: Misconception) -> Diagnosis:
    """What was done, why it matters, and what to try."""
    cause = Text("{done} {why}", {"done": misconception.done, "why": misconception.why})
    return Diagnosis(misconception.id, misconception.title, misconception.hint, cause)


def _symptom(failed: Sequence[CheckResult], right: Mapping[str, Callable[..., Any]]) -> Diagnosis | None:
    """The symptom of the first failed check whose answers can be held against right ones."""
    for result in failed:
        pairs = [pair for o in result.observations if (pair := _pair(o, right)) is not None]
        found = symptom(pairs)
        if found is not None:
            return found
    return None


def _pair(observation: Observation, right: Mapping[str, Callable[..., Any]]) -> Pair | None:
    if observation.role not in right or observation.got is None:
        return None
    got = observation.got
    if isinstance(got, tuple) and got and isinstance(got[0], Array):
        got = got[0]
    array = numbers(got)
    if isinstance(array, NotNumbers):
        return None
    plain = [in_float64(argument) for argument in observation.args]
    try:
        expected = right[observation.role](*plain, **observation.keywords)
    except Exception:  # noqa: BLE001  an input that the reference refuses (odd heads) has no right answer
        return None
    if isinstance(expected, Mapping):  # numbers by name have no place to point at
        return None
    expected = np.asarray(expected[0] if isinstance(expected, tuple) else expected, dtype=np.float64)
    sizes = tuple(
        (f"{name}{axis}", extent)
        for name, arg in zip("abcd", plain, strict=False)
        if isinstance(arg, np.ndarray)
        for axis, extent in enumerate(arg.shape)
    )
    return Pair(expected, array.data.astype(np.float64), sizes, array.dtype)
