"""
en: An entry for each token
es: Una entrada por cada token

done: Your number grows as the tokens do.
why: Each token asks each token, so there is an entry for every pair. This is why long contexts are dear: ten times
    the text is a hundred times the entries.
try: Write the matrix down for 2 tokens, for 3, for 4. How many numbers are in each?

hecho: Tu número crece como los tokens.
por_que: Cada token pregunta a cada token, así que hay una entrada por cada par. Por eso son caros los contextos
    largos: diez veces más texto son cien veces más entradas.
prueba: Escribe la matriz para 2 tokens, para 3 y para 4. ¿Cuántos números hay en cada una?

fails: entries, growth
"""

from __future__ import annotations


def entries_128k() -> int:
    """One each."""
    return 128_000


def entries_growth() -> float:
    """Like the tokens."""
    return 2.0
