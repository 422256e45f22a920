"""Training: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

SEEDS = (0, 1)
EVERY = {"losses", "learns", "next_token", "cross_entropy", "fresh_gradients", "training_mode", "reproducible"}

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

RIGHT = {
    "plain": PLAIN,
    "in Spanish, globals, plain gradient descent, tensors back": """
        CONTEXTO, LOTE = 16, 8
        def entrenar(modelo, datos, pasos=300, tasa_aprendizaje=0.1, cada=50):
            opt = torch.optim.SGD(modelo.parameters(), lr=tasa_aprendizaje)
            perdidas = []
            for paso in range(pasos):
                i = torch.randint(0, len(datos) - CONTEXTO - 1, (LOTE,))
                ventanas = torch.stack([datos[j:j + CONTEXTO + 1] for j in i])
                opt.zero_grad(set_to_none=False)
                perdida = F.cross_entropy(modelo(ventanas[:, :-1]).transpose(1, 2), ventanas[:, 1:])
                perdida.backward()
                opt.step()
                perdidas.append(perdida)
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
            opt = torch.optim.Adam(model.parameters(), lr)
            n = (len(data) - 1) // block_size
            X, Y = data[: n * block_size].view(n, block_size), data[1 : n * block_size + 1].view(n, block_size)
            history = {"train": [], "val": []}
            for epoch in range(epochs):
                for index in torch.randperm(n).split(batch_size):
                    loss = F.cross_entropy(model(X[index]).flatten(0, 1), Y[index].flatten())
                    opt.zero_grad(); loss.backward(); opt.step()
                    history["train"].append(float(loss))
            return history
        """,
    "epochs of one batch": PLAIN.replace("steps", "epochs"),
    "no number of steps at all": PLAIN.replace("steps=200, batch_size=32, context=64, lr=1e-3", "").replace(
        "losses = []", "losses, steps, context, batch_size = [], 320, 12, 6"
    ).replace("lr=lr", "lr=1e-3"),
    "more steps than are noted": PLAIN.replace("steps=200, ", "").replace("losses = []", "losses, steps = [], 700"),
    "small learning rate of its own, windows of one piece": """
        def train(model, data, n_steps=1000, B=8, T=8):
            opt = torch.optim.AdamW(model.parameters(), lr=3e-4)
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
            for p, g in zip(model.parameters(), slopes):
                p -= 0.1 * g"""),
    "a closure": """
        def train(model, data, steps=100, batch_size=8, context=8, lr=1e-2):
            opt = torch.optim.Adam(model.parameters(), lr=lr)
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
    "by hand": PLAIN.replace("optimizer = torch.optim.AdamW(model.parameters(), lr=lr)", "pass")
    .replace("        optimizer.zero_grad()\n", "        for p in model.parameters(): p.grad = None\n")
    .replace("optimizer.step()", "\n        for p in model.parameters():\n            p.data -= 0.1 * p.grad"),
    "torch.func, the parameters handed in": """
        from torch.func import functional_call, grad_and_value
        def train(model, data, steps=200, batch_size=32, context=64, lr=1e-3):
            def loss_of(params, x, y):
                return F.cross_entropy(functional_call(model, params, (x,)).flatten(0, 1), y.flatten())
            losses = []
            for step in range(steps):
                i = torch.randint(len(data) - context, (batch_size, 1)) + torch.arange(context)
                params = {name: p.detach() for name, p in model.named_parameters()}
                slopes, loss = grad_and_value(loss_of)(params, data[i], data[i + 1])
                with torch.no_grad():
                    for name, p in model.named_parameters():
                        p -= 0.1 * slopes[name]
                losses.append(loss.item())
            return losses
        """,
    "torch.func.grad, the losses beside the gradients": """
        def train(model, data, steps=200, batch_size=32, context=64, lr=1e-3):
            opt = torch.optim.Adam(model.parameters(), lr=lr)
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
            opt = torch.optim.Adam(model.parameters(), lr=lr)
            losses = np.zeros(steps)
            for s in range(steps):
                i = rng.integers(0, len(data) - context, size=batch_size)
                x = torch.from_numpy(np.stack([data[j:j + context] for j in i]))
                y = torch.from_numpy(np.stack([data[j + 1:j + 1 + context] for j in i]))
                loss = F.cross_entropy(model(x).reshape(-1, 11), y.reshape(-1))
                opt.zero_grad(); loss.backward(); opt.step()
                losses[s] = loss
            return losses.tolist()
        """,
}  # fmt: skip

