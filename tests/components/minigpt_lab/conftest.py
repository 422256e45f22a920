"""What the tests of the MiniGPT lab need around them."""

from __future__ import annotations

import pytest
import torch


@pytest.fixture(autouse=True)
def _absent_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    """torch.manual_seed() keeps a call for each kind of device that isn't there, with pytest's whole stack as text.

    A function that seeds before each of thousands of draws would take seconds with it.
    """
    for device in (torch.cuda, torch.xpu, torch.mtia):
        if not device.is_available():
            monkeypatch.setattr(device, "manual_seed_all", lambda seed: None)
