"""What holds for every test."""

import gc
import re

import pytest
from hypothesis import HealthCheck, settings

UNORDERED = (set, frozenset)
ADDRESS = re.compile(r" at 0x[0-9a-f]+>")

# No test asks how many seconds a machine takes, and so none of the generated ones does; the first to draw characters
# waits for Hypothesis's table of them.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_configure() -> None:
    """Until all tests are collected nothing is garbage, and to look for it takes a quarter of that time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What has been collected stays to the end: it isn't looked at again each time that a test leaves garbage."""
    gc.enable()
    gc.collect()
    gc.freeze()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Cases stand in an order that's the same in every process.

    A set of strings has another order in each process (its hashes are salted), and pytest-xdist refuses to
    run when its workers collect different lists: on some machines, on some days.
    """
    for mark in metafunc.definition.iter_markers("parametrize"):
        values = mark.kwargs.get("argvalues", mark.args[1] if len(mark.args) > 1 else ())
        if isinstance(values, UNORDERED):
            raise pytest.UsageError(
                f"{metafunc.definition.nodeid}: its cases are a {type(values).__name__}, whose order changes from "
                "process to process; give a list or sort it"
            )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Cases have the same name in every process: none with an address in memory, for pytest-xdist would refuse."""
    for item in items:
        if ADDRESS.search(item.nodeid):
            raise pytest.UsageError(f"{item.nodeid}: its name holds an address, which changes from process to process")
