"""
en: Each head is taken to be d_model wide
es: Se toma cada cabeza con la anchura d_model

done: Your numbers come out when every head has three matrices (512, 512).
why: A head works in d_model / h dimensions. With heads of full width the attention would cost h times as much, and
    its output would have to be h times as wide.
try: Which shape does the output of one head have, if all of them side by side are to be 512 wide again?

hecho: Tus números salen si cada cabeza tiene tres matrices (512, 512).
por_que: Una cabeza trabaja en d_model / h dimensiones. Con cabezas de anchura completa la atención costaría h veces
    más y su salida tendría que ser h veces más ancha.
prueba: ¿Qué forma tiene la salida de una cabeza si todas en fila deben medir otra vez 512?

fails: eight_heads, sixteen_heads, independent_of_heads
catalogue: MH-22
"""

from __future__ import annotations


def attention_parameters_8() -> int:
    """With 8 heads."""
    return 3 * 8 * (512**2 + 512) + 8 * 512**2 + 512


def attention_parameters_16() -> int:
    """With 16."""
    return 3 * 16 * (512**2 + 512) + 16 * 512**2 + 512
