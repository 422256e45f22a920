# rows: 63
# tries: sources that a parser takes for ever for, or falls over: brackets, operators, chains, conditions, many statements
# earns: softmax all, kv_cache all
# withstood: what can't be read is left unread, and what was run is graded
# levels: full
# base: honest
# grows: 200
# limits: cell_seconds 20, notebook_seconds 100, memory_mib 2000
# cells: 1 raised, 2 raised|well, 3 raised|crashed|well, 4 raised|crashed|well, 5 well|raised|crashed,
#   6 well|raised, 7 well|raised|crashed,
#   8 raised, 9 raised|well, 10 well|raised
# %%
# generated
"x = " + "(" * 100_000
# %%
# generated
"x = " + "[" * 150 + "]" * 150
# %%
# generated
"x = " + "-" * 30_000 + "1"
# %%
# generated
"x = " + "+".join(["1"] * 15_000)
# %%
# generated
"x = 1\nif x == 0:\n    pass\n" + "elif x == 0:\n    pass\n" * 3000
# %%
# generated
"a = 1\n" + "a\n" * 15_000
# %%
# generated
"class a: pass\na.a = a\nx = a" + ".a" * 15_000
# %%
# generated
"x = " + "lambda: " * 8_000 + "1"
# %%
# generated
"x = '" + "\ud800\x00\u2028" * 1000 + "'"
# %%
# generated
"x = f'" + "{a}" * 10_000 + "'"
