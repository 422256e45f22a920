# style: makes folders, goes into them, and removes the one that it's in
# earns: softmax all, kv_cache all
# base: honest
# %%
import os, shutil
os.makedirs("data/raw", exist_ok=True)
os.chdir("data/raw")
open("x.txt", "w").write("x")
shutil.rmtree("../raw")
