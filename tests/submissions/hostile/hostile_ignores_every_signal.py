# rows: 49
# tries: an endless loop that ignores what can be ignored; a regular expression that takes for ever; a cell of that kind
# earns: softmax 0, kv_cache 0
# withstood: each ends when its time is up, and the cell is left out
# levels: all
# limits: call_seconds 0.5, cell_seconds 1.5
# cells: 2 timed_out
# verdicts: softmax.values timed_out, kv_cache.worked_number timed_out
# %%
import re, signal

def softmax(z, axis=-1):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue

def kv_cache_bytes(*arguments):
    return re.match(r"(a+)+$", "a" * 60 + "b")
# %%
import signal
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
softmax(0)
