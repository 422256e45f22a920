"""``docs/many-machines.md``: its scripts and manifests can be read, and ask for what there is."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.cli import commands

PAGE = (Path(__file__).parents[2] / "docs" / "many-machines.md").read_text(encoding="utf-8")
OPTIONS = {
    name: {option for parameter in commands.commands[name].params for option in parameter.opts}
    for name in ("class", "merge")
}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.M | re.S)


def manifests() -> list[dict[str, Any]]:
    return [document for block in blocks("yaml") for document in yaml.safe_load_all(block)]


def grade_commands() -> list[list[str]]:
    """All commands of ours on the page, in whatever they stand."""
    text = "\n".join(
        [
            *(line for block in blocks("sh") for line in block.replace("\\\n", " ").splitlines()),
            *(
                argument
                for manifest in manifests()
                if manifest["kind"] == "Job"
                for container in manifest["spec"]["template"]["spec"]["containers"]
                for argument in container["args"]
            ),
            *re.findall(r"`(grade (?:class|merge) [^`]*)`", PAGE),
        ]
    )
    found = re.findall(r"grade (?:class|merge) [^\n'#|]*", text)
    python = [re.findall(r'"([^"]*)"', line) for block in blocks("python") for line in block.splitlines()]
    return [*map(shlex.split, found), *(words for words in python if words[:1] == ["grade"])]


def test_every_command_on_the_page_is_one_that_there_is() -> None:
    found = grade_commands()
    assert len(found) >= 10
    for words in found:
        asked = {word.partition("=")[0] for word in words if word.startswith("-")}
        assert asked <= OPTIONS[words[1]], words
        assert {"-o", "--output"} & asked, f"it says nowhere where to write: {words}"
        assert "--shard" not in asked or "--seed" in asked


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_the_shell_scripts_are_bash() -> None:
    assert blocks("sh")
    for script in blocks("sh"):
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_the_python_script_is_python() -> None:
    (script,) = blocks("python")
    compile(script, "many-machines.md", "exec")


def test_the_job_s_index_makes_each_shard_once() -> None:
    (job,) = (manifest for manifest in manifests() if manifest["kind"] == "Job")
    spec = job["spec"]
    assert (job["apiVersion"], spec["completionMode"]) == ("batch/v1", "Indexed")
    (container,) = spec["template"]["spec"]["containers"]
    (script,) = container["args"]
    assert f"--shard $((JOB_COMPLETION_INDEX + 1))/{spec['completions']} " in script
    volumes = {volume["name"] for volume in spec["template"]["spec"]["volumes"]}
    assert {mount["name"] for mount in container["volumeMounts"]} <= volumes
    assert spec["template"]["spec"]["restartPolicy"] == "Never"


def test_the_dask_cluster_s_workers_have_one_thread_and_reach_its_scheduler() -> None:
    (cluster,) = (manifest for manifest in manifests() if manifest["kind"] == "DaskCluster")
    (worker,) = cluster["spec"]["worker"]["spec"]["containers"]
    arguments = worker["args"]
    assert arguments[arguments.index("--nthreads") + 1] == "1"
    name = cluster["metadata"]["name"]
    (tcp,) = (port for port in cluster["spec"]["scheduler"]["service"]["ports"] if port["name"] == "tcp-comm")
    assert arguments[2] == f"tcp://{name}-scheduler:{tcp['port']}"
    assert cluster["spec"]["scheduler"]["service"]["selector"]["dask.org/cluster-name"] == name


def test_the_slurm_array_s_numbers_are_shards() -> None:
    (script,) = (block for block in blocks("sh") if "#SBATCH" in block)
    assert "--array=1-" in script, "shards are counted from 1"
    assert '--shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"' in script
