# mistake: no no_grad: memory grows
# base: perfect_en
# item: generation
# fails: evaluation_mode
# keeps: prompt_and_length, newest_logits, context_window, temperature, top_k, reproducible
# misconception: GE-11
# %%
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(length):
        logits = model(torch.tensor([ids[-model.context :]]))[0, -1] / temperature
        if top_k is not None:
            low = logits.topk(min(top_k, len(logits))).values[-1]
            logits = logits.masked_fill(logits < low, float("-inf"))
        ids.append(torch.multinomial(torch.softmax(logits, -1), 1).item())
    return tok.decode(ids)
