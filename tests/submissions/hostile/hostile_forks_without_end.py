# rows: 53
# tries: forks and threads as fast as it can
# earns: softmax 0, kv_cache 0
# withstood: processes are counted, and all of them end
# levels: full, landlock
# verdicts: softmax.values crashed|timed_out|wrong|raised|out_of_memory
# limits: call_seconds 2
# %%
import os, time, threading

def softmax(z, axis=-1):
    for _ in range(100):
        try:
            if os.fork() == 0:
                os.execvp("sleep", ["sleep", "60", WORLD["marker"]])
        except OSError:
            break
    time.sleep(0.3)
    return z

def kv_cache_bytes(*arguments):
    started = 0
    for _ in range(100):
        try:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            started += 1
        except RuntimeError:
            break
    return started
