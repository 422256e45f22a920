"""The class's numbers, against figures worked out by hand and identities from the literature."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from grader.classroom.results import ClassResults
from grader.classroom.standings import Row, RowState, rows
from grader.classroom.statistics import (
    BINS,
    Discrimination,
    Mistake,
    discrimination,
    distribution,
    item_statistics,
    mistakes,
)
from tests.classroom.reports.sample_class import class_of, sample_class, with_other_notebooks


def totals(*points: float | None) -> list[Row]:
    return [Row(f"s{place}", "", RowState.GRADED, (), 10, value) for place, value in enumerate(points)]


def test_the_distribution_is_that_of_the_final_points_alone() -> None:
    found = distribution(totals(10, None, 4, 7, None), 10)
    assert (found.n, found.mean, found.median, found.lowest, found.highest) == (3, 7, 7, 4, 10)
    assert found.deviation == pytest.approx(3)  # sqrt(((10-7)² + (4-7)² + 0) / 2)
    assert sum(found.counts) == 3


@pytest.mark.parametrize("most", [1, 3, 7, 10, 32, 100])
def test_a_total_on_a_bins_edge_is_in_the_upper_bin_and_a_full_mark_in_the_last(most: int) -> None:
    """Binary fractions mustn't push 0.7 or 0.29 down: each edge is computed as points, rounded like a report's."""
    edges = [round(most * k / BINS, 4) for k in range(BINS + 1)]
    exact = [edge for k, edge in enumerate(edges) if edge * BINS >= most * k]
    for edge in exact:
        (place,) = [n for n, count in enumerate(distribution(totals(edge), most).counts) if count]
        assert place == min(BINS - 1, math.floor(round(edge * BINS / most, 9)))


def test_just_below_an_edge_is_below_it() -> None:
    assert distribution(totals(6.9999), 10).counts[6] == 1
    assert distribution(totals(9.9999), 10).counts[9] == 1
    assert distribution(totals(0), 10).counts[0] == 1


def test_nobody_and_one_student_have_no_deviation() -> None:
    assert distribution([], 10).mean is None
    assert distribution(totals(None, None), 10).n == 0
    assert distribution(totals(5), 10).deviation is None


def ability(n: int, items: int, seed: int = 1) -> np.ndarray[Any, np.dtype[np.float64]]:
    random = np.random.default_rng(seed)
    able = random.normal(size=(n, 1))
    return np.round(4 + able + random.normal(size=(n, items)), 4)


@pytest.mark.parametrize("seed", range(5))
def test_discrimination_is_guilfords_corrected_correlation(seed: int) -> None:
    """Guilford 1953: r_it taken apart, r = (r_it s_t - s_i) / sqrt(s_i² + s_t² - 2 r_it s_i s_t)."""
    points = ability(40, 5, seed)
    total = points.sum(axis=1)
    for place in range(5):
        r_it = np.corrcoef(points[:, place], total)[0, 1]
        s_i, s_t = points[:, place].std(), total.std()
        corrected = (r_it * s_t - s_i) / math.sqrt(s_i**2 + s_t**2 - 2 * r_it * s_i * s_t)
        found = discrimination(points, place)
        assert found.n == 40
        assert found.r == pytest.approx(corrected)
        assert found.r is not None
        assert found.r < r_it


def test_discrimination_by_hand() -> None:
    """Item 1..10 against rest 1..10 with the last two exchanged: Spearman's formula, 1 - 6 * 2 / 990."""
    item = np.arange(1.0, 11)
    rest = np.array([1.0, 2, 3, 4, 5, 6, 7, 8, 10, 9])
    found = discrimination(np.column_stack([item, rest]), 0)
    assert found.r == pytest.approx(1 - 6 * 2 / 990)


def test_unrelated_items_discriminate_nothing_though_each_is_part_of_its_total() -> None:
    points = np.random.default_rng(3).normal(size=(4000, 3))
    assert np.corrcoef(points[:, 0], points.sum(axis=1))[0, 1] > 0.5
    found = discrimination(points, 0)
    assert found.r is not None
    assert abs(found.r) < 0.05


def test_below_ten_students_there_is_no_discrimination() -> None:
    assert discrimination(ability(9, 4), 0).r is None
    assert discrimination(ability(10, 4), 0).r is not None


