"""Runs a command as an ordinary user, for what root's powers would hide.

Where the tests run as root, the command becomes user 65534, in a mount namespace in which the Python installation can
be read by everybody, wherever it lies; outside of it nothing changes.  Where they run as somebody else, it's run as
it is.

    python -m tests.submissions.ordinary_user COMMAND ...     # as an ordinary user
    python -m tests.submissions.ordinary_user --root COMMAND ...   # as root, for the level ``uid``
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

__all__ = ["CannotBecome", "run_readable"]

CHECKOUT = Path(__file__).parents[2]
NOBODY = 65534

# Arguments: a folder to work in, then pairs of a closed folder and a path below it that must be readable, then "--" and
# the command.  What is open below the closed folder is set aside, an open folder put in its place, and that put back.
SCRIPT = """
set -e
work=$1; shift
number=0
while [ "$1" != -- ]; do
    closed=$1; path=$2; shift 2
    number=$((number + 1))
    mkdir "$work/$number"
    mount --bind "$path" "$work/$number"
    case "$seen" in *" $closed "*) ;; *) seen="$seen $closed "; later="$later $closed" ;; esac
    eval "closed_$number=\\$closed path_$number=\\$path"
done
shift
for closed in $later; do mount -t tmpfs -o mode=755 none "$closed"; done
while [ $number -gt 0 ]; do
    eval "path=\\$path_$number"
    mkdir -p "$path"
    mount --bind "$work/$number" "$path"
    number=$((number - 1))
done
exec "$@"
"""


class CannotBecome(Exception):
    """Why it can't be had on this machine."""


def run_readable(argv: list[str], *, as_root: bool = False, seconds: float = 600) -> subprocess.CompletedProcess[str]:
    """Run `argv` in the checkout as an ordinary user, or as root where the Python installation is open to all.

    Raises `CannotBecome` with the reason.
    """
    with tempfile.TemporaryDirectory(prefix="user-") as folder:
        temporary = Path(folder, "tmp")
        temporary.mkdir()
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
            "TMPDIR": str(temporary),
            "HOME": str(temporary),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = argv
        if os.geteuid() == 0:
            reason = _unavailable()
            if reason:
                raise CannotBecome(reason)
            os.chmod(folder, 0o755)
            if not as_root:
                os.chown(temporary, NOBODY, NOBODY)
                become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all"]
                command = [*become, "--bounding-set=-all", *argv]
            mounts = os.path.join(folder, "mounts")
            os.mkdir(mounts)
            pairs = [word for pair in _closed() for word in pair]
            readable = ["unshare", "--mount", "--propagation=private", "sh", "-c", SCRIPT, "sh", mounts, *pairs, "--"]
            command = [*readable, *command]
        elif as_root:
            raise CannotBecome("needs to be started as root")
        return subprocess.run(
            command, env=environment, cwd=CHECKOUT, capture_output=True, text=True, timeout=seconds, check=False
        )


def _closed() -> list[tuple[str, str]]:
    """Folders that only root may enter, on the way to what a kernel and the tests read."""
    pairs = []
    for needed in dict.fromkeys((sys.base_prefix, sys.prefix, os.path.realpath(sys.base_prefix), str(CHECKOUT))):
        for ancestor in [*reversed(Path(needed).parents), Path(needed)]:
            if ancestor.exists() and not ancestor.stat().st_mode & 0o001:
                pairs.append((str(ancestor), needed))
                break
    return pairs


@cache
def _unavailable() -> str:
    for program in ("unshare", "setpriv"):
        if shutil.which(program) is None:
            return f"the program {program} isn't there"
    if any(closed == needed for closed, needed in _closed()):
        return f"{_closed()[0][1]} itself is closed to other users"
    tried = subprocess.run(
        ["unshare", "--mount", "--propagation=private", "mount", "-t", "tmpfs", "none", "/mnt"],
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if tried.returncode == 0 else f"no mount namespace: {tried.stderr.strip()[-200:]}"


if __name__ == "__main__":
    words = sys.argv[1:]
    done = run_readable(words[words[:1] == ["--root"] :], as_root=words[:1] == ["--root"])
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
    sys.exit(done.returncode)
