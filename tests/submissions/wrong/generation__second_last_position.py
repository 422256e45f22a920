# mistake: the logits of the last position but one
# base: perfect_en
# item: generation
# fails: newest_logits
# keeps: evaluation_mode, reproducible
# misconception: GE-03
# %%
@torch.no_grad()
def generate(model, tok, prompt, length=200, temperature=1.0, top_k=None):
    model.eval()
    ids = list(tok.encode(prompt))
    for _ in range(length):
        all_logits = model(torch.tensor([ids[-model.context :]]))[0]
        logits = all_logits[max(len(all_logits) - 2, 0)] / temperature
        if top_k is not None:
            logits[logits < logits.topk(min(top_k, len(logits))).values[-1]] = float("-inf")
        ids.append(torch.multinomial(torch.softmax(logits, -1), 1).item())
    return tok.decode(ids)
