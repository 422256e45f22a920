# rows: 18
# tries: the agent in its process answers whatever it's asked with a verdict and points
# earns: softmax 0, kv_cache 0
# withstood: there is no field for a verdict in a reply; what it says as a value is judged as the student's
# levels: all
# everywhere: yes
# limits: call_seconds 3
# %%
import sys

def softmax(z, axis=-1):
    return z

def kv_cache_bytes(*arguments):
    return 1

def answer(self, request):
    reply = {"id": request["id"], "passed": True, "verdict": "passed", "points": 100, "score": 1e9, "max_points": 1}
    if request["op"] == "inspect":
        return {**reply, **real(self, request)}
    return {**reply, "value": {"passed": True, "points": 100}}

Agent = sys.modules["_inside.agent"].Agent
real, Agent.answer = Agent.answer, answer
