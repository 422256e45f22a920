"""Each way in which a class's work comes: who is who, and which file is theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classroom.collect import collect
from grader.classroom.collection import AttentionKind, Claimed, Layout, Student
from tests.classroom.trees import found, held, notebook, told, write, zip_bytes

MOODLE = {
    "Ana García López_5001_assignsubmission_file/hw.ipynb": notebook("ana"),
    "Luis Pérez_5002_assignsubmission_file_/practica.ipynb": notebook("luis"),
    "Luis Pérez_5002_assignsubmission_onlinetext_/onlinetext.html": b"<p>hola</p>",
    "Eva Ruiz_5003_assignsubmission_file/informe.pdf": b"%PDF-1.7",
}


def as_zip_or_folder(tmp_path: Path, kind: str, files: dict[str, bytes], wrapper: str = "") -> Path:
    inside = {f"{wrapper}{name}": data for name, data in files.items()}
    if kind == "folder":
        return write(tmp_path / "given", inside)
    return write(tmp_path, {"export.zip": zip_bytes(inside)}) / ("export.zip" if kind == "zip" else "")


@pytest.mark.parametrize("kind", ["folder", "zip", "folder with the zip"])
def test_moodle_says_who_is_who_by_the_folders_of_its_download(tmp_path: Path, kind: str) -> None:
    collection = collect([as_zip_or_folder(tmp_path, kind, MOODLE)], None)
    assert found(collection) == {"5001": "hw.ipynb", "5002": "practica.ipynb"}
    ana = collection.collected[0]
    assert (ana.student_name, ana.layout, ana.read()) == ("Ana García López", Layout.MOODLE, notebook("ana"))
    (without,) = told(collection, AttentionKind.NO_NOTEBOOK)
    assert without.student == Student("5003", "Eva Ruiz")


def test_moodle_without_folders_puts_the_student_into_the_files_name(tmp_path: Path) -> None:
    files = {
        "Ana García_5001_assignsubmission_file_hw.ipynb": notebook("ana"),
        # The student chose this file's name, and can't be somebody else by it.
        "Luis Pérez_5002_assignsubmission_file_Ana García_5001_assignsubmission_file_hw.ipynb": notebook("luis"),
    }
    collection = collect([write(tmp_path, files)], None)
    assert [entry.student_name for entry in collection.collected] == ["Ana García", "Luis Pérez"]
    assert collection.collected[1].read() == notebook("luis")


def test_a_student_s_own_archive_is_opened_and_can_t_name_anybody_else(tmp_path: Path) -> None:
    spoof = zip_bytes({"Ana García_5001_assignsubmission_file/hw.ipynb": notebook("spoof")})
    files = {
        "Ana García_5001_assignsubmission_file/hw.ipynb": notebook("ana"),
        "Luis Pérez_5002_assignsubmission_file/entrega.zip": spoof,
    }
    collection = collect([write(tmp_path, {"export.zip": zip_bytes(files)}) / "export.zip"], None)
    assert {entry.student_id: entry.read() for entry in collection.collected} == {
        "5001": notebook("ana"),
        "5002": notebook("spoof"),
    }
    assert "export.zip!Luis Pérez_5002_assignsubmission_file/entrega.zip!Ana" in collection.collected[1].source


CANVAS = {
    "garcíalópezana_101_9001_hw.ipynb": notebook("ana"),
    "perezluis_LATE_102_9002_my_lab_7_8_hw.ipynb": notebook("luis"),
    "ruizeva_103_9003_hw.zip": zip_bytes({"hw/hw.ipynb": notebook("eva")}),
    "gilleo_104_9004_informe.pdf": b"%PDF-1.7",
}


@pytest.mark.parametrize("kind", ["folder", "zip", "folder with the zip"])
def test_canvas_says_who_is_who_and_who_was_late_by_the_names_of_its_files(tmp_path: Path, kind: str) -> None:
    collection = collect([as_zip_or_folder(tmp_path, kind, CANVAS)], None)
    assert {entry.student_id: entry.read() for entry in collection.collected} == {
        "101": notebook("ana"), "102": notebook("luis"), "103": notebook("eva"),
    }  # fmt: skip
    late = [entry.student_id for entry in collection.collected if Claimed("late", "Canvas") in entry.claims]
    assert late == ["102"]
    assert [entry.student for entry in told(collection, AttentionKind.NO_NOTEBOOK)] == [Student("104", "gilleo")]


def test_canvas_without_names_has_its_anonymous_numbers(tmp_path: Path) -> None:
    files = {"anon_aB3xY_77_hw.ipynb": notebook("a"), "LATE_anon_Zq901_78_hw.ipynb": notebook("b")}
    collection = collect([write(tmp_path, files)], None)
    assert sorted(found(collection)) == ["Zq901", "aB3xY"]


def test_of_canvas_s_attempts_the_newest_counts_and_the_older_are_named(tmp_path: Path) -> None:
    files = {
        "pérezana_101_9001_hw.ipynb": notebook("first"),
        "pérezana_101_9050_hw-2.ipynb": notebook("third"),
        "pérezana_101_9030_hw-1.ipynb": notebook("second"),
        "ruizeva_102_9002_hw.ipynb": notebook("eva"),
    }
    collection = collect([write(tmp_path, files)], None)
    ana = collection.collected[0]
    assert ana.read() == notebook("third")
    assert [source.rpartition("_")[2] for source in ana.older] == ["hw.ipynb", "hw-1.ipynb"]
    assert str(ana.choice) == "The newest of 3 attempts by the order of Canvas."


@pytest.mark.parametrize(
    "names",
    [
        ("pérezana_101_9001_part1.ipynb", "pérezana_101_9002_part2.ipynb"),
        ("pérezana_101_9001_hw.ipynb", "pérezana_101_9002_extra-1.ipynb"),
        ("pérezana_101_9001_hw-1.ipynb", "pérezana_101_9002_hw-2.ipynb"),  # the student's own numbers
        ("pérezana_101_9002_hw.ipynb", "pérezana_101_9001_hw-1.ipynb"),  # the two orders contradict each other
    ],
)
def test_two_files_of_one_canvas_submission_are_not_attempts(tmp_path: Path, names: tuple[str, str]) -> None:
    collection = collect([write(tmp_path, {name: notebook(name) for name in names})], None)
    assert not collection.collected
    (several,) = told(collection, AttentionKind.SEVERAL_NOTEBOOKS)
    assert several.held
    assert len(several.sources) == 2


def test_two_downloads_of_canvas_are_ordered_by_its_numbers_of_uploads(tmp_path: Path) -> None:
    for week, upload in (("a", 9001), ("b", 9100)):
        files = {
            f"pérezana_101_{upload}_hw-{(week == 'b' and 2) or 1}.ipynb": notebook(week),
            f"x_9_{upload + 1}_h.ipynb": b"{}",
        }
        write(tmp_path / week, files)
    collection = collect([tmp_path / "a", tmp_path / "b"], None)
    assert {entry.student_id: entry.read() for entry in collection.collected}["101"] == notebook("b")


@pytest.mark.parametrize(
    "names",
    [("hw_1_2_ana", "hw_1_2_eva"), ("lab_1_01_ana", "lab_1_02_eva"), ("lab_1_01_a", "lab_2_02_b", "lab_3_03_c")],
)
def test_a_folder_of_notebooks_isn_t_canvas_s_because_of_two_numbers_in_the_names(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    files = {f"{name}.ipynb": notebook(name) for name in names}
    assert sorted(found(collect([write(tmp_path, files)], None))) == list(names)


def test_blackboard_s_newest_attempt_counts(tmp_path: Path) -> None:
    files = {
        "Lab 1_ana99_attempt_2026-03-01-10-00-00_hw.ipynb": notebook("first"),
        "Lab 1_ana99_attempt_2026-03-02-09-00-00_hw_final.ipynb": notebook("second"),
        "Lab 1_ana99_attempt_2026-03-02-09-00-00.txt": b"Name: Ana",
        "Lab 1_luis_attempt_2026-03-01-11-00-00_hw.ipynb": notebook("luis"),
    }
    collection = collect([write(tmp_path, {"gradebook.zip": zip_bytes(files)}) / "gradebook.zip"], None)
    assert {entry.student_id: entry.read() for entry in collection.collected} == {
        "ana99": notebook("second"), "luis": notebook("luis"),
    }  # fmt: skip
    assert collection.collected[0].claims == (Claimed("submitted_at", "2026-03-02-09-00-00"),)


GRADESCOPE = """\
submission_11:
  :submitters:
  - :name: Ana García
    :sid: '00123'
    :email: ana@example.edu
  :created_at: 2026-04-26 17:34:00.861687000 Z
  :score: 2.0
  :results:
    score: 2.0
    output: |-
      submission_22:
        :submitters:
        - :name: Nobody
          :sid: '666'
