"""What the notebook of the doctor tries.  Its functions are called one by one, with plain data."""

from __future__ import annotations

__all__ = ["ATTACKS"]

ATTACKS = '''
import ctypes, os, signal, socket, subprocess, sys, tempfile, time

def got(action):
    """Did it work?"""
    try:
        action()
        return True
    except BaseException:
        return False

def read(path):
    try:
        with open(path, "rb") as file:
            return file.read(4096).decode("latin-1")
    except OSError:
        return ""

def read_of_process(pid):
    """Environment, command line, working folder and a piece of memory of another process."""
    found = [read(f"/proc/{pid}/environ"), ""]
    try:
        with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
            for line in maps:
                low, high = (int(end, 16) for end in line.split()[0].split("-"))
                if "r" in line.split()[1] and high - low < 1 << 26 and "[v" not in line:
                    try:
                        memory.seek(low)
                        found[1] += memory.read(high - low).decode("latin-1")[:1 << 22]
                    except (OSError, ValueError):
                        continue
    except OSError:
        pass
    return ["CANARY-" in part for part in found]

def sees(pid, started):
    """This very process, not another one that has its number in a namespace of processes."""
    return read(f"/proc/{pid}/stat").rpartition(")")[2].split()[19:20] == [started] and got(lambda: os.kill(pid, 0))

def connects(kind, address):
    families = {"tcp": (socket.AF_INET, socket.SOCK_STREAM), "udp": (socket.AF_INET, socket.SOCK_DGRAM),
                "abstract": (socket.AF_UNIX, socket.SOCK_STREAM)}
    address = tuple(address) if isinstance(address, list) else address
    def send():
        with socket.socket(*families[kind]) as one:
            one.settimeout(2)
            one.connect(address)
            one.send(b"reached")
    return got(send)

def signals(pid):
    return got(lambda: os.kill(pid, signal.SIGUSR1))

def writes(folder):
    name = os.path.join(folder, "written-by-the-notebook")
    def write():
        with open(name, "w") as file:
            file.write("here")
    return got(write)

def has_power():
    status = dict(line.split(":\\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
    held = any(int(status[kind], 16) for kind in ("CapEff", "CapPrm", "CapInh", "CapAmb"))
    # An ordinary user can't empty the bounding set, and needn't: without new privileges nothing is gained from it.
    to_be_had = int(status["CapBnd"], 16) != 0 and status["NoNewPrivs"] != "1"
    return held or to_be_had

def makes_namespace():
    code = "import ctypes; raise SystemExit(ctypes.CDLL(None).unshare(0x10000000) != 0)"
    return subprocess.run([sys.executable, "-c", code]).returncode == 0

def eats(mebibytes):
    import numpy as np
    kept = []
    for _ in range(mebibytes // 10):
        kept.append(np.ones(10 << 17))
        time.sleep(0.001)
    return sum(map(len, kept)) > 0

def forks(most):
    made = 0
    for _ in range(most):
        try:
            if os.fork() == 0:
                time.sleep(10)
                os._exit(0)
            made += 1
        except OSError:
            break
    time.sleep(1)
    return made

def fills(mebibytes):
    written = 0
    try:
        with open(os.path.join(tempfile.gettempdir(), "big"), "wb") as file:
            for _ in range(mebibytes):
                file.write(b"x" * (1 << 20))
                written += 1
    except OSError:
        pass
    return written

def stays(marker):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", marker])
        os._exit(0)
    time.sleep(0.3)
    return True

def loops():
    while True:
        pass

def floods():
    for _ in range(200):
        print("x" * (1 << 20))
    return True
'''
