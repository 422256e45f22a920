# style: calls variables sum, max, list, print, input and id
# earns: softmax all, kv_cache all
# base: honest
# %%
sum, max, min, list, dict, str, len, print, input, id, type, isinstance, open = range(13)
