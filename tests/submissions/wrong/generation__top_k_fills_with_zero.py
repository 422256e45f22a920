# mistake: the logits that are left out become 0 before the softmax
# base: perfect_en
# item: generation
# fails: top_k
# keeps: prompt_and_length, newest_logits, context_window, temperature, evaluation_mode, reproducible
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(length):
        logits = model(torch.tensor([ids[-model.context :]]))[0, -1] / temperature
        if top_k is not None:
            logits = logits.masked_fill(logits < logits.topk(min(top_k, len(logits))).values[-1], 0.0)
        ids.append(torch.multinomial(torch.softmax(logits, -1), 1).item())
    return tok.decode(ids)
