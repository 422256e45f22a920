# rows: 21
# tries: transformers, hooks and the shell itself are replaced, so that whatever runs next runs something else
# earns: softmax 0, kv_cache 0
# withstood: questions don't pass through IPython
# levels: all
# limits: cell_seconds 3, call_seconds 1
# cells: 2 raised|timed_out, 3 raised|timed_out
# %%
import ast
ip = get_ipython()

class NoAssert(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()

ip.ast_transformers.append(NoAssert())
ip.input_transformers_post.append(lambda lines: ["passed = True\n"])
ip.events.register("pre_execute", lambda: None)
ip.run_cell = ip.run_cell_async = lambda *arguments, **keywords: None

def softmax(z, axis=-1):
    assert z is None
    return z
# %%
def kv_cache_bytes(*arguments):
    return 1
# %%
async def nothing(*arguments, **keywords):
    return {"status": "ok", "execution_count": 0, "user_expressions": {}, "payload": []}

type(get_ipython().kernel).do_execute = nothing
