"""
en: `view` after `transpose`, without `contiguous`
es: `view` después de `transpose`, sin `contiguous`

done: After transpose or permute the heads are put together with view.
why: A transpose moves no numbers, it only changes the order in which they're read; view can relabel only what lies in
    that order in memory, so torch refuses. Beware of the quick way out: in front of the transpose view runs, and
    silently mixes tokens with heads.
try: Print is_contiguous() and stride() of the tensor before and after the transpose. What does torch's message
    suggest, and in which order must the axes stand before they are merged?

hecho: Después de transpose o permute, las cabezas se juntan con view.
por_que: Un transpose no mueve números, solo cambia el orden en que se leen; view solo puede reetiquetar lo que está
    en ese orden en la memoria, así que torch se niega. Cuidado con el atajo: delante del transpose, view funciona, y
    mezcla tokens con cabezas sin decir nada.
prueba: Imprime is_contiguous() y stride() del tensor antes y después del transpose. ¿Qué sugiere el mensaje de torch,
    y en qué orden tienen que estar los ejes antes de juntarlos?

fails: values, equivariant, mask_reaches_heads
catalogue: MH-05
"""

from __future__ import annotations

from typing import Any

from ._in_torch import Separate


class MultiHeadAttention(Separate):
    """Right, but for a view where the memory isn't in that order."""

    def merged(self, z: Any) -> Any:
        B, h, n, k = z.shape
        return z.transpose(1, 2).view(B, n, h * k)
