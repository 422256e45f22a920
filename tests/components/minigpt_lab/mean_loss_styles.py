"""Measures of the mean loss that are right, in the styles that students write."""

from __future__ import annotations

from tests.components.judged import edited

__all__ = ["ORDERED", "OWN_MODEL", "PLAIN", "RIGHT"]

PLAIN = """
def get_batch(data, context, batch_size):
    ix = torch.randint(len(data) - context, (batch_size,))
    return torch.stack([data[i:i + context] for i in ix]), torch.stack([data[i + 1:i + context + 1] for i in ix])

def mean_loss(model, data, context=64, batch_size=32, n_batches=10):
    model.eval()
    losses = []
    with torch.no_grad():
        for _ in range(n_batches):
            x, y = get_batch(data, context, batch_size)
            logits = model(x)
            loss = F.cross_entropy(logits.view(-1, logits.shape[-1]), y.view(-1))
            losses.append(loss.item())
    model.train()
    return sum(losses) / len(losses)
"""

OWN_MODEL = """
class MiniGPT(torch.nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, block_size=64):
        super().__init__()
        self.block_size = block_size
        self.emb, self.drop = torch.nn.Embedding(vocab_size, d_model), torch.nn.Dropout(0.5)
        self.head = torch.nn.Linear(d_model, vocab_size)
    def forward(self, idx, targets=None):
        logits = self.head(self.drop(self.emb(idx)))
        if targets is None:
            return logits, None
        B, T, C = logits.shape
        logits = logits.view(B * T, C)
        return logits, F.cross_entropy(logits, targets.view(-1))
"""

ORDERED = """
def mean_loss(model, data):
    n = model.context
    starts = [k * 1 for k in range(COUNT) if k * 1 + n < len(data)]
    model.eval()
    losses = []
    with torch.no_grad():
        for s in starts:
            losses.append(F.cross_entropy(model(data[None, s:s + n])[0], data[s + 1:s + n + 1]).item())
    model.train()
    return sum(losses) / len(losses)
"""

