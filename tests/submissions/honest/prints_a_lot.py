# style: prints every array, in each call too, and shows megabytes
# earns: softmax all, kv_cache all
# base: honest
# %%
for n in range(2000):
    print(n, np.arange(50))
# %%
from IPython.display import HTML, display
print("x" * 8_000_000)
display(HTML("y" * 4_000_000))
# %%
print("z" * 8_000_000, flush=True)
quiet = softmax
def softmax(z, axis=-1):
    print("z =", z)
    result = quiet(z, axis)
    print(result, flush=True)
    return result
