"""The list of cheats against timing checks that were found in the wild, and what each meets here.

The numbers are those of ``docs/timing.md``, which has the same rows.  Each cheat that needs no GPU names the tests that
show that it gains nothing; those that can't be tried here say why.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = Path(__file__).parent

# By number: the tests (file, from this folder: function), or why there's none.
CHEATS: dict[int, tuple[str, ...] | str] = {
    1: ("test_cheats: test_clocks_that_stand_still_are_not_looked_at",),
    2: ("test_more_cheats: test_a_clock_that_was_patched_in_the_c_library_is_not_looked_at",),
    3: ("test_more_cheats: test_a_forged_answer_under_the_right_number_and_an_early_exit_are_wrong",),
    4: ("test_more_cheats: test_times_that_are_added_to_every_answer_are_not_read",),
    5: ("test_verdict: test_ten_times_as_fast_as_our_own_code_is_for_a_person_to_look_at",),
    6: ("test_verdict: test_one_call_that_takes_a_hundred_times_as_long_decides_nothing",),
    7: ("test_cheats: test_what_is_to_disturb_the_baseline_stands_still_on_its_turn",),
    8: ("test_gpu: test_work_on_a_stream_of_its_own_is_waited_for_or_wrong",),
    9: ("test_cheats: test_an_answer_that_is_computed_after_it_was_given_is_wrong",),
    10: ("test_cheats: test_an_array_that_computes_when_it_is_looked_at_is_charged_for_it",),
    11: (
        "test_verdict: test_every_round_has_fresh_inputs_the_same_for_both_in_random_order",
        "test_more_cheats: test_the_answer_of_the_call_before_is_wrong",
    ),
    12: (
        "test_cheats: test_the_seed_of_the_inputs_is_nowhere_in_the_worker",
        "test_workers: test_a_stopped_worker_does_not_advance",
    ),
    13: ("../components/transformer/test_speed: test_what_depends_on_the_weights_alone_may_be_prepared",),
    14: ("test_cheats: test_a_helper_process_does_not_hide_work",),
    15: ("test_more_cheats: test_work_on_two_threads_is_charged_for_both",),
    16: (
        "../sandbox/test_bubblewrap: test_there_is_no_network",
        "../sandbox/test_bubblewrap: test_nothing_of_the_host_can_be_written",
    ),
    17: ("test_cheats: test_a_cache_by_identity_gives_wrong_answers",),
    18: ("test_cheats: test_a_cache_by_content_never_finds_anything",),
    19: ("test_cheats: test_the_seed_of_the_inputs_is_nowhere_in_the_worker",),
    20: ("test_more_cheats: test_memory_that_was_not_written_holds_no_answer",),
    21: ("test_more_cheats: test_no_expected_output_is_in_the_process",),
    22: ("test_more_cheats: test_inputs_that_are_changed_change_nothing_here",),
    23: ("test_more_cheats: test_constants_are_wrong",),
    24: ("test_bench: test_nothing_is_gained_by_not_doing_the_work", "test_more_cheats: test_a_window_is_not_all_keys"),
    25: ("test_bench: test_nothing_is_gained_by_not_doing_the_work",),
    26: (
        "test_bench: test_nothing_is_gained_by_not_doing_the_work",
        "test_verdict: test_one_wrong_answer_ends_a_contest_in_the_warm_up_too",
    ),
    27: ("test_bench: test_nothing_is_gained_by_not_doing_the_work",),
    28: ("../own_work/test_in_grading: test_a_part_that_is_the_librarys_earns_nothing",),
    29: ("test_verdict: test_every_round_has_fresh_inputs_the_same_for_both_in_random_order",),
    30: "of a harness that reads the device's events; here none is made, and the clock is the grader's: as 1",
    31: ("test_verdict: test_from_doubtful_rounds_nothing_is_concluded",),
    32: "of a harness that captures a graph; here none is",
    33: ("test_verdict: test_every_round_has_fresh_inputs_the_same_for_both_in_random_order",),
    34: ("test_more_cheats: test_one_thread_is_what_a_worker_computes_with",),
    35: ("test_workers: test_a_worker_has_one_thread_and_keeps_what_it_frees",),
    36: ("test_verdict: test_from_doubtful_rounds_nothing_is_concluded",),
    37: ("test_workers: test_the_clock_counts_work_wherever_it_is_done",),
    38: ("test_bench: test_the_matrix_does_not_fit_wherever_it_is_kept",),
}


def test_all_of_the_list_is_there() -> None:
    assert sorted(CHEATS) == list(range(1, 39))
    without = [n for n, shown in CHEATS.items() if isinstance(shown, str)]
    assert len(without) <= 2, "what isn't a matter of our own harness has a test"


@pytest.mark.parametrize("number", sorted(CHEATS))
def test_every_cheat_is_a_row_of_the_page_and_has_the_tests_that_it_names(number: int) -> None:
    page = (ROOT / "docs" / "timing.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| {number} \|", page, re.M), "it's a row of docs/timing.md"
    shown = CHEATS[number]
    for name in () if isinstance(shown, str) else shown:
        file, _, function = name.partition(": ")
        assert f"def {function}(" in (TESTS / f"{file}.py").read_text(encoding="utf-8"), name
