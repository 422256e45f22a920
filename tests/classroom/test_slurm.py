"""The job array of ``docs/many-machines.md`` on a Slurm of one node, where Slurm is installed.

``apt-get install slurmctld slurmd slurm-client`` is enough; or, without root, the packages unpacked side by side
(``apt-get download``, ``dpkg -x``) in the folder that ``GRADER_TEST_SLURM`` names.  No daemon of the system's is used.
"""

from __future__ import annotations

import getpass
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from grader.cli import main
from grader.sandbox import BACKENDS

CHECKOUT = Path(__file__).parents[2]
SAMPLES = CHECKOUT / "assignments" / "transformer" / "samples"
ROOT = Path(os.environ.get("GRADER_TEST_SLURM", "/"))
STABLE = ("class.json", "grades.csv", "grades-long.csv")


def program(name: str) -> str | None:
    folders = [ROOT / "usr" / "sbin", ROOT / "usr" / "bin"]
    path = os.pathsep.join([*map(str, folders), *([os.environ["PATH"]] if Path("/") == ROOT else [])])
    return shutil.which(name, path=path) or shutil.which(f"{name}-wlm", path=path)


pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(None in map(program, ("slurmctld", "slurmd", "sbatch")), reason="Slurm isn't installed"),
    pytest.mark.skipif(BACKENDS["bubblewrap"].unavailable() is not None, reason="grade class wants full isolation"),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def plugins() -> Path:
    return next((ROOT / "usr" / "lib").glob("*/slurm-wlm"))


def configuration(folder: Path) -> str:
    host, user = socket.gethostname().partition(".")[0], getpass.getuser()
    return f"""
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
AuthType=auth/none
CredType=cred/none
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
PluginDir={plugins()}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000 State=UNKNOWN
PartitionName=normal Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


@pytest.fixture(scope="module")
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """The environment in which commands find the cluster; ``grade`` is ours there."""
    folder = tmp_path_factory.mktemp("slurm")
    for name in ("state", "spool", "bin"):
        (folder / name).mkdir()
    (folder / "slurm.conf").write_text(configuration(folder), encoding="ascii")
    grade = folder / "bin" / "grade"
    command = shlex.join([sys.executable, "-m", "grader.cli"])
    grade.write_text(f'#!/bin/sh\nunset LD_LIBRARY_PATH\nexec {command} "$@"\n', encoding="utf-8")
    grade.chmod(0o755)
    libraries = f"{plugins().parent}:{plugins()}"
    environment = {
        **os.environ,
        "SLURM_CONF": str(folder / "slurm.conf"),
        "PATH": f"{folder / 'bin'}:{ROOT / 'usr' / 'bin'}:{os.environ['PATH']}",
        "LD_LIBRARY_PATH": libraries if Path("/") != ROOT else os.environ.get("LD_LIBRARY_PATH", ""),
        "PYTHONPATH": str(CHECKOUT),
    }
    stepd = program("slurmstepd")
    try:
        subprocess.run([str(program("slurmctld"))], env=environment, check=True)
        subprocess.run([str(program("slurmd")), *(["-d", stepd] if stepd else [])], env=environment, check=True)
        _wait_for_the_node(environment)
        yield environment
    finally:
        for name in ("slurmd", "slurmctld"):
            with suppress(OSError, ValueError):
                os.kill(int((folder / f"{name}.pid").read_text(encoding="ascii")), signal.SIGTERM)


def _wait_for_the_node(environment: Mapping[str, str]) -> None:
    for _ in range(120):
        told = subprocess.run(["sinfo", "-h", "-o", "%T"], env=environment, capture_output=True, text=True, check=False)
        if told.stdout.strip() == "idle":
            return
        time.sleep(0.5)
    pytest.fail(f"the node of the test's Slurm isn't there: {told.stdout}{told.stderr}")


def the_array_of_the_page() -> str:
    page = (CHECKOUT / "docs" / "many-machines.md").read_text(encoding="utf-8")
    blocks: list[str] = re.findall(r"^```sh\n(.*?)^```$", page, re.M | re.S)
    (script,) = (block for block in blocks if "#SBATCH" in block)
    small = {"--array=1-16": "--array=1-2", "--cpus-per-task=4": "--cpus-per-task=1", "--mem=16G": "--mem=500M"}
    for there, here in {**small, "--seed 7": "--seed 7 --lang en --only softmax,kv_cache"}.items():
        assert there in script
        script = script.replace(there, here)
    return script


def test_the_array_of_the_page_gives_what_one_machine_gives(slurm: Mapping[str, str], tmp_path: Path) -> None:
    (tmp_path / "submissions").mkdir()
    for name in ("perfect_en", "mistakes_en", "unfinished_es"):
        shutil.copy(SAMPLES / f"{name}.ipynb", tmp_path / "submissions")
    (tmp_path / "students.csv").write_text("id,name\nperfect_en,Ana\nzoe,Zoe\n", encoding="utf-8")
    (tmp_path / "parts").mkdir()
    (tmp_path / "grading.sh").write_text(the_array_of_the_page(), encoding="utf-8")
    subprocess.run(["sbatch", "--wait", "grading.sh"], cwd=tmp_path, env=slurm, check=True, timeout=240)
    wrapped = ["sbatch", "--wait", "--wrap", "grade merge parts/*/ -o out"]
    subprocess.run(wrapped, cwd=tmp_path, env=slurm, check=True, timeout=240)

    before = Path.cwd()
    os.chdir(tmp_path)  # the sources in the reports are as the array was given them
    try:
        argv = ["class", "submissions/", "-o", "one", "--roster", "students.csv", "--seed", "7", "--lang", "en"]
        assert main([*argv, "--only", "softmax,kv_cache"]) == 0
    finally:
        os.chdir(before)
    for name in STABLE:
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()
