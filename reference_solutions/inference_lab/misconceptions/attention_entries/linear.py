"""
en: As many entries as tokens
es: Tantas entradas como tokens

done: Your result grows like the number of tokens.
why: Each token asks every token, itself included: the scores form a table with a row and a column for each token. A
    context ten times as long makes a hundred times as many of them, and that is what limits it.
try: Write down the scores of three tokens by hand. How many numbers are there, and how many with a fourth token?

hecho: Tu resultado crece como el número de tokens.
por_que: Cada token pregunta a todos, también a sí mismo: las puntuaciones forman una tabla con una fila y una columna
    por token. Un contexto diez veces más largo tiene cien veces más, y eso es lo que lo limita.
prueba: Escribe a mano las puntuaciones de tres tokens. ¿Cuántos números hay, y cuántos con un cuarto token?

fails: values, grows_with_the_square
"""

from __future__ import annotations


def attention_entries(n: int, n_layers: int = 1, n_heads: int = 1) -> int:
    """n for n²."""
    return n_layers * n_heads * n
