"""The assignment ``building_blocks``: the parts that Transformers are built of today, one by one."""

from __future__ import annotations

from grader.components.building_blocks import (
    affine_layer_norm,
    block_orders,
    combined_masks,
    cross_attention,
    embeddings,
    encoder_classifier,
    encoder_decoder,
    feed_forward,
    grouped_query_attention,
    rms_norm,
    rope,
    swiglu,
)
from grader.components.component import Component

__all__ = ["COMPONENTS"]

COMPONENTS: tuple[Component, ...] = (
    embeddings.COMPONENT,
    feed_forward.COMPONENT,
    affine_layer_norm.COMPONENT,
    rms_norm.COMPONENT,
    swiglu.COMPONENT,
    block_orders.COMPONENT,
    rope.COMPONENT,
    grouped_query_attention.COMPONENT,
    cross_attention.COMPONENT,
    combined_masks.COMPONENT,
    encoder_classifier.COMPONENT,
    encoder_decoder.COMPONENT,
)
