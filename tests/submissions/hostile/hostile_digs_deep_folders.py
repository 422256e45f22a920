# rows: found, 56
# tries: folders in folders, deeper than a path may be long and than Python recurses, and such as nobody may list
# earns: softmax all, kv_cache all
# withstood: cleaning up ends, and nothing is left
# levels: all
# everywhere: yes
# base: honest
# %%
import os, tempfile
os.chdir(tempfile.gettempdir())
for _ in range(1500):
    os.mkdir("d" * 10)
    os.chdir("d" * 10)
os.mkdir("closed")
open("closed/file", "w").close()
os.chmod("closed", 0)
os.chdir(os.path.expanduser("~"))  # else every question takes long, at its own cost
