"""
en: All samples get the mask of the first one
es: Todas las muestras reciben la máscara de la primera

done: A mask of shape (batch, 1, n, n) is reduced to its first sample, by an index or by a squeeze, and that one
    serves all.
why: Texts of one batch have different lengths, so their padding masks differ. Here a long text loses real tokens, or
    a short one attends to its padding.
try: Make a batch of two samples with two different masks, and call each sample alone with its own mask too. Is the
    second sample's output the same?

hecho: Una máscara de forma (lote, 1, n, n) se reduce a su primera muestra, con un índice o un squeeze, y esa sirve
    para todas.
por_que: Los textos de un lote tienen longitudes distintas, así que sus máscaras de padding también lo son. Aquí un
    texto largo pierde tokens reales, o uno corto atiende a su padding.
prueba: Haz un lote de dos muestras con dos máscaras distintas, y llama también a cada muestra sola con la suya. ¿La
    salida de la segunda es la misma?

fails: mask_reaches_heads
catalogue: MK-11
"""

from __future__ import annotations

from ... import multihead as reference
from ...multihead import AttentionWeights
from ._around import Mask, Numbers


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with the first sample's mask."""
    first = mask[:1] if mask is not None and mask.ndim == 4 else mask
    return reference.multi_head_attention(x, weights, n_heads, first)
