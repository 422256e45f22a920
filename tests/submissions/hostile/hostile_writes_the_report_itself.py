# rows: 24
# tries: puts a report, links and pipes where results may be written, and keeps at it
# earns: softmax 0, kv_cache 0
# withstood: nothing in the course's or the submissions' folder changes, and nothing of it is left
# levels: full, landlock, uid
# limits: call_seconds 3
# %%
import json, os, tempfile
REPORT = json.dumps({"points": 100, "max_points": 100, "complete": True, "tests": [{"score": 100}]})
folders = [WORLD["course"], WORLD["submissions"], "/autograder/results", ".", tempfile.gettempdir(), "..", "../.."]
if WORLD["level"] != "uid":  # where the world may write, it may too
    folders.append("/tmp")
names = ["report.json", "results.json", "report.html", "gradebook.csv", "ana.json", "gradebook.db", ".pytest_cache"]

def write():
    for folder in folders:
        for name in names:
            path = os.path.join(folder, name)
            for deed in (lambda: open(path, "w").write(REPORT), lambda: os.symlink("/etc/passwd", path + "~"),
                         lambda: os.mkfifo(path + ".fifo"), lambda: os.replace(path, os.path.join(folder, "notes.txt")),
                         lambda: os.chmod(os.path.join(WORLD["course"], "solutions.txt"), 0),
                         lambda: os.utime(os.path.join(WORLD["submissions"], "notes.txt"), (1, 1)),
                         lambda: os.truncate(os.path.join(WORLD["course"], "solutions.txt"), 0),
                         lambda: os.unlink(os.path.join(WORLD["submissions"], "notes.txt"))):
                try:
                    deed()
                except OSError:
                    continue

write()

def softmax(z, axis=-1):
    write()
    return z
