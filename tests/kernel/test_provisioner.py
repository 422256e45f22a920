"""Jupyter's own client runs a notebook in a kernel that is forked and confined, and notices nothing of it."""

from __future__ import annotations

import asyncio
import gc
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import KernelProvisionerFactory
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from nbformat.v4 import new_code_cell, new_notebook

from grader.kernel.provisioner import NAME, ConfinedProvisioner
from grader.sandbox import BACKENDS

pytestmark = [
    pytest.mark.kernel,
    pytest.mark.skipif(sys.platform != "linux", reason="warm kernels need Linux"),
]
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
LEVELS = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(backend.unavailable() is not None, reason=f"{name}: {backend.unavailable()}"),
    )
    for name, backend in BACKENDS.items()
]


@pytest.fixture(autouse=True, scope="module")
def nothing_is_left() -> Iterator[None]:
    """Jupyter's client leaves its sockets to the garbage collector; other tests count descriptors."""
    yield
    gc.collect()


@pytest.fixture
def entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an installation has it: the one of this checkout may be older than its pyproject.toml."""
    group = "jupyter_client.kernel_provisioners"
    declared = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["entry-points"][group]
    factory = KernelProvisionerFactory.instance()
    monkeypatch.setitem(factory.provisioners, NAME, EntryPoint(NAME, declared[NAME], group))


def manager_of(level: str = "auto") -> type[AsyncKernelManager]:
    """Jupyter's own, with a kernelspec that names us and a command that must never be run."""

    class Manager(AsyncKernelManager):  # type: ignore[misc]
        made: list[AsyncKernelManager] = []

        def __init__(self, **options: Any) -> None:
            super().__init__(**options)
            self.made.append(self)

        @property
        def kernel_spec(self) -> KernelSpec:
            wanted = {"provisioner_name": NAME, "config": {"sandbox": level, "torch": False}}
            metadata = {"kernel_provisioner": wanted}
            return KernelSpec(argv=["/no/such/program"], display_name="x", language="python", metadata=metadata)

    return Manager


def executed(*cells: str, level: str = "auto", **options: Any) -> tuple[list[Any], AsyncKernelManager]:
    """The outputs of each cell, and the manager after its kernel has ended."""
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    kind = manager_of(level)
    try:
        NotebookClient(notebook, kernel_manager_class=kind, **options).execute()
    finally:
        (manager,) = kind.made
        assert isinstance(manager.provisioner, ConfinedProvisioner)
        assert not manager.provisioner.has_process
    return [cell.outputs for cell in notebook.cells], manager


@pytest.mark.usefixtures("entry_point")
@pytest.mark.parametrize("level", LEVELS)
def test_outputs_arrive_and_nothing_is_left(level: str) -> None:
    outputs, manager = executed(
        "import os, numpy as np\nprint('printed')\nnp.arange(3)",
        "from IPython.display import HTML, display\ndisplay(HTML('<b>shown</b>'))",
        "print(os.getcwd()); print(os.getpid())",
        level=level,
    )
    printed, result = outputs[0]
    assert (printed.output_type, printed.text) == ("stream", "printed\n")
    assert result.data["text/plain"] == "array([0, 1, 2])"
    assert outputs[1][0].data["text/html"] == "<b>shown</b>"
    folder, _ = outputs[2][0].text.split()
    assert folder != str(Path.cwd())
    address = Path(manager.get_connection_info()["ip"])
    assert not address.parent.exists(), "its folder of sockets is removed"


@pytest.mark.usefixtures("entry_point")
@pytest.mark.skipif(BACKENDS["bubblewrap"].unavailable() is not None, reason="needs user namespaces")
def test_it_is_confined() -> None:
    look = f"""
        import os
        print(os.getuid(), os.path.exists({str(PROJECT)!r}), [p for p in os.listdir("/proc") if p.isdigit()])
        print(os.getpid())
    """
    outputs, _ = executed(textwrap.dedent(look))
    seen, pid = outputs[0][0].text.split("\n")[:2]
    assert seen == f"1000 False ['1', '{pid}']"


@pytest.mark.usefixtures("entry_point")
def test_an_error_has_its_traceback() -> None:
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        executed("1 / 0")


@pytest.mark.usefixtures("entry_point")
def test_a_cell_that_takes_too_long_is_interrupted_and_the_next_one_runs() -> None:
    outputs, _ = executed("while True: pass", "print('after')", timeout=1, interrupt_on_timeout=True, allow_errors=True)
    assert outputs[0][-1].ename == "KeyboardInterrupt"
    assert outputs[1][0].text == "after\n"
    with pytest.raises(CellTimeoutError):
        executed("while True: pass", timeout=1)


@pytest.mark.usefixtures("entry_point")
def test_it_can_be_restarted_and_says_when_it_has_ended() -> None:
    async def live() -> None:
        manager = manager_of()()
        await manager.start_kernel()
        first = manager.provisioner._kernel.pid
        assert await manager.is_alive()
        await manager.restart_kernel(now=True)
        assert manager.provisioner._kernel.pid != first
        client = manager.client()
        client.start_channels()
        await client.wait_for_ready(timeout=20)
        client.execute("import os; os._exit(7)")
        assert await asyncio.wait_for(manager.provisioner.wait(), 20) == 7
        assert not await manager.is_alive()
        client.stop_channels()
        await manager.shutdown_kernel(now=True)

    asyncio.run(live())
