import os

# As in the student's kernel: on tensors this small, threads only wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")
