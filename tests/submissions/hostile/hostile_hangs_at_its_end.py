# rows: 51
# tries: everything that runs when an interpreter ends takes for ever: exit handlers, finalizers, threads, a pool's join
# earns: softmax all, kv_cache all
# withstood: nobody waits for it
# levels: all
# base: honest
# limits: call_seconds 3
# %%
import atexit, threading, time
from concurrent.futures import ThreadPoolExecutor

class Slow:
    def __del__(self):
        time.sleep(1000)

slow = Slow()
atexit.register(time.sleep, 1000)
threading.Thread(target=time.sleep, args=(1000,)).start()
ThreadPoolExecutor(2).submit(time.sleep, 1000)