@pytest.mark.parametrize("constant", [0, 1])
def test_without_spread_there_is_no_discrimination(constant: int) -> None:
    """0.1 + 0.2 isn't 0.3: sums that are equal on paper count as equal."""
    points = np.column_stack([np.arange(12.0), np.resize([0.1, 0.2], 12), np.resize([0.2, 0.1], 12)])
    if constant == 0:
        points = np.column_stack([np.full(12, 0.1), np.arange(12.0)])
    found = discrimination(points, 0)
    assert (found.n, found.r, found.low, found.high) == (12, None, None, None)


def test_one_item_alone_has_no_rest() -> None:
    assert discrimination(ability(20, 1), 0).r is None


def test_an_item_against_the_rest_is_negative() -> None:
    points = ability(30, 4)
    points[:, 2] = 8 - points[:, [0, 1, 3]].mean(axis=1)
    found = discrimination(points, 2)
    assert found.r == pytest.approx(-1)
    assert found.low is not None
    assert found.low >= -1


@pytest.mark.parametrize("n", [10, 12, 45, 200])
def test_an_item_against_the_rest_is_told_where_chance_would_hardly_do_it(n: int) -> None:
    """Pitman 1937: over all pairings r has the variance 1/(n-1), whatever the points; 5 % lie below."""
    random = np.random.default_rng(0)
    item, rest = (np.round(8 * random.random(size=n) ** 2, 4) for _ in "ab")
    found = [discrimination(np.column_stack([random.permutation(item), rest]), 0) for _ in range(4000)]
    deviation = float(np.std([one.r for one in found if one.r is not None]))
    assert deviation == pytest.approx(1 / math.sqrt(n - 1), rel=0.05)
    assert 0.03 < np.mean([one.is_against for one in found]) < 0.07
    assert all((one.r or 0) < 0 for one in found if one.is_against)
    assert discrimination(np.column_stack([rest, 8 - rest]), 0).is_against


@pytest.mark.parametrize(
    ("r", "n", "told"), [(-0.20, 45, False), (-0.26, 45, True), (-0.20, 80, True), (-0.5, 10, False)]
)
def test_a_small_classs_slightly_negative_item_is_noise(r: float, n: int, told: bool) -> None:
    assert Discrimination(n, r).is_against is told
    assert not Discrimination(n).is_against


def test_the_interval_is_fishers() -> None:
    """r = 0.5 with n = 28: atanh 0.5493, half width 1.96 / 5, so tanh(0.1573) to tanh(0.9413)."""
    random = np.random.default_rng(0)
    a, b = (x - x.mean() for x in random.normal(size=(2, 28)))
    b -= a * (a @ b) / (a @ a)
    both = np.column_stack([a, 0.5 * a / np.linalg.norm(a) + math.sqrt(0.75) * b / np.linalg.norm(b)])
    found = discrimination(both, 0)
    assert found.r == pytest.approx(0.5)
    assert found.low == pytest.approx(0.1560, abs=1e-4)
    assert found.high == pytest.approx(0.7359, abs=1e-4)


def test_an_items_counts_add_up_and_leave_out_what_is_open() -> None:
    results = class_of(150, seed=7, missing=4)
    table = rows(results)
    for shown in item_statistics(table, results):
        assert shown.full + shown.partial + shown.zero + shown.missing == shown.n
        assert min(shown.full, shown.partial, shown.zero, shown.missing) > 0
        assert shown.n + shown.open == 150


def test_the_items_of_the_sample_class() -> None:
    """Attention: 16, 0, 8 and nothing found are final; two are open, one has no report, one no submission."""
    results = sample_class()
    softmax, attention, masks = item_statistics(rows(results), results)
    assert (attention.n, attention.open) == (4, 3)
    assert attention.mean == 6
    assert attention.difficulty == pytest.approx(6 / 16)
    assert (attention.full, attention.partial, attention.zero, attention.missing) == (1, 1, 1, 1)
    assert (softmax.n, softmax.open, softmax.zero) == (5, 2, 1)
    assert (masks.n, masks.open, masks.missing) == (6, 1, 1)
    assert masks.share(masks.full) == pytest.approx(3 / 6)


