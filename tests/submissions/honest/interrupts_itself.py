# style: raises KeyboardInterrupt, as after the stop button
# earns: softmax all, kv_cache all
# base: honest
# cells: 1 raised
# %%
raise KeyboardInterrupt
