# rows: 20
# tries: a widget's message registers a hook that swallows what a cell shows, errors too
# earns: softmax 0, kv_cache 0
# withstood: outputs are never read, and comms never opened
# levels: all
# cells: 1 well|raised
# limits: call_seconds 3
# %%
try:
    from comm import create_comm
    parent = get_ipython().kernel.get_parent("shell")["header"]["msg_id"]
    hook = create_comm(target_name="jupyter.widget", data={"state": {"msg_id": parent, "_model_name": "OutputModel"}})
    hook.send({"method": "update", "state": {"msg_id": parent, "outputs": []}})
except Exception:
    pass

def softmax(z, axis=-1):
    print("100/100")
    raise ValueError("swallowed")

def kv_cache_bytes(*arguments):
    return 1
