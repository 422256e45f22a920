# rows: 54
# tries: one print of 60 MB, a hundred thousand small ones, displays, logs and raw writes
# earns: softmax all, kv_cache all
# withstood: output isn't subscribed to: it costs the grader nothing, and isn't a fault either
# levels: all
# everywhere: yes
# base: honest
# limits: cell_seconds 30
# %%
import logging, os, sys
from IPython.display import HTML, display
print("x" * 60_000_000)
for _ in range(100_000):
    print("y" * 100, flush=True)
sys.stderr.write("v" * 50_000_000)
for _ in range(1000):
    display(HTML("w" * 10_000))
for fd in (1, 2):
    for _ in range(50):
        os.write(fd, b"z" * 1_000_000)
for _ in range(3000):
    logging.error("u" * 1000)