RIGHT = {
    "plain": PLAIN,
    "forward called by its name": PLAIN.replace("model(x)", "model.forward(x)"),
    "window by window": """
        @torch.no_grad()
        def mean_loss(model, data, n_batches=20, batch_size=32):
            model.eval()
            losses = []
            for _ in range(n_batches):
                starts = torch.randint(len(data) - model.context, (batch_size,))
                for i in starts:
                    x, y = data[i:i + model.context], data[i + 1:i + model.context + 1]
                    losses.append(F.cross_entropy(model(x[None])[0], y).item())
            model.train()
            return sum(losses) / len(losses)
        """,
    "window by window, as many as it likes at a time": """
        @torch.no_grad()
        def mean_loss(model, data, n_batches=20):
            model.eval()
            losses = []
            for _ in range(n_batches):
                for i in torch.randint(len(data) - model.context, (32,)):
                    x, y = data[i:i + model.context], data[i + 1:i + model.context + 1]
                    losses.append(F.cross_entropy(model(x[None])[0], y).item())
            model.train()
            return sum(losses) / len(losses)
        """,
    "a look at one token for the size of the vocabulary, in each batch": PLAIN.replace(
        "logits = model(x)", "V = model(x[:1, :1]).size(-1); logits = model(x)"
    ),
    "measured on a copy": PLAIN.replace("    model.eval()", "    import copy; model = copy.deepcopy(model).eval()"),
    "in Spanish, globals, decorated, a tensor back": """
        CONTEXTO, LOTE = 16, 8
        @torch.no_grad()
        def perdida_media(modelo, datos, n_lotes=5):
            antes = modelo.training
            modelo.eval()
            total = 0
            for _ in range(n_lotes):
                i = torch.randint(0, len(datos) - CONTEXTO - 1, (LOTE,))
                ventanas = torch.stack([datos[j:j + CONTEXTO + 1] for j in i])
                logits = modelo(ventanas[:, :-1])
                total += F.cross_entropy(logits.transpose(1, 2), ventanas[:, 1:])
            modelo.train(antes)
            return total / n_lotes
        """,
    "the whole data in order, a smaller last batch, weighted": """
        def mean_loss(model, data, batch_size=7):
            n = model.context
            windows = data[: (len(data) - 1) // n * n].view(-1, n), data[1 : (len(data) - 1) // n * n + 1].view(-1, n)
            model.eval()
            total, count = 0.0, 0
            with torch.inference_mode():
                for x, y in zip(windows[0].split(batch_size), windows[1].split(batch_size)):
                    log_p = torch.log_softmax(model(x), -1)
                    total -= log_p.gather(-1, y[..., None]).sum().item()
                    count += y.numel()
            model.train()
            return total / count
        """,
    "one window too long, its last position without a target": """
        def mean_loss(model, data, block_size, eval_iters, device="cpu"):
            out = torch.zeros(eval_iters)
            model.eval()
            with torch.no_grad():
                for k in range(eval_iters):
                    ix = torch.randint(len(data) - block_size, (4,))
                    x = torch.stack([data[i:i + block_size] for i in ix]).to(device)
                    out[k] = F.cross_entropy(model(x)[:, :-1].flatten(0, 1), x[:, 1:].flatten())
            model.train()
            return out.mean()
        """,
    "with the student's own model, which gives the loss": OWN_MODEL
    + """
@torch.no_grad()
def mean_loss(model, data, eval_iters=20):
    model.eval()
    losses = []
    for _ in range(eval_iters):
        ix = torch.randint(len(data) - model.block_size, (4,))
        x = torch.stack([data[i:i + model.block_size] for i in ix])
        y = torch.stack([data[i + 1:i + 1 + model.block_size] for i in ix])
        _, loss = model(x, y)
        losses.append(loss.item())
    model.train()
    return np.mean(losses)
""",
    "from an array of ids": """
        def mean_loss(model, data, n_batches=10):
            model.eval()
            losses = []
            with torch.no_grad():
                for _ in range(n_batches):
                    i = np.random.randint(0, len(data) - 9, 4)
                    x = torch.from_numpy(np.stack([data[j:j + 8] for j in i]))
                    y = torch.from_numpy(np.stack([data[j + 1:j + 9] for j in i]))
                    losses.append(float(F.cross_entropy(model(x).reshape(-1, 13), y.reshape(-1))))
            model.train()
            return np.float32(np.mean(losses))
        """,
    "all batches at once": """
        @torch.no_grad()
        def mean_loss(model, data, n_batches=20, batch_size=32):
            model.eval()
            i = torch.randint(len(data) - model.context, (n_batches * batch_size, 1)) + torch.arange(model.context)
            loss = F.cross_entropy(model(data[i]).flatten(0, 1), data[i + 1].flatten())
            model.train()
            return loss.item()
        """,
    "token by token from the start, as far as twenty batches of four go": ORDERED.replace("COUNT", "80"),
    "window by window from the start, as far as six batches of three go": ORDERED.replace("COUNT", "18").replace(
        "* 1", "* n"
    ),
    "rows that are streams side by side": """
        def mean_loss(model, data, n_batches=20, batch_size=32):
            n, long = model.context, len(data) // batch_size
            streams = data[: long * batch_size].view(batch_size, long)
            model.eval()
            losses = []
            with torch.no_grad():
                for k in range(n_batches):
                    i = k * n % max(1, long - n - 1)
                    x, y = streams[:, i:i + n], streams[:, i + 1:i + n + 1]
                    losses.append(F.cross_entropy(model(x[:, :y.shape[1]]).flatten(0, 1), y.flatten()).item())
            model.train()
            return sum(losses) / len(losses)
        """,
    "starts set evenly, from the first to the last": PLAIN.replace(
        "x, y = get_batch(data, context, batch_size)",
        """
            at = torch.linspace(0, len(data) - context - 1, n_batches * batch_size).long().view(n_batches, -1)
            i = at[len(losses)][:, None] + torch.arange(context)
            x, y = data[i], data[i + 1]""",
    ),
    "a DataLoader of windows side by side, shuffled, the last batch dropped": """
        def mean_loss(model, data, n_batches=20, batch_size=32):
            n = model.context
            pairs = [(data[i:i + n], data[i + 1:i + 1 + n]) for i in range(0, len(data) - n, n)]
            loader = torch.utils.data.DataLoader(pairs, batch_size=batch_size, shuffle=True, drop_last=True)
            model.eval()
            losses = []
            with torch.no_grad():
                for k, (x, y) in enumerate(loader):
                    if k == n_batches:
                        break
                    losses.append(F.cross_entropy(model(x).flatten(0, 1), y.flatten()).item())
            model.train()
            return sum(losses) / len(losses)
        """,
    "the same seed at each call": PLAIN.replace("    model.eval()", "    torch.manual_seed(1); model.eval()"),
    "a long window of the notebook's own": PLAIN.replace("= get_batch(data, context,", "= get_batch(data, 256,"),
    "under other names": PLAIN.replace("n_batches", "num_batch").replace("batch_size", "batches_size"),
    "in Spanish": PLAIN.replace("n_batches", "total_lotes").replace("batch_size", "tam_lotes"),
    "the model called twice for each batch": PLAIN.replace(
        "logits.view(-1, logits.shape[-1])", "logits.view(-1, model(x).size(-1))"
    ),
    "all batches at once, the model called three times": """
        @torch.no_grad()
        def mean_loss(model, data, n_batches=20, batch_size=32):
            model.eval()
            i = torch.randint(len(data) - model.context, (n_batches * batch_size, 1)) + torch.arange(model.context)
            print(model(data[i]).shape)
            loss = F.cross_entropy(model(data[i]).view(-1, model(data[i]).size(-1)), data[i + 1].flatten())
            model.train()
            return loss.item()
        """,
    "window by window from the start, the model called twice for each": edited(
        ORDERED,
        {
            "COUNT": "18",
            "* 1": "* n",
            "model(data[None, s:s + n])[0]": "model(data[None, s:s + n]).view(-1, model(data[None, s:s + n]).size(-1))",
        },
    ),
    "gradients off in two ways, and on again at the end": PLAIN.replace(
        "    model.eval()",
        "    model.eval().requires_grad_(False); before = torch.is_grad_enabled(); torch.set_grad_enabled(False)",
    ).replace("    model.train()", "    model.train(); model.requires_grad_(True); torch.set_grad_enabled(before)"),
    "the seed put back": PLAIN.replace(
        "    model.eval()", "    state = torch.get_rng_state(); torch.manual_seed(1); model.eval()"
    ).replace("    model.train()", "    torch.set_rng_state(state); model.train()"),
    "a look at the first batch": PLAIN.replace(
        "            loss = F", "            if not losses: print(model(x).shape)\n            loss = F"
    ),
    "the number of tokens taken from an answer to one token": PLAIN.replace(
        "    losses = []\n", "    V = model(data[None, :1]).detach().shape[-1]\n    losses = []\n"
    )
    .replace("model.eval()", "model.eval(); torch.set_grad_enabled(False)")
    .replace("    model.train()", "    model.train(); torch.set_grad_enabled(True)")
    .replace("logits.shape[-1]", "V"),
    "more batches than are noted": PLAIN.replace("n_batches=10", "how_many=450").replace("n_batches", "how_many"),
}
