"""
en: A thousand times too large
es: Mil veces demasiado grande

done: Your number is a thousand times too large, as when an English billion is taken for a Spanish billón.
why: An English billion is 10⁹, mil millones; the Spanish billón is 10¹². A model of "3B" has three thousand millones
    of parameters. In powers of ten nobody is mistaken.
try: Write the 3·10⁹ parameters with all their zeros, and multiply.

hecho: Tu número es mil veces demasiado grande, como pasa cuando un «billion» inglés se toma por un billón.
por_que: Un «billion» inglés es 10⁹, mil millones; el billón español es 10¹². Un modelo «3B» tiene tres mil millones
    de parámetros. En potencias de diez nadie se equivoca.
prueba: Escribe los 3·10⁹ parámetros con todos sus ceros y multiplica.

fails: tokens, parameters
"""

from __future__ import annotations


def model_tokens() -> float:
    """10¹² for 10⁹."""
    return 20 * 3e12


def model_parameters() -> float:
    """10¹² for 10⁹."""
    return 500e12 / 20
