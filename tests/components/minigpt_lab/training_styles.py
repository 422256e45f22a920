"""Training loops that are right, in the styles that students write."""

from __future__ import annotations

__all__ = ["PLAIN", "RIGHT", "STEP"]

PLAIN = """
def get_batch(data, context, batch_size):
    ix = torch.randint(len(data) - context, (batch_size,))
    return torch.stack([data[i:i + context] for i in ix]), torch.stack([data[i + 1:i + context + 1] for i in ix])

def train(model, data, steps=200, batch_size=32, context=64, lr=1e-3):
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    losses = []
    for step in range(steps):
        x, y = get_batch(data, context, batch_size)
        logits = model(x)
        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
"""

OWN_MODEL = """
class MiniGPT(torch.nn.Module):
    def __init__(self, vocab_size, d_model=64, n_heads=4, n_layers=3, context=64):
        super().__init__()
        self.context = context
        self.emb, self.drop = torch.nn.Embedding(vocab_size, d_model), torch.nn.Dropout(0.1)
        self.norm = torch.nn.LayerNorm(d_model)
        self.head = torch.nn.Linear(d_model, vocab_size)
    def forward(self, idx, targets=None):
        logits = self.head(self.norm(self.drop(self.emb(idx))))
        if targets is None:
            return logits, None
        B, T, C = logits.shape
        logits = logits.view(B * T, C)
        return logits, F.cross_entropy(logits, targets.view(-1))
"""