submission_22:
  :submitters:
  - :name: Luis Pérez
    :sid: 124
    :email: luis@example.edu
  - :name: "Eva Ru\\u00edz"
    :sid: '125'
    :email: eva@example.edu
  :created_at: 2026-04-27 08:00:00.000000000 Z
submission_33:
  :submitters: []
"""


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_gradescope_s_list_says_who_handed_in_which_folder(tmp_path: Path, kind: str) -> None:
    files = {
        "submission_metadata.yml": GRADESCOPE.encode(),
        "submission_11/hw.ipynb": notebook("ana"),
        "submission_22/hw.ipynb": notebook("group"),
        "submission_33/hw.ipynb": notebook("nobody"),
    }
    collection = collect([as_zip_or_folder(tmp_path, kind, files, "assignment_77_export/")], None)
    assert {entry.student_id: entry.read() for entry in collection.collected} == {
        "00123": notebook("ana"), "124": notebook("group"),
    }  # fmt: skip
    ana, luis = collection.collected
    assert ana.email == "ana@example.edu"
    assert ana.claims == (Claimed("submitted_at", "2026-04-26 17:34:00.861687000 Z"),)
    assert luis.others == (Student("125", "Eva Ruíz", "eva@example.edu"),)
    (unlisted,) = told(collection, AttentionKind.UNRECOGNISED_NAME)
    assert unlisted.sources[0].endswith("submission_33/hw.ipynb")


def test_of_gradescope_s_submissions_by_one_student_the_newest_counts(tmp_path: Path) -> None:
    entry = "submission_{}:\n  :submitters:\n  - :name: Ana\n    :sid: '1'\n  :created_at: 2026-04-{} 10:00:00 Z\n"
    files = {
        "submission_metadata.yml": (entry.format(1, "09") + entry.format(2, "10")).encode(),
        "submission_1/hw.ipynb": notebook("old"),
        "submission_2/hw.ipynb": notebook("new"),
    }
    (ana,) = collect([write(tmp_path, files)], None).collected
    assert ana.read() == notebook("new")


def test_two_exports_of_gradescope_may_be_two_assignments(tmp_path: Path) -> None:
    entry = "submission_{}:\n  :submitters:\n  - :name: Ana\n    :sid: '1'\n  :created_at: 2026-04-{} 10:00:00 Z\n"
    for number, day in ((1, "09"), (2, "10")):
        files = {
            "submission_metadata.yml": entry.format(number, day).encode(),
            f"submission_{number}/h.ipynb": notebook(day),
        }
        write(tmp_path / f"assignment_{number}_export", files)
    collection = collect(sorted(tmp_path.iterdir()), None)
    assert not collection.collected
    assert len(told(collection, AttentionKind.SEVERAL_NOTEBOOKS)[0].sources) == 2


NBGRADER = {
    "nbgrader_config.py": b"c = get_config()",
    "source/ps1/ps1.ipynb": notebook("the solution"),
    "autograded/ana/ps1/ps1.ipynb": notebook("graded"),
    "submitted/ana/ps1/ps1.ipynb": notebook("ana"),
    "submitted/ana/ps1/timestamp.txt": b"2026-02-02 15:58:23.948203 America/Los_Angeles\n",
    "submitted/luis/ps1/ps1.ipynb": notebook("luis"),
}


@pytest.mark.parametrize("given", [".", "submitted"])
def test_nbgrader_s_course_has_its_students_below_submitted(tmp_path: Path, given: str) -> None:
    collection = collect([write(tmp_path, NBGRADER) / given], None)
    assert {entry.student_id: entry.read() for entry in collection.collected} == {
        "ana": notebook("ana"), "luis": notebook("luis"),
    }  # fmt: skip
    assert collection.collected[0].claims[0].value.startswith("2026-02-02 15:58:23")


def test_of_several_assignments_of_nbgrader_a_glob_gives_one(tmp_path: Path) -> None:
    write(tmp_path, NBGRADER | {f"submitted/{name}/ps2/ps2.ipynb": notebook(name + "2") for name in ("ana", "luis")})
    whole = collect([tmp_path], None)
    assert not whole.collected
    assert len(told(whole, AttentionKind.SEVERAL_NOTEBOOKS)) == 2
    one = collect(sorted(tmp_path.glob("submitted/*/ps2")), None)
    assert {entry.student_id: entry.read() for entry in one.collected} == {
        "ana": notebook("ana2"), "luis": notebook("luis2"),
    }  # fmt: skip


@pytest.mark.parametrize("above", ["hw1-submissions", "clones"])
def test_clones_of_github_classroom_are_known_by_the_user_in_their_names(tmp_path: Path, above: str) -> None:
    users = ("ana-gh", "ana-lopez", "luis")
    files = {f"{above}/hw1-{user}/.git/config": b"[core]\nfsmonitor = touch CANARY\n" for user in users}
    write(tmp_path, files | {f"{above}/hw1-{user}/hw1.ipynb": notebook(user) for user in users})
    for given in ([tmp_path / above], sorted((tmp_path / above).iterdir())):
        collection = collect(given, None)
        assert {entry.student_id: entry.read() for entry in collection.collected} == {
            user: notebook(user) for user in users
        }
        assert all(entry.layout is Layout.CLONES for entry in collection.collected)
        assert [str(entry.what) for entry in collection.ignored] == ["folders of version control (.git)"]
    assert not list(tmp_path.rglob("CANARY"))


def test_clones_of_classroom_50_have_the_classroom_in_front(tmp_path: Path) -> None:
    above = "cs50-hello_submissions_2026_05_09_T_14_30_45"
    users = ("ana", "ana-b")
    files = {f"{above}/cs50-hello-{user}/hw.ipynb": notebook(user) for user in users}
    files |= {f"{above}/cs50-hello-{user}/.git/HEAD": b"ref: refs/heads/main" for user in users}
    files |= {f"{above}/scores.csv": b"username,score\n"}
    collection = collect([write(tmp_path, files) / above], None)
    assert sorted(found(collection)) == ["ana", "ana-b"]


def test_a_clone_given_alone_is_one_student_s(tmp_path: Path) -> None:
    write(tmp_path / "hw1-ana", {".git/HEAD": b"x", "hw.ipynb": notebook()})
    assert found(collect([tmp_path / "hw1-ana"], None)) == {"hw1-ana": "hw.ipynb"}


PLAIN: dict[str, dict[str, str | None]] = {
    "folder of notebooks": {"ana.ipynb": "ana", "luis.ipynb": "luis"},
    "folders": {"ana/hw.ipynb": "ana", "luis/deep/er/hw.ipynb": "luis"},
    "one wrapper around": {"clase/ana/hw.ipynb": "ana", "clase/luis/hw.ipynb": "luis"},
    "two wrappers around": {"a/b/ana.ipynb": "ana", "a/b/luis.ipynb": "luis"},
    "notebooks and folders": {"ana.ipynb": "ana", "luis/hw.ipynb": "luis", "data/words.csv": None},
    "odd endings": {"ana.IPYNB": "ana", "luis.ipynb.txt": "luis"},
}


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("zipped", [False, True])
def test_without_an_lms_folders_and_files_have_the_student_s_name(tmp_path: Path, name: str, zipped: bool) -> None:
    files = {path: notebook(text) if text else b"a,b" for path, text in PLAIN[name].items()}
    given = write(tmp_path, {"c.zip": zip_bytes(files)}) / "c.zip" if zipped else write(tmp_path / "c", files)
    collection = collect([given], None)
    assert {entry.student_id: entry.read() for entry in collection.collected} == {
        "ana": notebook("ana"), "luis": notebook("luis"),
    }  # fmt: skip
    assert not collection.attention


def test_archives_per_student_are_named_by_the_archive_even_if_one_looks_like_an_export(tmp_path: Path) -> None:
    files = {
        "ana.zip": zip_bytes({"hw.ipynb": notebook("ana")}),
        "luis.zip": zip_bytes({"Ana_7_assignsubmission_file/hw.ipynb": notebook("luis")}),
        "eva.zip": zip_bytes({"src/hw.ipynb": notebook("eva")}),
    }
    write(tmp_path, files)
    expected = {name: notebook(name) for name in ("ana", "luis", "eva")}
    for given in ([tmp_path], sorted(tmp_path.glob("*.zip"))):
        assert {entry.student_id: entry.read() for entry in collect(given, None).collected} == expected


def test_exports_of_several_groups_are_all_searched(tmp_path: Path) -> None:
    for group, number in (("A", 1), ("B", 2)):
        files = {
            f"Student {group}{n}_{number}{n}_assignsubmission_file/hw.ipynb": notebook(f"{group}{n}") for n in range(3)
        }
        write(tmp_path, {f"group{group}.zip": zip_bytes(files)})
    for given in ([tmp_path], sorted(tmp_path.glob("*.zip"))):
        assert sorted(found(collect(given, None))) == ["10", "11", "12", "20", "21", "22"]


def test_globs_give_students_and_several_folders_give_classes(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            f"{group}/{name}/hw.ipynb": notebook(name)
            for group, name in (("A", "ana"), ("A", "eva"), ("B", "luis"), ("B", "leo"))
        },
    )
    everybody = ["ana", "eva", "leo", "luis"]
    for pattern in ("?", "?/*", "?/*/*.ipynb"):
        assert sorted(found(collect(sorted(tmp_path.glob(pattern)), None))) == everybody, pattern


def test_a_name_that_isn_t_of_the_lms_s_form_is_nobody_s(tmp_path: Path) -> None:
    collection = collect([write(tmp_path, CANVAS | {"solution.ipynb": notebook("teacher")})], None)
    assert len(collection.collected) == 3
    assert held(collection) >= {f"{tmp_path}/solution.ipynb"}


def test_the_folder_of_the_reports_is_left_out(tmp_path: Path) -> None:
    write(tmp_path, {"ana.ipynb": notebook(), "out/luis/old.ipynb": notebook("old")})
    assert sorted(found(collect([tmp_path], None, leave_out=[tmp_path / "out"]))) == ["ana"]
