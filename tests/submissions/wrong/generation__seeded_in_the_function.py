# mistake: manual_seed at the beginning: the same text whatever seed the caller sets
# base: perfect_en
# item: generation
# fails: reproducible
# keeps: prompt_and_length, newest_logits, context_window, temperature, top_k, evaluation_mode
# misconception: GP-16
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    torch.manual_seed(0)
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(length):
        logits = model(torch.tensor([ids[-model.context :]]))[0, -1] / temperature
        if top_k is not None:
            logits[logits < logits.topk(min(top_k, len(logits))).values[-1]] = float("-inf")
        ids.append(torch.multinomial(torch.softmax(logits, -1), 1).item())
    return tok.decode(ids)