STEP = """        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""

RIGHT = {
    "plain": PLAIN,
    "forward called by its name": PLAIN.replace("model(x)", "model.forward(x)"),
    "the best model kept as a copy, an average of the weights beside it, the whole model saved": PLAIN.replace(
        "losses = []", """
    import copy, io
    losses, best = [], copy.deepcopy(model)
    average = torch.optim.swa_utils.AveragedModel(model)
    torch.save(model, io.BytesIO())"""
    ).replace("        losses.append(loss.item())", """
        losses.append(loss.item())
        average.update_parameters(model)
        if losses[-1] == min(losses):
            best = copy.deepcopy(model)"""),
    "two groups, no decay for the biases": PLAIN.replace("AdamW(model.parameters(), lr=lr)", """AdamW(
        [{"params": [p for p in model.parameters() if p.dim() > 1], "weight_decay": 0.1},
         {"params": [p for p in model.parameters() if p.dim() < 2], "weight_decay": 0.0}], lr=lr)"""),
    "the weights of the student's own model tied, one part of it unused": OWN_MODEL.replace(
        "        self.head = torch.nn.Linear(d_model, vocab_size)", """
        self.head, self.spare = torch.nn.Linear(d_model, vocab_size), torch.nn.Linear(2, 2)
        self.head.weight = self.emb.weight
        torch.nn.init.normal_(self.emb.weight, std=0.1)"""
    ).replace("torch.nn.LayerNorm(d_model)",
              "torch.nn.Sequential(torch.nn.Linear(d_model, 99), torch.nn.ReLU(), torch.nn.Linear(99, d_model))")
    + PLAIN.replace("logits = model(x)", "_, loss = model(x, y)").replace(
        "        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))\n", ""),
    "in Spanish, globals, AMSGrad, tensors back": """
        CONTEXTO, LOTE = 16, 8
        def entrenar(modelo, datos, pasos=300, tasa_aprendizaje=0.1, cada=50):
            opt = torch.optim.AdamW(modelo.parameters(), lr=tasa_aprendizaje, amsgrad=True)
            modelo.train(True)
            perdidas = []
            for paso in range(pasos):
                i = torch.randint(0, len(datos) - CONTEXTO - 1, (LOTE,))
                ventanas = torch.stack([datos[j:j + CONTEXTO + 1] for j in i])
                opt.zero_grad(set_to_none=False)
                perdida = F.cross_entropy(modelo(ventanas[:, :-1]).transpose(1, 2), ventanas[:, 1:])
                perdida.backward()
                opt.step()
                perdidas.append(perdida.detach())
                if paso % cada == 0:
                    print(paso, perdida)
            return torch.stack(perdidas)
        """,
    "an optimizer and a seed handed in, clipped, a schedule, evaluation now and then": PLAIN.replace(
        "steps=200, batch_size=32, context=64, lr=1e-3", "optimizer, max_iters, seed=0, eval_interval=40"
    ).replace("optimizer = torch.optim.AdamW(model.parameters(), lr=lr)", """
    torch.manual_seed(seed)
    steps, context, batch_size = max_iters, model.block_size, 8
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)""").replace("losses = []", """
    losses = []
    @torch.no_grad()
    def evaluate():
        model.eval()
        model(data[None, :8])
        model.train()""").replace("        optimizer.step()", """
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % eval_interval == 0:
            evaluate()"""),
    "epochs through all windows in order, with a dict back": """
        def train(model, data, epochs=3, batch_size=16, block_size=8, lr=1e-3):
            opt = torch.optim.AdamW(model.parameters(), lr)
            n = (len(data) - 1) // block_size
            X, Y = data[: n * block_size].view(n, block_size), data[1 : n * block_size + 1].view(n, block_size)
            history = {"train": [], "val": []}
            for epoch in range(epochs):
                model.train()
                for index in torch.randperm(n).split(batch_size):
                    loss = F.cross_entropy(model(X[index]).flatten(0, 1), Y[index].flatten())
                    opt.zero_grad(); loss.backward(); opt.step()
                    history["train"].append(float(loss))
            return history
        """,
    "a report fifty times, which a run of twenty steps can't have": PLAIN.replace(
        "losses = []", "losses, every = [], steps // 50"
    ).replace("        losses.append", "        if step % every == 0:\n            print(step)\n        losses.append"),
    **{
        f"a warm-up over {part}": PLAIN.replace("    losses = []", f"    losses, warmup = [], max(1, {part})").replace(
            "        x, y =", """
        for group in optimizer.param_groups:
            group["lr"] = lr * min(1.0, (step + 1) / warmup)
        x, y ="""
        )
        for part in ("steps // 20", "steps // 10", "steps // 5", "0.1 * steps", "100")
    },
    "a warm-up from 0 over a tenth of the steps, then a cosine": PLAIN.replace("    losses = []", """
    losses, warmup = [], max(1, steps // 10)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: step / warmup if step < warmup
        else 0.5 * (1 + math.cos(math.pi * (step - warmup) / max(1, steps - warmup))))""").replace(
        "        losses.append", "        schedule.step()\n        losses.append"
    ),
    "epochs of one batch": PLAIN.replace("steps", "epochs"),
    "no number of steps at all": PLAIN.replace("steps=200, batch_size=32, context=64, lr=1e-3", "").replace(
        "losses = []", "losses, steps, context, batch_size = [], 320, 12, 6"
    ).replace("lr=lr", "lr=1e-3"),
    "more steps than are noted": PLAIN.replace("steps=200, ", "").replace("losses = []", "losses, steps = [], 700"),
    "small learning rate of its own, windows of one piece": """
        def train(model, data, n_steps=1000, B=8, T=8):
            opt = torch.optim.AdamW(model.parameters(), lr=3e-4)
            model.train()
            out = []
            for _ in range(n_steps):
                x = torch.stack([data[i:i + T] for i in torch.randint(len(data) - T, (B,)).tolist()])
                opt.zero_grad()
                log_p = torch.log_softmax(model(x)[:, :-1], -1)
                loss = -log_p.gather(-1, x[:, 1:, None]).mean()
                loss.backward()
                opt.step()
                out.append(loss.detach().numpy())
            return np.array(out)
        """,
    "with the student's own model, and losses beside it": OWN_MODEL
    + PLAIN.replace("logits = model(x)", "_, loss = model(x, y)")
    .replace("        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))\n", "")
    .replace("return losses", "return model, losses"),
    "two halves of a batch before each step": PLAIN.replace("        loss.backward()", """
        (loss / 2).backward()
        x, y = get_batch(data, context, batch_size)
        (F.cross_entropy(model(x).flatten(0, 1), y.flatten()) / 2).backward()"""),
    "gradients assigned": PLAIN.replace("        optimizer.zero_grad()\n", "").replace("        loss.backward()", """
        for p, g in zip(model.parameters(), torch.autograd.grad(loss, list(model.parameters()))):
            p.grad = g"""),
    "gradients that never stand in the parameters": PLAIN.replace("        optimizer.zero_grad()\n", "")
    .replace("        loss.backward()", "        slopes = torch.autograd.grad(loss, tuple(model.parameters()))")
    .replace("        optimizer.step()", """
        with torch.no_grad():
            for p, g, m, v in zip(model.parameters(), slopes, first, second):
                p *= 1 - lr * 0.01
                m.lerp_(g, 0.1)
                v.lerp_(g * g, 0.001)
                p -= lr * (m / (1 - 0.9 ** (step + 1))) / ((v / (1 - 0.999 ** (step + 1))).sqrt() + 1e-8)""")
    .replace("optimizer = torch.optim.AdamW(model.parameters(), lr=lr)",
             "first, second = ([torch.zeros_like(p) for p in model.parameters()] for _ in range(2))"),
    "a closure": """
        def train(model, data, steps=100, batch_size=8, context=8, lr=1e-2):
            opt = torch.optim.AdamW([{"params": [p]} for p in model.parameters()], lr=lr, weight_decay=0)
            model.train()
            losses = []
            for _ in range(steps):
                i = torch.randint(len(data) - context, (batch_size, 1)) + torch.arange(context)
                def closure():
                    opt.zero_grad()
                    loss = F.cross_entropy(model(data[i]).flatten(0, 1), data[i + 1].flatten())
                    loss.backward()
                    return loss
                losses.append(opt.step(closure).item())
            return losses
        """,
    "micro-batches, zeroed by hand, values clipped, a warm-up, a scaler that is off": PLAIN.replace(
        "losses = []", """
    losses = []
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min(1.0, (s + 1) / 10))
    scaler = torch.amp.GradScaler("cpu", enabled=False)"""
    ).replace("        optimizer.zero_grad()\n", "").replace(
        "        loss.backward()", "        scaler.scale(loss / 2).backward()"
    ).replace("        optimizer.step()", """
        if step % 2:
            torch.nn.utils.clip_grad_value_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
            schedule.step()
            for p in model.parameters():
                p.grad.zero_()"""),
    "an optimizer of their own, no decay for the biases": """
