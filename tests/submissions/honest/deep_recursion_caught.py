# style: shows what a recursion without end does, and catches it
# earns: softmax all, kv_cache all
# base: honest
# %%
import sys
sys.setrecursionlimit(3000)
def forever(n):
    return forever(n + 1)
try:
    forever(0)
except RecursionError as error:
    print("as expected:", error)
