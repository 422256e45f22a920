# mistake: always the likeliest token
# base: perfect_en
# item: generation
# fails: temperature
# keeps: prompt_and_length, newest_logits, context_window, evaluation_mode, reproducible
# misconception: GE-08
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(length):
        logits = model(torch.tensor([ids[-model.context :]]))[0, -1]
        ids.append((logits / max(temperature, 1e-6)).argmax().item())
    return tok.decode(ids)