class Mio(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, dict(lr=lr))
    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                s = self.state[p]
                s["t"] = s.get("t", 0) + 1
                s["m"] = 0.9 * s.get("m", 0) + 0.1 * p.grad
                s["v"] = 0.999 * s.get("v", 0) + 0.001 * p.grad**2
                if p.dim() > 1:
                    p.mul_(1 - 0.1 * group["lr"])
                p.sub_(group["lr"] * s["m"] / (1 - 0.9 ** s["t"]) / ((s["v"] / (1 - 0.999 ** s["t"])).sqrt() + 1e-8))
""" + PLAIN.replace("torch.optim.AdamW(", "Mio("),
    "torch.func, the parameters handed in": """
        from torch.func import functional_call, grad_and_value
        def train(model, data, steps=200, batch_size=32, context=64, lr=1e-3):
            def loss_of(params, x, y):
                return F.cross_entropy(functional_call(model, params, (x,)).flatten(0, 1), y.flatten())
            losses, momenta = [], {name: [0, 0] for name, _ in model.named_parameters()}
            model.train()
            for step in range(1, steps + 1):
                i = torch.randint(len(data) - context, (batch_size, 1)) + torch.arange(context)
                params = {name: p.detach() for name, p in model.named_parameters()}
                slopes, loss = grad_and_value(loss_of)(params, data[i], data[i + 1])
                with torch.no_grad():
                    for name, p in model.named_parameters():
                        m, v = momenta[name]
                        m, v = momenta[name] = 0.9 * m + 0.1 * slopes[name], 0.999 * v + 0.001 * slopes[name] ** 2
                        p -= lr * (m / (1 - 0.9**step) / ((v / (1 - 0.999**step)).sqrt() + 1e-8) + 0.01 * p)
                losses.append(loss.item())
            return losses
        """,
    "torch.func.grad, the losses beside the gradients": """
        def train(model, data, steps=200, batch_size=32, context=64, lr=1e-3):
            opt = torch.optim.AdamW(model.train().parameters(), lr=lr)
            def loss_of(params, x, y):
                loss = F.cross_entropy(torch.func.functional_call(model, params, (x,)).flatten(0, 1), y.flatten())
                return loss, loss.detach()
            slopes_of = torch.func.grad(loss_of, has_aux=True)
            losses = []
            for step in range(steps):
                i = torch.randint(len(data) - context, (batch_size, 1)) + torch.arange(context)
                slopes, loss = slopes_of(dict(model.named_parameters()), data[i], data[i + 1])
                for name, p in model.named_parameters():
                    p.grad = slopes[name]
                opt.step()
                losses.append(loss)
            return torch.stack(losses)
        """,
    "from NumPy, its own generator": """
        rng = np.random.default_rng(3)
        def train(model, data, steps, batch_size, context, lr):
            opt = torch.optim.AdamW(model.parameters(), lr=lr)
            losses = np.zeros(steps)
            model.train()
            for s in range(steps):
                i = rng.integers(0, len(data) - context, size=batch_size)
                x = torch.from_numpy(np.stack([data[j:j + context] for j in i]))
                y = torch.from_numpy(np.stack([data[j + 1:j + 1 + context] for j in i]))
                loss = F.cross_entropy(model(x).reshape(-1, 11), y.reshape(-1))
                opt.zero_grad(); loss.backward(); opt.step()
                losses[s] = loss
            return losses.tolist()
        """,
    "windows in order": PLAIN.replace("x, y = get_batch(data, context, batch_size)", """
        i = (step * batch_size + torch.arange(batch_size))[:, None] % (len(data) - context) + torch.arange(context)
        x, y = data[i], data[i + 1]"""),
    "windows in order, one a step further": PLAIN.replace("x, y = get_batch(data, context, batch_size)", """
        i = (step + torch.arange(batch_size))[:, None] % (len(data) - context) + torch.arange(context)
        x, y = data[i], data[i + 1]"""),
    "a DataLoader, the last batch smaller": """
        def train(model, data, steps=500, batch_size=32, lr=3e-3):
            n = model.context
            pairs = [(data[i:i + n], data[i + 1:i + 1 + n]) for i in range(len(data) - n)]
            loader = torch.utils.data.DataLoader(pairs, batch_size=batch_size, shuffle=True)
            opt, losses = torch.optim.AdamW(model.parameters(), lr=lr), []
            model.train()
            while len(losses) < steps:
                for x, y in loader:
                    loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
                    opt.zero_grad(); loss.backward(); opt.step()
                    losses.append(loss.item())
                    if len(losses) == steps:
                        break
            return losses
        """,
    "by random, x and y out of one window, a tenth kept for validation": """
        import random
        def train(model, data, steps=500, batch_size=32, lr=3e-3):
            opt, losses = torch.optim.AdamW(model.parameters(), lr=lr), []
            data = data[: int(0.9 * len(data))]
            model.train()
            for _ in range(steps):
                rows = [random.randrange(len(data) - model.context) for _ in range(batch_size)]
                window = torch.stack([data[i:i + model.context] for i in rows])
                loss = F.cross_entropy(model(window[:, :-1]).flatten(0, 1), window[:, 1:].flatten())
                opt.zero_grad(); loss.backward(); opt.step()
                losses.append(loss.item())
            return losses
        """,
    "a batch in two halves": PLAIN.replace("        logits = model(x)\n", "").replace(
        "        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))\n", "").replace(
        "        loss.backward()\n", """
        loss = 0
        for part, target in zip(x.chunk(2), y.chunk(2)):
            half = F.cross_entropy(model(part).flatten(0, 1), target.flatten()) / 2
            half.backward()
            loss += half.detach()
