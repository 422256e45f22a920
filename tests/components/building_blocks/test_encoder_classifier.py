"""A classifier on an encoder: right in any style passes every check; each mistake fails just its own."""

from __future__ import annotations

import pytest

from grader.model import Verdict
from tests.components.judged import failed, judge, messages

SEEDS = (0, 1, 2)


def classifier(
    init: str = "self.encoder = encoder",
    head: str = "torch.nn.Linear(d_model, n_classes)",
    hidden: str = "self.encoder(idx)",
    pooled: str = "hidden[:, 0]",
    result: str = "self.head(pooled)",
) -> str:
    return f"""
        class EncoderClassifier(torch.nn.Module):
            def __init__(self, encoder, d_model, n_classes):
                super().__init__()
                {init}
                self.head = {head}

            def forward(self, idx):
                hidden = {hidden}
                pooled = {pooled}
                return {result}
        """


RIGHT = {
    "straight": classifier(),
    "in Spanish, with dropout and a mask": """
        class ClasificadorSobreEncoder(torch.nn.Module):
            def __init__(self, encoder, d_model, n_clases, dropout=0.3):
                super().__init__()
                self.n_clases = n_clases
                self.dropout = torch.nn.Dropout(dropout)
                self.cabeza = torch.nn.Linear(d_model, n_clases)
                self.codificador = encoder

            def forward(self, x, mascara=None):
                oculto = self.codificador(x) if mascara is None else self.codificador(x, mascara)
                return self.cabeza(self.dropout(oculto[:, 0, :]))
        """,
    "a raw matrix and a bias, every token and then the first": """
        class EncoderClassifier(torch.nn.Module):
            def __init__(self, enc, d, c):
                super().__init__()
                self.W = torch.nn.Parameter(torch.randn(d, c))
                self.b = torch.nn.Parameter(torch.zeros(c))
                self.parts = torch.nn.ModuleList([enc])

            def forward(self, tokens):
                return (self.parts[0](tokens) @ self.W + self.b)[:, 0]
        """,
    "a convolution of kernel 1": classifier(
        head="torch.nn.Conv1d(d_model, n_classes, 1)", pooled="hidden.mT", result="self.head(pooled)[..., 0]"
    ),
    "a lazy head": classifier(head="torch.nn.LazyLinear(n_classes)"),
    "logits in a pair": classifier(result="self.head(pooled), hidden"),
}

