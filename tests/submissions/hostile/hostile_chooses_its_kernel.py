# rows: 80
# tries: the notebook names a kernel by a path and a command of its own
# earns: softmax all, kv_cache all
# withstood: the command that starts the kernel is ours
# levels: full
# base: honest
# metadata: {"kernelspec": {"name": "../../x", "display_name": "x", "language": "python", "argv": ["/bin/false"]},
#   "language_info": {"name": "python", "version": "2.7"}}
# %%
import sys
assert sys.version_info >= (3, 11)