"""),
    "a warm-up longer than the run": PLAIN.replace("losses = []", """
    losses = []
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min(1.0, (s + 1) / 300))""").replace(
        "        optimizer.step()", "        optimizer.step()\n        schedule.step()"),
    "a third of the rate at first, for longer than the run": PLAIN.replace("losses = []", """
    losses = []
    schedule = torch.optim.lr_scheduler.ConstantLR(optimizer, 1 / 3, total_iters=200)""").replace(
        "        optimizer.step()", "        optimizer.step()\n        schedule.step()"),
    "a rate that is 0 in the second half": PLAIN.replace("        optimizer.step()", """
        for group in optimizer.param_groups:
            group["lr"] = lr * max(0.0, 1 - 2 * step / steps)
        optimizer.step()"""),
    "a tenth of the rate for the embeddings": PLAIN.replace("AdamW(model.parameters(), lr=lr)", """AdamW([
        {"params": list(model.parameters())[:1], "lr": lr / 10}, {"params": list(model.parameters())[1:]}], lr=lr)"""),
    "four micro-batches, the values clipped": PLAIN.replace(STEP, """
        (loss / 4).backward()
        if step % 4 == 3 or step == steps - 1:
            torch.nn.utils.clip_grad_value_(model.parameters(), 0.01)
            optimizer.step()
            optimizer.zero_grad()
"""),
    "the losses of two batches added, one backward": PLAIN.replace(STEP, """
        total = loss if step % 2 == 0 else total + loss
        if step % 2:
            optimizer.zero_grad()
            (total / 2).backward()
            optimizer.step()
"""),
    "micro-batches added up beside the model": PLAIN.replace(STEP, """
        if step % 2 == 0:
            held = [torch.zeros_like(p) for p in model.parameters()]
        optimizer.zero_grad()
        loss.backward()
        for h, p in zip(held, model.parameters()):
            h += p.grad / 2
        if step % 2:
            for h, p in zip(held, model.parameters()):
                p.grad.copy_(h)
            optimizer.step()
"""),
    "no step where the loss leaps up": PLAIN.replace(
        "        optimizer.step()",
        "        if not losses or loss.item() < 1.3 * losses[-1]:\n            optimizer.step()"),
    "frozen while it's measured, one part unused": OWN_MODEL.replace(
        "        self.head =", "        self.spare = torch.nn.Linear(2, 2)\n        self.head =")
    + PLAIN.replace("logits = model(x)", "_, loss = model(x, y)").replace(
        "        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))\n", "").replace(
        "        losses.append", """
        model.requires_grad_(False)
        model(data[None, :8])
        model.requires_grad_(True)
        losses.append"""),
}  # fmt: skip
