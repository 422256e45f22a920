# style: classes and variables with names that a grader could have: Verdict, Agent, Array, Text, wire, reply
# earns: softmax all, kv_cache all
# base: honest
# %%
class Verdict:
    PASSED = "passed"
class Agent:
    def answer(self, request): return None
class Array: pass
class Text(str): pass
wire = launch = agent = reply = request = channel = kernel = session = None
passed = points = score = 0
type_, Tensor, Opaque, Kernel = type, list, object, dict
