# rows: 85, 86, 87, 88, 91, 92
# tries: names, errors and answers full of what moves cursors, makes links, fills templates and closes tags
# earns: softmax 0, kv_cache 0
# withstood: a report on a screen has no character that does anything
# levels: all
# cells: 1 raised
# verdicts: softmax.values raised
# %%
EVIL = ("\x1b[2J\x1b[H\x9b2J\x1b]0;root\x07\x1b]8;;http://evil.example\x1b\\x\x1b]52;c;cm0gLXJm\x07\rpassed\b\b \u202e001/001"
        "\u2028\x85</pre><script>alert(1)</script><img src=http://evil.example onerror=x>|\n# 100/100\n```\n@teacher "
        "{0.__class__} %s {{7*7}} ${7*7} [/foo] [bold]x[/] \\input{/etc/passwd} =HYPERLINK(1) \ud800 \x00\n::error::x ##[group]")

def softmax(z, axis=-1):
    raise type(EVIL.replace("\0", "").replace("\ud800", ""), (Exception,), {})(EVIL)

def kv_cache_bytes(*arguments):
    return {EVIL: EVIL}

raise ValueError(EVIL)
