"""
en: Long texts are cut without a word
es: Los textos largos se cortan sin avisar

done: Of a text of more than n_max tokens, only the first n_max are embedded.
why: Whoever calls gets fewer vectors than tokens and learns nothing of it: targets and logits no longer fit together,
    or do so by accident. What to leave out is for the caller to decide, as in text generation, where it is the oldest
    tokens.
try: Embed a text of n_max + 1 tokens and print the shape. Who of the two should decide what is left out: you or the
    caller?

hecho: De un texto de más de n_max tokens solo se usan los n_max primeros.
por_que: Quien llama recibe menos vectores que tokens y no se entera: los objetivos y los logits dejan de encajar, o
    encajan por casualidad. Qué se deja fuera debe decidirlo quien llama, como al generar texto, donde son los tokens
    más antiguos.
prueba: Pasa un texto de n_max + 1 tokens e imprime la forma. ¿Quién debería decidir qué se deja fuera: tú o quien
    llama?

fails: longest_text
catalogue: GP-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, of the first n_max tokens."""
    idx = idx[:, : len(positions)]
    return tokens[idx] + positions[: idx.shape[-1]]
