"""A class in parts: merged, it's the class; parts that don't make one are refused, with what is wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from grader.classroom.shards import part_of
from grader.cli import main
from tests.classroom.stub_grader import StubGrader, failing
from tests.classroom.trees import write

STABLE = ("class.json", "grades.csv", "grades-long.csv")


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> StubGrader:
    return StubGrader(monkeypatch)


@pytest.fixture
def given(tmp_path: Path) -> Path:
    files = {f"s{n}.ipynb": failing("softmax/stable" if n % 2 else "masks/causal", also=str(n)) for n in range(7)}
    files |= {"twin.ipynb": files["s3.ipynb"], "cut.ipynb": b"{", "bad.zip": b"PK\x03\x04"}
    (tmp_path / "roster.csv").write_text("id;nombre\ns0;Ana\nzoe;Zoe Núñez\n", encoding="utf-8")
    return write(tmp_path / "in", files)


def grade(given: Path, output: Path, *options: str) -> int:
    roster = str(given.parent / "roster.csv")
    fixed = ["--roster", roster, "--lang", "es", "--sandbox", "none", "--allow-weak-isolation"]
    return main(["class", str(given), "-o", str(output), *fixed, *options])


def shards(given: Path, count: int = 3, seed: int = 7) -> list[Path]:
    folders = [given.parent / f"part-{number}" for number in range(1, count + 1)]
    for number, folder in enumerate(folders, 1):
        assert grade(given, folder, "--seed", str(seed), "--shard", f"{number}/{count}") == 0
    return folders


def merged(folders: list[Path], output: Path, *options: str) -> int:
    return main(["merge", *map(str, folders), "-o", str(output), *options])


def everything(output: Path) -> dict[str, bytes]:
    found = {name: (output / name).read_bytes() for name in STABLE}
    return found | {f"{f.parent.name}/{f.name}": f.read_bytes() for f in output.glob("[sf]*/*") if f.is_file()}


def test_merged_it_is_what_one_run_writes_byte_for_byte(stub: StubGrader, given: Path, tmp_path: Path) -> None:
    folders = shards(given)
    assert len(stub.graded) == len(set(stub.graded)) == 8, "each file is graded in one shard"
    assert not (folders[0] / "class.html").exists(), "a part isn't shown as a class"
    assert merged(folders, tmp_path / "out") == 5  # two can't be read
    assert grade(given, tmp_path / "one", "--seed", "7") == 5
    assert everything(tmp_path / "out") == everything(tmp_path / "one")
    assert len(everything(tmp_path / "out")) == 3 + 2 * 8


def test_merged_it_can_be_gone_on_with(stub: StubGrader, given: Path, tmp_path: Path) -> None:
    assert merged(shards(given), tmp_path / "out") == 5
    before = len(stub.graded)
    assert grade(given, tmp_path / "out", "--seed", "7") == 5
    assert len(stub.graded) == before


def test_all_shards_may_share_a_folder_and_come_in_any_order(stub: StubGrader, given: Path, tmp_path: Path) -> None:
    for number in (2, 1):
        assert grade(given, tmp_path / "shared", "--seed", "7", "--shard", f"{number}/2") == 0
    assert merged([tmp_path / "shared"], tmp_path / "shared") == 5
    assert grade(given, tmp_path / "one", "--seed", "7") == 5
    assert everything(tmp_path / "shared") == everything(tmp_path / "one")


def test_a_missing_shard_is_named(
    stub: StubGrader, given: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    first, *_, last = shards(given, 4)
    assert merged([first, last], tmp_path / "out") == 2
    assert "2/4, 3/4" in capfd.readouterr().err
    assert not (tmp_path / "out" / "class.html").exists()
    (tmp_path / "empty").mkdir()
    assert merged([first, tmp_path / "empty"], tmp_path / "out") == 2
    assert "empty" in capfd.readouterr().err


def test_a_shard_that_is_there_twice_is_told_and_counts_once(
    stub: StubGrader, given: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folders = shards(given)
    shutil.copytree(folders[0], tmp_path / "copy")
    assert merged([*folders, tmp_path / "copy"], tmp_path / "out") == 5
    assert "1/3" in capfd.readouterr().err
    assert grade(given, tmp_path / "one", "--seed", "7") == 5
    assert everything(tmp_path / "out") == everything(tmp_path / "one")


def test_shards_that_contradict_each_other_are_refused(
    stub: StubGrader, given: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folders = shards(given)
    other = tmp_path / "other"
    assert grade(given, other, "--seed", "8", "--shard", "2/3") == 0
    assert merged([folders[0], other, folders[2]], tmp_path / "out") == 2
    assert "seed" in capfd.readouterr().err

    shutil.copytree(folders[1], tmp_path / "copy")
    kept = next((tmp_path / "copy" / ".journal").glob("*/*.json"))
    body = json.loads(kept.read_text(encoding="utf-8"))
    body["outcome"][0] = body["outcome"][0].replace('"softmax"', '"sofmax"')
    kept.write_text(json.dumps(body), encoding="utf-8")
    assert merged([*folders, tmp_path / "copy"], tmp_path / "out") == 2
    assert "2/3" in capfd.readouterr().err

    assert grade(given, tmp_path / "halves", "--seed", "7", "--shard", "1/2") == 0
    assert merged([tmp_path / "halves", *folders], tmp_path / "out") == 2
    capfd.readouterr()

    write(given, {"late.ipynb": failing(also="late")})
    assert grade(given, tmp_path / "late", "--seed", "7", "--shard", "2/3") == 0
    assert merged([folders[0], tmp_path / "late", folders[2]], tmp_path / "out") == 2


def test_a_shard_without_its_journal_is_refused(
    stub: StubGrader, given: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folders = shards(given)
    shutil.rmtree(folders[2] / ".journal")
    assert merged(folders, tmp_path / "out") == 2
    assert "3/3" in capfd.readouterr().err
    next(folders[0].glob("shard-*")).write_text("{}", encoding="utf-8")
    assert merged(folders, tmp_path / "out") == 2


def test_what_a_shard_could_not_grade_is_a_row_until_it_is_graded_again(
    stub: StubGrader, given: Path, tmp_path: Path
) -> None:
    stub.fails = {"s1.ipynb"}
    folders = [tmp_path / f"part-{number}" for number in (1, 2)]
    codes = [grade(given, f, "--seed", "7", "--shard", f"{n}/2") for n, f in enumerate(folders, 1)]
    assert sorted(codes) == [0, 5]
    assert merged(folders, tmp_path / "out") == 5
    assert "s1,s1,not_graded" in (tmp_path / "out" / "grades.csv").read_text(encoding="utf-8-sig")
    stub.fails = set()
    number = codes.index(5) + 1
    assert grade(given, folders[number - 1], "--seed", "7", "--shard", f"{number}/2") == 0
    assert merged(folders, tmp_path / "out") == 5
    assert "s1,s1,graded" in (tmp_path / "out" / "grades.csv").read_text(encoding="utf-8-sig")


def test_a_shard_wants_the_seed_of_all_and_a_part_that_exists(stub: StubGrader, given: Path, tmp_path: Path) -> None:
    assert grade(given, tmp_path / "out", "--shard", "1/2") == 2
    for wrong in ("0/2", "3/2", "1", "a/b", "-1/2", "1/2/3", "²/3"):
        assert grade(given, tmp_path / "out", "--seed", "7", f"--shard={wrong}") == 2


@pytest.mark.parametrize("count", [1, 2, 3, 10])
def test_each_hash_is_in_one_part(count: int) -> None:
    hashes = [f"{n:x}" for n in range(25)]
    parts = [part_of(reversed(hashes), number, count) for number in range(1, count + 1)]
    assert sorted(one for part in parts for one in part) == sorted(hashes)
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