LOSS = "F.cross_entropy(logits.view(-1, logits.size(-1)), y.view(-1))"
# What is changed in PLAIN, and every check that then fails.
WRONG = {
    "GP-01 softmax first": (
        {"logits = model(x)": "logits = F.softmax(model(x), dim=-1)"},
        {"cross_entropy", "learns"},
    ),
    "GP-05 not shifted": ({"y.view(-1))": "x.view(-1))"}, {"next_token"}),
    "GP-05 rolled": ({"y.view(-1))": "x.roll(-1, 1).view(-1))"}, {"next_token"}),
    "GP-05 the batch not shifted": ({"data[i + 1:i + context + 1]": "data[i:i + context]"}, {"next_token"}),
    "GP-06 shifted twice": (
        {LOSS: "F.cross_entropy(logits[:, :-1].flatten(0, 1), y[:, 1:].flatten())"},
        {"next_token"},
    ),
    "shifted back": (
        {"torch.randint(len(data) - context": "1 + torch.randint(len(data) - context - 1",
         "data[i + 1:i + context + 1]": "data[i - 1:i + context - 1]"},
        {"next_token"},
    ),
    "targets of other windows": ({"y.view(-1))": "y.flip(0).reshape(-1))"}, {"next_token", "learns"}),
    "GP-10 the last position": ({LOSS: "F.cross_entropy(logits[:, -1], y[:, -1])"}, {"cross_entropy"}),
    "the first half of the positions": (
        {LOSS: "F.cross_entropy(logits[:, :4].flatten(0, 1), y[:, :4].flatten())"},
        {"cross_entropy"},
    ),
    "squared error": (
        {LOSS: "((logits.softmax(-1) - F.one_hot(y, 11)) ** 2).sum(-1).mean()"},
        {"losses", "cross_entropy"},
    ),
    "GP-03 the sum": ({"y.view(-1))": "y.view(-1), reduction='sum')"}, {"losses"}),
    "GP-13 no zero_grad": ({"optimizer.zero_grad()": "pass"}, {"fresh_gradients"}),
    "GP-13 gradients added by hand": (
        {"        optimizer.zero_grad()\n": "", "        loss.backward()\n":
         "        for p, g in zip(model.parameters(), torch.autograd.grad(loss, list(model.parameters()))):\n"
         "            p.grad = g if p.grad is None else p.grad + g\n"},
        {"fresh_gradients"},
    ),
    "torch.func, the targets not shifted": (
        {"        loss.backward()\n": """
        def loss_of(params):
            return F.cross_entropy(torch.func.functional_call(model, params, (x,)).flatten(0, 1), x.flatten())
        for p, g in zip(model.parameters(), torch.func.grad(loss_of)(dict(model.named_parameters())).values()):
            p.grad = g
""", "        logits = model(x)\n": "", f"        loss = {LOSS}\n":
         "        with torch.no_grad():\n            loss = F.cross_entropy(model(x).flatten(0, 1), x.flatten())\n"},
        {"next_token"},
    ),
    "GP-13 no step": ({"optimizer.step()": "pass"}, {"learns", "fresh_gradients"}),
    "GP-13 zero_grad before the step": (
        {"        optimizer.zero_grad()\n": "", "optimizer.step()": "optimizer.zero_grad(); optimizer.step()"},
        {"learns", "fresh_gradients"},
    ),
    "no backward": ({"loss.backward()": "pass"}, EVERY - {"losses", "reproducible"}),
    "a far too small learning rate": ({"lr=lr": "lr=1e-7"}, {"learns"}),
    "GP-14 eval": ({"model.train()": "model.eval()"}, {"training_mode"}),
    "GP-14 eval after a while": (
        {"losses.append(": "model.eval() if step == 50 else None\n        losses.append("},
        {"training_mode"},
    ),
    "GP-16 by the clock": ({"losses = []": "losses = []; torch.seed()"}, {"reproducible"}),
    "the last loss alone": ({"return losses": "return losses[-1]"}, {"losses"}),
    "nothing back": ({"return losses": "return None"}, {"losses"}),
    "a loss every ten steps": ({"losses.append(": "if step % 10 == 0: losses.append("}, {"losses"}),
    "one step too few": ({"range(steps)": "range(steps - 1)"}, {"losses"}),
    "losses in the wrong order": ({"return losses": "return losses[::-1]"}, {"losses", "learns"}),
    "shuffled data": (
        {"model.train()": "data = data[torch.randperm(len(data))]; model.train()"},
        {"next_token", "learns"},
    ),
    "the number of tokens right for no model": ({"losses.append(loss.item())": "losses.append(2.4)"}, {"learns"}),
}  # fmt: skip

