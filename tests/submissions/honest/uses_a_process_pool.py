# style: a pool of processes, and a queue
# earns: softmax all, kv_cache all
# base: honest
# levels: full
# %%
import multiprocessing
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(pool.map(abs, range(-3, 3)))
queue = multiprocessing.Queue()
worker = multiprocessing.Process(target=queue.put, args=(1,))
worker.start()
assert queue.get(timeout=5) == 1
worker.join()
