# style: asks for a name in a try, and stops at another question
# earns: softmax all, kv_cache all
# base: honest
# cells: 2 raised
# %%
try:
    name = input("name? ")
except Exception:
    name = "nobody"
# %%
age = int(input("age? "))
