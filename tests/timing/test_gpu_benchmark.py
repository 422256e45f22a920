"""The table that is made on a card can be made on a CPU through the same seam: each line of it is there, and true."""

from __future__ import annotations

import re
import sys

import pytest

from benchmarks.gpu import verdicts
from benchmarks.gpu.verdicts import STUDENTS, Sizes, peak_of, report
from grader import sandbox
from grader.kernel.warm import start_warm
from grader.timing import WallClock
from grader.timing.accelerator import Accelerator


@pytest.mark.kernel
@pytest.mark.skipif(sys.platform != "linux", reason="other processes are stopped as Linux does it")
def test_the_table_of_a_card_is_made_through_the_seam() -> None:
    made = Accelerator(WallClock("test card"), "cpu", lambda: start_warm(sandbox.choose(), preload_torch=True))
    lines = list(report(made, 1, Sizes(64, (2, 32, 32, 8), 1), seconds=60))
    rates = [re.fullmatch(r"test card; (.+), float32: ([\d.e+-]+) TFLOP/s", line) for line in lines[:3]]
    assert [rate[1].split(" (")[0] for rate in rates if rate is not None] == [
        "a product of matrices",
        "attention at the sizes of a model",
        "attention at the course's sizes",
    ]
    assert all(0 < float(rate[2]) < 10 for rate in rates if rate is not None)
    rows = {line.split(" | ")[1]: line.split(" | ")[2] for line in lines if line.startswith("| 0 |")}
    assert rows == dict.fromkeys(STUDENTS, "0 of 1")


def test_without_a_card_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(verdicts, "find_accelerator", lambda _: None)
    assert verdicts.main([]) == 1
    assert "no card" in capsys.readouterr().out


def test_the_peak_is_that_of_the_cards_kind() -> None:
    """FLOP/s of float32 without tensor cores, from the makers' data sheets, in 10**12."""
    assert peak_of((9, 0, 132, 1_980_000)) / 1e12 == pytest.approx(66.9, rel=0.01)  # H100 and H200 SXM
    assert peak_of((8, 0, 108, 1_410_000)) / 1e12 == pytest.approx(19.5, rel=0.01)  # A100
    assert peak_of((7, 5, 40, 1_590_000)) / 1e12 == pytest.approx(8.1, rel=0.01)  # T4
    assert peak_of((8, 9, 128, 2_520_000)) / 1e12 == pytest.approx(82.6, rel=0.01)  # RTX 4090
