# rows: 54
# tries: prints, raw writes, displays, logs and a program's output without end, in cells and in a question
# earns: softmax 0, kv_cache all
# withstood: it's counted as it comes, thrown away, and ended; each with the verdict for just that
# levels: all
# base: honest
# cells: 1 flooded, 2 flooded, 3 flooded, 4 flooded, 5 flooded
# verdicts: softmax.values flooded
# limits: cell_seconds 30, call_seconds 20, output_mib 1
# %%
while True:
    try:
        print("y" * 100)
    except BaseException:
        pass
# %%
import os
while True:
    os.write(2, b"z" * 1_000_000)
# %%
from IPython.display import HTML, display
while True:
    display(HTML("w" * 10_000))
# %%
import logging
while True:
    logging.error("u" * 1000)
# %%
import subprocess
subprocess.run(["yes"])
# %%
print("x" * 900_000)
def softmax(z, axis=-1):
    while True:
        print("z" * 5000)