def test_a_class_without_submissions_has_no_figures() -> None:
    results = replace(sample_class(), results=(), missing=("a", "b"))
    for shown in item_statistics(rows(results), results):
        assert (shown.n, shown.open, shown.mean, shown.difficulty, shown.share(0)) == (0, 0, None, None, None)


def found_in(results: ClassResults) -> tuple[Mistake, ...]:
    return mistakes(rows(results), results)


def test_the_commonest_misconception_comes_first_with_who_made_it() -> None:
    first, second, third = found_in(sample_class())
    assert (first.id, first.students, first.of, first.items) == (
        "attention/no_scaling",
        ("bea", "carlos"),
        6,
        ("attention",),
    )
    assert (second.id, second.students) == ("softmax/no_max_subtraction", ("bea",))
    assert (third.id, third.misconception, third.items) == ("unknown_name", False, ("masks",))


def changed(results: ClassResults, student: str, **report: Any) -> ClassResults:
    return replace(
        results,
        results=tuple(
            replace(one, report={**(one.report or {}), **report}) if one.student == student else one
            for one in results.results
        ),
    )


def test_a_student_counts_once_for_a_misconception_in_two_items() -> None:
    results = sample_class()
    report = dict(results.results[1].report or {})
    (cause,) = report["items"][1]["diagnosis"]
    items = [{**item, "diagnosis": [cause]} for item in report["items"]]
    first, *_ = found_in(changed(results, "bea", items=items))
    assert first.students == ("bea", "carlos")
    assert first.items == ("softmax", "attention", "masks")


def test_the_words_are_those_of_the_classs_language() -> None:
    results = sample_class()
    report = dict(results.results[2].report or {})
    items = [
        {**item, "diagnosis": [{**cause, "title": "Falta √d_k"} for cause in item["diagnosis"]]}
        for item in report["items"]
    ]
    spanish = changed(results, "carlos", items=items, language="es")
    assert found_in(spanish)[0].title == "The scores aren't divided by √d_k"
    assert found_in(replace(spanish, language="es"))[0].title == "Falta √d_k"


def test_the_same_symptom_in_two_items_is_two_mistakes() -> None:
    results = sample_class()
    report = dict(results.results[2].report or {})
    cause = report["items"][2]["diagnosis"]
    items = [{**item, "diagnosis": cause} for item in report["items"]]
    symptoms = [m for m in found_in(changed(results, "carlos", items=items)) if not m.misconception]
    assert [m.items for m in symptoms] == [("softmax",), ("attention",), ("masks",)]


def test_mistakes_come_in_falling_numbers() -> None:
    counts = [len(mistake.students) for mistake in found_in(class_of(120))]
    assert len(counts) > 20
    assert all(a >= b for a, b in itertools.pairwise(counts))


def test_a_notebook_for_another_assignment_is_in_none_of_the_classs_figures() -> None:
    """Its first item, 8 of 32 points, is there in both assignments."""
    results = with_other_notebooks("ana", found=1)
    table = rows(results)
    without = replace(results, results=tuple(r for r in results.results if r.student != "ana"))
    assert distribution(table, 32) == distribution(rows(without), 32)
    assert item_statistics(table, results) == item_statistics(rows(without), without)
    assert [(m.id, m.students, m.of) for m in mistakes(table, results)] == [
        (m.id, m.students, m.of) for m in mistakes(rows(without), without)
    ]
    (ana,) = (row for row in table if row.student == "ana")
    assert (ana.is_counted, ana.points is not None, ana.flags) == (False, True, ("another_assignment",))


def test_a_notebook_with_most_of_this_assignment_is_counted_whatever_it_says() -> None:
    """One notebook for two assignments, graded as each of them; 24 of 32 points are there."""
    results = with_other_notebooks("ana", found=2)
    assert distribution(rows(results), 32).n == distribution(rows(sample_class()), 32).n
    assert all(row.is_counted for row in rows(results))


def test_a_class_of_notebooks_for_another_assignment_has_no_figures() -> None:
    results = with_other_notebooks(*(r.student for r in sample_class().results if r.report is not None))
    assert distribution(rows(results), 32).n == 0
    assert {item.difficulty for item in item_statistics(rows(results), results)} == {None}
