# style: logs at level DEBUG to standard error and to a file, from every library
# earns: softmax all, kv_cache all
# base: honest
# %%
import logging
logging.basicConfig(level=logging.DEBUG, handlers=[logging.StreamHandler(), logging.FileHandler("run.log")])
logging.getLogger().debug("start")
calm = softmax
def softmax(z, axis=-1):
    logging.debug("softmax of %s", z)
    return calm(z, axis)
