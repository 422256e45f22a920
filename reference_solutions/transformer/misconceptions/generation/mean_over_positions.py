"""
en: The logits of all positions are averaged
es: Se promedian los logits de todas las posiciones

done: You take the mean (or the sum) of the logits over the positions, and draw from that.
why: Each position guesses its own next token. Mixed, the guess about what comes now drowns in those about tokens that
    were written long ago.
try: Take a model that is certain of each next letter and give it "abc". Which three letters share the probability in
    your mean, and which one should have it all?

hecho: Tomas la media (o la suma) de los logits a lo largo de las posiciones, y sorteas con eso.
por_que: Cada posición adivina su propio token siguiente. Mezcladas, la conjetura sobre lo que toca ahora se ahoga
    entre las de tokens escritos hace rato.
prueba: Toma un modelo que esté seguro de cada letra siguiente y dale «abc». ¿Qué tres letras se reparten la
    probabilidad en tu media, y cuál debería tenerla toda?

fails: newest_logits
catalogue: GE-19
"""

from __future__ import annotations

from typing import Any

from ._in_torch import drawn, generated, probabilities


def generate(
    model: Any, tok: Any, prompt: str, length: int = 200, temperature: float = 1.0, top_k: int | None = None
) -> str:
    """The right one with the mean of all rows."""
    return generated(
        model, tok, prompt, length, lambda logits: drawn(probabilities(logits.mean(0), temperature, top_k))
    )
