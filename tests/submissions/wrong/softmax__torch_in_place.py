# mistake: sub_ changes the caller's tensor
# base: perfect_es
# item: softmax
# fails: input_untouched
# keeps: values, any_axis, sums_to_one, stable
# misconception: SM-08
# drags: attention, minigpt
# %%
def softmax(z, dim=-1):
    e = z.sub_(z.amax(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)
