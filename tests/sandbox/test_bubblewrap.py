"""What a process sees from inside bubblewrap."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from grader.sandbox import Policy, bubblewrap
from grader.sandbox.python_installation import own_files, readable_paths

REASON = bubblewrap.unavailable()
pytestmark = pytest.mark.skipif(REASON is not None, reason=f"bubblewrap: {REASON}")

HOME = "/home/student"
PLAIN = Policy(
    environment={"PATH": "/usr/bin:/bin", "HOME": HOME, "TMPDIR": "/tmp"},
    home=HOME,
    folder=f"{HOME}/notebook",
    readable=readable_paths(),
    private_mebibytes=8,
)


def inside(code: str, policy: Policy = PLAIN) -> Any:
    """What Python `code`, run confined, prints as JSON."""
    done = subprocess.run(
        bubblewrap.confine([sys.executable, "-I", "-B", "-c", "import json\n" + textwrap.dedent(code)], policy),
        env=dict(policy.environment),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def attempts(*statements: str, policy: Policy = PLAIN) -> dict[str, str]:
    """For each statement: ``done``, or the name of the exception that it raised."""
    return dict(
        inside(
            f"""
            import ctypes, errno, os, socket, subprocess
            found = {{}}
            for statement in {list(statements)!r}:
                try:
                    exec(statement)
                    found[statement] = "done"
                except BaseException as error:
                    found[statement] = type(error).__name__
            print(json.dumps(found))
            """,
            policy,
        )
    )


def test_only_itself_is_in_its_proc() -> None:
    pids = inside("import os; print(json.dumps([int(p) for p in os.listdir('/proc') if p.isdigit()]))")
    assert len(pids) == 2, "bwrap as process 1, and Python"


def test_no_environment_of_ours_is_left_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even in that of process 1, which is bwrap itself."""
    monkeypatch.setenv("CANARY_TOKEN", "yes")
    seen = inside(
        """
        import os
        environs = [open(f"/proc/{pid}/environ").read() for pid in os.listdir("/proc") if pid.isdigit()]
        print(json.dumps([dict(os.environ), environs]))
        """
    )
    assert {name for name in seen[0] if name not in ("PWD", "LC_CTYPE")} == set(PLAIN.environment)
    assert len(seen[1]) == 2
    assert not any("CANARY" in text for text in seen[1])