ALL = {"values", "first_token", "encoder_inside"}
WRONG = {
    "mean": (classifier(pooled="hidden.mean(1)"), {"first_token"}),
    "the first id alone": (classifier(hidden="self.encoder(idx[:, :1])"), {"first_token"}),
    "last": (classifier(pooled="hidden[:, -1]"), {"first_token"}),
    "second": (classifier(pooled="hidden[:, 1]"), {"first_token"}),
    "sum": (classifier(pooled="hidden.sum(1)"), {"first_token"}),
    "largest": (classifier(pooled="hidden.max(dim=1).values"), {"first_token"}),
    "no bias": (classifier(head="torch.nn.Linear(d_model, n_classes, bias=False)"), {"values"}),
    "no bias, a raw matrix": (
        classifier(head="torch.nn.Parameter(torch.randn(n_classes, d_model))", result="pooled @ self.head.T"),
        {"values"},
    ),
    "softmax": (classifier(result="self.head(pooled).softmax(-1)"), {"values"}),
    "log softmax": (classifier(result="self.head(pooled).log_softmax(-1)"), {"values"}),
    "a class": (classifier(result="self.head(pooled).argmax(-1)"), ALL),
    "a hidden layer": (
        classifier(
            head="torch.nn.Sequential(torch.nn.Linear(d_model, 9), torch.nn.Tanh(), torch.nn.Linear(9, n_classes))"
        ),
        {"values"},
    ),
    "a hidden layer as wide as the encoder, made after": (
        classifier(head="torch.nn.Linear(d_model, n_classes)", result="self.head(self.pooler(pooled).tanh())").replace(
            "def forward", "    self.pooler = torch.nn.Linear(d_model, d_model)\n\n            def forward"
        ),
        {"values"},
    ),
    "a norm before the head": (
        classifier(head="torch.nn.Sequential(torch.nn.LayerNorm(d_model), torch.nn.Linear(d_model, n_classes))"),
        {"values"},
    ),
    "encoder in a list": (
        classifier(init="self.encoder = [encoder]", hidden="self.encoder[0](idx)"),
        {"encoder_inside"},
    ),
    "encoder detached": (classifier(hidden="self.encoder(idx).detach()"), {"encoder_inside"}),
    "encoder frozen": (
        classifier(init="self.encoder = encoder.requires_grad_(False)"),
        {"encoder_inside"},
    ),
    "encoder asked without gradients": (
        """
        class EncoderClassifier(torch.nn.Module):
            def __init__(self, encoder, d_model, n_classes):
                super().__init__()
                self.encoder, self.head = encoder, torch.nn.Linear(d_model, n_classes)
            def forward(self, idx):
                with torch.no_grad():
                    hidden = self.encoder(idx)
                return self.head(hidden[:, 0])
        """,
        {"encoder_inside"},
    ),
    "head frozen": (
        classifier(head="torch.nn.Linear(d_model, n_classes).requires_grad_(False)"),
        {"encoder_inside"},
    ),
    "a bias that is frozen": (
        classifier(init="self.encoder = encoder").replace(
            "def forward", "    self.head.bias.requires_grad = False\n\n            def forward"
        ),
        {"encoder_inside"},
    ),
    "head by its data": (
        classifier(result="pooled @ self.head.weight.data.T + self.head.bias.data"),
        {"encoder_inside"},
    ),
    "everything frozen": (
        classifier(
            init="self.encoder = encoder.requires_grad_(False)",
            head="torch.nn.Linear(d_model, n_classes).requires_grad_(False)",
        ),
        {"encoder_inside"},
    ),
    "encoder's parameters not used": (
        classifier(hidden="self.encoder(idx * 0)"),
        ALL,
    ),
    "every token": (classifier(pooled="hidden"), ALL),
    "first sample": (classifier(pooled="hidden[0]"), ALL),
    "no head": (classifier(result="pooled"), ALL),
    "zeros": (classifier(result="self.head(pooled) * 0"), ALL),
    "random": (classifier(result="torch.rand(len(idx), 4)"), ALL),
    "None": (classifier(result="None"), ALL),
    "a constructor that stops": (classifier(init="self.encoder = encoder.missing"), ALL),
    "no module": (
        """
        class EncoderClassifier:
            def __init__(self, encoder, d_model, n_classes):
                self.encoder, self.head = encoder, torch.nn.Linear(d_model, n_classes)
            def __call__(self, idx):
                return self.head(self.encoder(idx)[:, 0])
        """,
        ALL,
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("encoder_classifier", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("encoder_classifier", source, seed) == expected


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("mean", "mean_over_all_tokens"),
        ("last", "last_token"),
        ("no bias", "no_bias"),
        ("no bias, a raw matrix", "no_bias"),
        ("softmax", "probabilities_returned"),
        ("log softmax", "probabilities_returned"),
        ("a hidden layer", "hidden_layer_in_the_head"),
        ("a hidden layer as wide as the encoder, made after", "hidden_layer_in_the_head"),
        ("encoder in a list", "encoder_not_registered"),
        ("encoder frozen", "encoder_frozen"),
        ("everything frozen", "encoder_frozen"),
        ("head frozen", "head_frozen"),
        ("a bias that is frozen", "head_frozen"),
        ("head by its data", "head_frozen"),
        ("every token", "every_token_classified"),
        ("first sample", "first_sample"),
    ],
)
def test_a_known_mistake_is_named(mistake: str, name: str) -> None:
    found = judge("encoder_classifier", WRONG[mistake][0], 1, diagnosed=True).diagnosis
    assert found[0].id == f"encoder_classifier/{name}"


@pytest.mark.parametrize("seed", [31, 35])
def test_a_maximum_is_found_where_it_takes_most_from_the_first_token(seed: int) -> None:
    """With these seeds no other position moves the logits of all samples."""
    grade = judge("encoder_classifier", WRONG["largest"][0], seed, diagnosed=True)
    assert [check.id for check in grade.checks if check.verdict is Verdict.WRONG] == ["first_token"]
    assert "encoder_classifier/mean_over_all_tokens" not in [d.id for d in grade.diagnosis]


def test_a_norm_is_no_hidden_layer() -> None:
    found = judge("encoder_classifier", WRONG["a norm before the head"][0], 1, diagnosed=True).diagnosis
    assert "encoder_classifier/hidden_layer_in_the_head" not in [d.id for d in found]


def test_the_message_says_which_tokens_are_read() -> None:
    assert "at the positions 0, 1, 2, 3, 4" in messages("encoder_classifier", WRONG["mean"][0])["first_token"]


def test_a_message_with_nothing_to_list_says_so_in_words() -> None:
    none_read = messages("encoder_classifier", classifier(result="self.head(0 * pooled)"))["first_token"]
    assert none_read.endswith("yours depend on that of no token.")
    no_head = classifier(head="None", result="pooled[:, :4]")
    assert "no parameters of its own" in messages("encoder_classifier", no_head)["values"]


def test_the_message_says_which_parameters_are_too_many() -> None:
    said = messages("encoder_classifier", WRONG["a hidden layer"][0])["values"]
    assert "(9, 6), (9,), (4, 9), (4,)" in said
