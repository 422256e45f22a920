# style: an alarm of its own for slow code
# earns: softmax all, kv_cache all
# base: honest
# %%
import signal, time
def too_slow(number, frame):
    raise TimeoutError("too slow")
signal.signal(signal.SIGALRM, too_slow)
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    time.sleep(5)
except TimeoutError as error:
    print(error)
signal.alarm(0)
