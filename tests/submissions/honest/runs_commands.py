# style: shell lines, and commands by subprocess and asyncio
# earns: softmax all, kv_cache all
# base: honest
# %%
!echo hello
files = !ls /usr
import subprocess, sys
print(subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, text=True).stdout)
# %%
import asyncio
process = await asyncio.create_subprocess_exec("echo", "hi", stdout=asyncio.subprocess.PIPE)
print((await process.communicate())[0])