TRIVIAL = {
    "None": "return None",
    "an empty list": "return []",
    "zeros": "return [0.0] * steps",
    "ln V": "return [math.log(11)] * steps",
    "a made-up curve": "return [0.5 + 1.9 * 0.98**i for i in range(steps)]",
    "the model": "return model",
    "one look": "model(data[None, :8]); return [2.4] * steps",
    "not written": "raise NotImplementedError",
}


def changed(changes: dict[str, str]) -> str:
    source = PLAIN
    for old, new in changes.items():
        assert old in source, old
        source = source.replace(old, new)
    return source


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("training", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    changes, expected = WRONG[mistake]
    assert failed("training", changed(changes), seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    assert failed("training", f"def train(model, data, steps=100):\n {TRIVIAL[answer]}", 1) == EVERY


@pytest.mark.parametrize(
    ("mistake", "named"),
    [
        ("GP-01 softmax first", "softmax_before_cross_entropy"),
        ("GP-05 not shifted", "targets_not_shifted"),
        ("GP-05 rolled", "targets_rolled"),
        ("GP-05 the batch not shifted", "targets_not_shifted"),
        ("GP-06 shifted twice", "targets_shifted_twice"),
        ("GP-10 the last position", "last_position_alone"),
        ("GP-03 the sum", "sum_for_mean"),
        ("GP-13 no zero_grad", "gradients_pile_up"),
        ("GP-13 no step", "no_update"),
        ("GP-14 eval", "evaluation_mode"),
        ("GP-14 eval after a while", "evaluation_mode_after_a_while"),
        ("GP-16 by the clock", "batches_no_seed_reaches"),
        ("nothing back", "no_losses"),
    ],
)
def test_a_mistake_is_named(mistake: str, named: str) -> None:
    grade = judge("training", changed(WRONG[mistake][0]), 1, diagnosed=True)
    assert [d.id for d in grade.diagnosis][:1] == [f"training/{named}"]


def test_messages_show_what_was_seen() -> None:
    def said(mistake: str, check: str) -> str:
        return messages("training", changed(WRONG[mistake][0]))[check]

    assert "The targets are the inputs moved by one" in said("GP-05 not shifted", "next_token")
    assert "of 64 positions that the model answered for, only 8 count" in said(
        "GP-10 the last position", "cross_entropy"
    )
    assert "its mean loss is near ln 11 = 2.3979" in said("GP-03 the sum", "losses")
    assert "in step 52 the model was in evaluation mode" in said("GP-14 eval after a while", "training_mode")
    assert "number of losses that came back: 15." in said("a loss every ten steps", "losses")
