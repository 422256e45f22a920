"""
en: The prompt's last token is left out of the prefill
es: El último token del prompt se queda fuera del prefill

done: prefill takes in all tokens of the prompt but the last: its logits and its cache are those of a prompt that ends
    one token earlier.
why: prefill promises the logits after the whole prompt, which tell the first new token. Here they guess a token that
    is already there; and a step with the next token goes on without the one that was left out.
try: Give prefill a prompt of two tokens, and then one with another second token. Do the logits change? How many keys
    are in the cache after each?

hecho: prefill procesa todos los tokens del prompt menos el último: sus logits y su caché son los de un prompt que
    acaba un token antes.
por_que: prefill promete los logits tras el prompt entero, que dicen cuál es el primer token nuevo. Aquí adivinan un
    token que ya está; y un paso con el token siguiente continúa sin el que se quedó fuera.
prueba: Dale a prefill un prompt de dos tokens y luego otro con el segundo token distinto. ¿Cambian los logits?
    ¿Cuántas claves hay en la caché después de cada uno?

fails: prefill
catalogue: KV-09
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Cached


class CachedMiniGPT(Cached):
    """The right one without the prompt's last token, where there are others."""

    def prefill(self, tokens: Any) -> Any:
        return super().prefill(tokens[:, : max(1, tokens.shape[1] - 1)])