def test_nothing_of_the_host_can_be_written() -> None:
    """All mounts are read-only but the private ones, devices that keep nothing, and /proc, where no file is writable.

    Also as the host's uid 0, for whom ``/proc/sys/kernel/core_pattern`` would be an escape.
    """
    mounts, writable = inside(
        """
        import os
        mounts = [line.split() for line in open("/proc/self/mounts")]
        writable = []
        for top, folders, files in os.walk("/proc"):
            if top == "/proc":
                folders[:] = [name for name in folders if not name.isdigit() and name not in ("self", "thread-self")]
            paths = [os.path.join(top, name) for name in files]
            writable += [path for path in paths if not os.path.islink(path) and os.access(path, os.W_OK)]
        print(json.dumps([[place for _, place, _, flags, *_ in mounts if "rw" in flags.split(",")], writable]))
        """
    )
    devices = {f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom", "tty", "console")}
    assert set(mounts) - devices == {HOME, "/tmp", "/dev/shm", "/dev/pts", "/proc"}
    assert writable == []


def test_writes_outside_fail_in_every_way() -> None:
    checked = attempts(
        "open('/proc/sys/kernel/core_pattern', 'r+')",
        "open('/proc/sysrq-trigger', 'w')",
        "os.mkdir('/new')",
        "open('/usr/bin/new', 'w')",
        f"open({sys.prefix + '/pyvenv.cfg'!r}, 'r+')",
        "open('/dev/new', 'w')",
        "os.mknod('/tmp/disk', 0o600 | 0o060000, os.makedev(8, 0))",
        "open('/dev/mem', 'rb')",
        "open('/proc/kcore', 'rb').read(1)",
        "open('/proc/kmsg', 'rb')",
    )
    assert "done" not in checked.values(), checked


def test_private_places_are_bounded() -> None:
    """8 MiB were allowed in each of them."""
    checked = attempts(
        f"open('{HOME}/fits', 'wb').write(bytes(6 << 20))",
        f"open('{HOME}/big', 'wb').write(bytes(9 << 20))",
        "open('/tmp/big', 'wb').write(bytes(9 << 20))",
        "open('/dev/shm/big', 'wb').write(bytes(9 << 20))",
    )
    assert list(checked.values()) == ["done", "OSError", "OSError", "OSError"]


def test_private_places_are_empty_each_time() -> None:
    write = "open('/tmp/left', 'w'); open('/dev/shm/left', 'w'); open('left', 'w')"
    look = "any('left' in os.listdir(place) for place in ('/tmp', '/dev/shm', '.')) and 1 / 0"
    assert set(attempts(write).values()) == {"done"}
    assert attempts(look)[look] == "done"


def test_there_is_no_network() -> None:
    """Not by address, not by name, not to a listener of ours on the loopback or on an abstract socket."""
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0test-{os.getpid()}")
        abstract.listen()
        checked = attempts(
            f"socket.create_connection(('127.0.0.1', {tcp.getsockname()[1]}), 2)",
            "socket.create_connection(('192.0.2.1', 80), 2)",
            "socket.create_connection(('169.254.169.254', 80), 2)",
            "socket.getaddrinfo('example.org', 80)",
            "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
            f"socket.socket(socket.AF_UNIX).connect('\\0test-{os.getpid()}')",
        )
        tcp.settimeout(0.1)
        with pytest.raises(TimeoutError):
            tcp.accept()
    assert "done" not in checked.values(), checked


def test_it_has_no_privileges_and_gets_none() -> None:
    found = inside(
        """
        import os, ctypes
        status = dict(line.split(":", 1) for line in open("/proc/self/status"))
        libc = ctypes.CDLL(None, use_errno=True)
        facts = {name: status[name].strip() for name in ("CapEff", "CapPrm", "CapBnd", "NoNewPrivs", "Uid")}
        facts["userns"] = libc.unshare(0x10000000)
        facts["mount"] = libc.mount(b"none", b"/tmp", b"tmpfs", 0, None)
        facts["session"] = os.getsid(0) in (1, 2)
        print(json.dumps(facts))
        """
    )
    assert found["CapEff"] == found["CapPrm"] == found["CapBnd"] == "0" * 16
    assert found["NoNewPrivs"] == "1"
    assert found["Uid"].split() == ["1000"] * 4, "the same whoever grades"
    assert found["userns"] == found["mount"] == -1
    assert found["session"], "a session of its own: no terminal of ours"


def test_the_grader_and_its_checkout_are_out_of_sight() -> None:
    """The virtual environment may lie in the checkout: it alone is seen, without the traces of the installation."""
    policy = Policy(**{**vars(PLAIN), "hidden": own_files()})
    root = Path(__file__).parents[2]
    found = inside(
        f"""
        import os, sys, importlib.util
        def content(path):
            try:
                return os.listdir(path) if os.path.isdir(path) else open(path).read()
            except OSError:
                return None
        seen = [os.path.join(top, name) for top, _, names in os.walk({str(root)!r}) for name in names]
        site = [path for path in sys.path if path.endswith("site-packages")]
        traces = [os.path.join(path, name) for path in site for name in os.listdir(path) if "grader" in name]
        print(json.dumps({{
            "outside": [path for path in seen if not path.startswith(sys.prefix + os.sep)],
            "spec": importlib.util.find_spec("grader") is not None,
            "readable": [path for path in traces if content(path)],
            "numpy": importlib.util.find_spec("numpy") is not None,
        }}))
        """,
        policy,
    )
    assert found == {"outside": [], "spec": False, "readable": [], "numpy": True}


def test_a_hidden_place_is_covered_and_what_is_shown_below_it_is_shown(tmp_path: Path) -> None:
    """Folders by an empty one, files by nothing, also where a link leads to them by another name."""
    real = tmp_path / "real"
    for name in ("secret/inner", "secret/shown", "open"):
        (real / name).mkdir(parents=True)
        (real / name / "file.txt").write_text(name)
    (real / "rubric.yaml").write_text("points")
    link = tmp_path / "link"
    link.symlink_to(real)
    policy = Policy(
        **{
            **vars(PLAIN),
            "readable": (*PLAIN.readable, str(link), str(real / "secret/shown")),
            "hidden": (str(real / "secret"), str(real / "rubric.yaml"), str(tmp_path / "absent"), "/etc/passwd"),
        }
    )
    found = inside(
        f"""
        import os
        paths = [os.path.join(top, name) for top, _, names in os.walk({str(tmp_path)!r}) for name in names]
        readable = {{}}
        for path in paths:
            try: readable[path] = open(path).read()
            except OSError as error: readable[path] = type(error).__name__
        print(json.dumps(readable))
        """,
        policy,
    )
    assert found[str(link / "open/file.txt")] == "open"
    assert found[str(real / "secret/shown/file.txt")] == "secret/shown"
    assert found[str(link / "rubric.yaml")] != "points"
    assert not any("inner" in path for path in found)
    assert "secret" not in found.values()


def test_files_are_shown_where_the_policy_says(tmp_path: Path) -> None:
    (tmp_path / "host.py").write_text("content")
    (tmp_path / "neighbour.py").write_text("not shown")
    policy = Policy(**{**vars(PLAIN), "files": {"/run/inside/name.py": str(tmp_path / "host.py")}})
    found = inside(
        "import os; print(json.dumps([os.listdir('/run/inside'), open('/run/inside/name.py').read()]))", policy
    )
    assert found == [["name.py"], "content"]


def test_processes_end_with_it() -> None:
    """A grandchild in a session of its own is gone a moment after bwrap is killed."""
    marker = f"86.{os.getpid()}"
    code = f"""
        import os, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0: os.execvp("sleep", ["sleep", "{marker}"])
            os._exit(0)
        time.sleep(0.3); print("started", flush=True); time.sleep(60)
    """
    started = subprocess.Popen(
        bubblewrap.confine([sys.executable, "-I", "-c", textwrap.dedent(code)], PLAIN),
        env=dict(PLAIN.environment),
        stdout=subprocess.PIPE,
    )
    assert started.stdout is not None
    with started.stdout as out:
        assert out.readline() == b"started\n"
        assert running(marker)
        started.kill()
        able, _, _ = select.select([out], [], [], 10)
        assert able, "end of file: nobody holds the pipe any more"
        assert out.read() == b""
    started.wait()
    assert not running(marker)


def running(marker: str) -> bool:
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if marker.encode() in entry.read_bytes() and b"sleep" in entry.read_bytes()[:8]:
                return True
        except OSError:
            continue
    return False
