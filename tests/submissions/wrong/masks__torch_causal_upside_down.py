# mistake: triu for tril, in torch
# base: perfect_es
# item: masks
# fails: causal, in_attention
# keeps: padding
# misconception: MK-05
# drags: minigpt
# %%
def mascara_causal(n):
    return torch.triu(torch.ones(n, n, dtype=torch.bool))
