# mistake: gives the prompt back
# base: perfect_en
# item: generation
# fails: prompt_and_length
# misconception: GE-13
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    return prompt
