"""The environment of a student's process."""

from __future__ import annotations

import os
import sys

__all__ = ["student_environment"]


def student_environment(home: str, temporary: str) -> dict[str, str]:
    """All that the student's process sees of an environment: an allow-list, nothing is passed on."""
    return {
        "PATH": f"{os.path.dirname(sys.executable)}:/usr/local/bin:/usr/bin:/bin",
        "HOME": home,
        "USER": "student",
        "LOGNAME": "student",
        "LANG": "C.UTF-8",
        "TMPDIR": temporary,
        "TERM": "dumb",
        # Threads that spin for work cost more than they bring on models of this size, and many
        # submissions may run at once: 20 steps took 17 ms with one thread and up to 800 with two.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "NUMEXPR_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "MPLBACKEND": "Agg",
        "MPLCONFIGDIR": f"{home}/.matplotlib",
        "IPYTHONDIR": f"{home}/.ipython",
        "JUPYTER_CONFIG_DIR": f"{home}/.jupyter",
        "JUPYTER_DATA_DIR": f"{home}/.jupyter-data",
        "JUPYTER_RUNTIME_DIR": f"{home}/.jupyter-run",
        "XDG_CACHE_HOME": f"{home}/.cache",
        "XDG_CONFIG_HOME": f"{home}/.config",
        "HF_HOME": f"{home}/.huggingface",
        "TORCH_HOME": f"{home}/.torch",
        "TORCHINDUCTOR_CACHE_DIR": f"{home}/.inductor",
        # There is no network: say so at once instead of trying five times.
        "PIP_RETRIES": "0",
        "PIP_DEFAULT_TIMEOUT": "1",
        "PIP_NO_INPUT": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "HF_HUB_OFFLINE": "1",
    }
