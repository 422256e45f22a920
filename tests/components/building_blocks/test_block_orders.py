"""Post-LN and pre-LN: right in any style passes every check; each mistake fails just the checks that it concerns."""

from __future__ import annotations

import pytest

from tests.components.judged import failed, judge, messages

SEEDS = (0, 1, 2)

POST_HEAD = "def post_ln_forward(x, attention, ffn, norm1, norm2):\n"
PRE_HEAD = "def pre_ln_forward(x, attention, ffn, norm1, norm2):\n"
POST = POST_HEAD + " y = norm1(x + attention(x))\n return norm2(y + ffn(y))\n"
PRE = PRE_HEAD + " y = x + attention(norm1(x))\n return y + ffn(norm2(y))\n"

RIGHT = {
    "straight": POST + PRE,
    "in Spanish, with a mask at the end": """
        def forward_post_ln(x, atencion, red, norma1, norma2, mascara=None):
            x = norma1(x + atencion(x))
            x = norma2(x + red(x))
            return x
        def forward_pre_ln(x, atencion, red, norma1, norma2, mascara=None):
            rama = atencion(norma1(x))
            x = rama + x
            rama = red(norma2(x))
            return rama + x
        """,
    "in the order of the computation": """
        def post_ln_forward(x, attention, norm1, ffn, norm2):
            y = norm1(x + attention(x))
            return norm2(y + ffn(y))
        def pre_ln_forward(x, norm1, attention, norm2, ffn):
            y = x + attention(norm1(x))
            return y + ffn(norm2(y))
        """,
    "for torch": """
        def post_ln_forward(x: torch.Tensor, attention, ffn, norm1, norm2) -> torch.Tensor:
            y = norm1(torch.add(x, attention(x)))
            return norm2(torch.add(y, ffn(y)))
        def pre_ln_forward(x: torch.Tensor, attention, ffn, norm1, norm2) -> torch.Tensor:
            for norm, sublayer in ((norm1, attention), (norm2, ffn)):
                x = torch.add(x, sublayer(norm(x)))
            return x
        """,
}

OF_POST = {"post_values", "post_residuals", "post_norms"}
OF_PRE = {"pre_values", "pre_residuals", "pre_norms"}

# What is wrong, and every check that it fails: no more and no fewer.
WRONG = {
    "pre-LN alone": (PRE, OF_POST),
    "post-LN alone": (POST, OF_PRE),
    "pre-LN under both names": (
        PRE + POST_HEAD + " return pre_ln_forward(x, attention, ffn, norm1, norm2)",
        {"post_values", "post_norms"},
    ),
    "post-LN under both names": (
        POST + PRE_HEAD + " return post_ln_forward(x, attention, ffn, norm1, norm2)",
        OF_PRE,
    ),
    "the two exchanged": (
        POST.replace("post", "pre") + PRE.replace("pre", "post"),
        {"post_values", "post_norms"} | OF_PRE,
    ),
    "BL-01 no residuals": (
        POST_HEAD + " return norm2(ffn(norm1(attention(x))))\n" + PRE_HEAD + " return ffn(norm2(attention(norm1(x))))",
        {"post_values", "post_residuals", "pre_values", "pre_residuals"},
    ),
    "BL-01 no second residual in pre-LN": (
        POST + PRE.replace("return y + ffn", "return ffn"),
        {"pre_values", "pre_residuals"},
    ),
    "BL-02 the residual of the normalised x": (
        POST + PRE_HEAD + " z = norm1(x)\n y = z + attention(z)\n z = norm2(y)\n return z + ffn(z)",
        {"pre_values", "pre_residuals"},
    ),
    "BL-03 the second residual from the block's input": (
        POST.replace("norm2(y + ffn", "norm2(x + ffn") + PRE.replace("y + ffn", "x + ffn"),
        {"post_values", "post_residuals", "pre_values", "pre_residuals"},
    ),
    "BL-04 side by side": (POST + PRE_HEAD + " return x + attention(norm1(x)) + ffn(norm2(x))", {"pre_values"}),
    "BL-05 norms on the branches": (
        POST + PRE_HEAD + " y = x + norm1(attention(x))\n return y + norm2(ffn(y))",
        OF_PRE,
    ),
    "LN-12 one norm for both": (
        POST_HEAD
        + " y = norm1(x + attention(x))\n return norm1(y + ffn(y))\n"
        + PRE_HEAD
        + " y = x + attention(norm1(x))\n return y + ffn(norm1(y))",
        {"post_values", "post_norms", "pre_values", "pre_norms"},
    ),
    "BL-16 the network first": (
        POST + PRE_HEAD + " y = x + ffn(norm2(x))\n return y + attention(norm1(y))",
        {"pre_values", "pre_norms"},
    ),
    "BL-06 a last norm in pre-LN": (
        POST + PRE.replace("return y + ffn(norm2(y))", "return norm2(y + ffn(norm2(y)))"),
        OF_PRE,
    ),
    "no norm before the network": (POST + PRE.replace("ffn(norm2(y))", "ffn(y)"), {"pre_values", "pre_norms"}),
    "the sum halved": (
        POST + PRE.replace("return y", "return 0.5 * y"),
        {"pre_values", "pre_residuals"},
    ),
}

TRIVIAL = {
    "zeros": "0 * x",
    "the input": "x",
    "the attention alone": "attention(x)",
    "the last norm of the input": "norm2(x)",
    "random numbers": "np.random.normal(size=x.shape)",
    "None": "None",
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", RIGHT)
def test_every_right_style_passes_every_check(style: str, seed: int) -> None:
    assert failed("block_orders", RIGHT[style], seed) == set()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mistake", WRONG)
def test_each_mistake_fails_just_its_own_checks(mistake: str, seed: int) -> None:
    source, expected = WRONG[mistake]
    assert failed("block_orders", source, seed) == expected


@pytest.mark.parametrize("answer", TRIVIAL)
def test_trivial_answers_earn_nothing(answer: str) -> None:
    returned = f" return {TRIVIAL[answer]}\n"
    assert judge("block_orders", POST_HEAD + returned + PRE_HEAD + returned, 1).points == 0


@pytest.mark.parametrize(
    ("mistake", "name"),
    [
        ("post-LN under both names", "post_ln_for_pre_ln"),
        ("pre-LN under both names", "pre_ln_for_post_ln"),
        ("BL-01 no residuals", "residuals_missing"),
        ("BL-05 norms on the branches", "norms_on_the_branches"),
    ],
)
def test_a_mistake_is_named(mistake: str, name: str) -> None:
    assert judge("block_orders", WRONG[mistake][0], 1, diagnosed=True).diagnosis[0].id == f"block_orders/{name}"


def test_messages_say_what_is_missing_and_what_was_given_to_whom() -> None:
    assert "forward_post_ln" in messages("block_orders", WRONG["pre-LN alone"][0])["post_values"]
    said = messages("block_orders", WRONG["BL-05 norms on the branches"][0])["pre_norms"]
    assert said == "pre_ln_forward: norm1 must be given x itself."
    said = messages("block_orders", WRONG["LN-12 one norm for both"][0])["post_norms"]
    assert said == "post_ln_forward must call each of its four functions once; it called norm1 2 times."
