"""The one group of the channel layer, and whether the layer is shared between processes."""

from __future__ import annotations

from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

LIVE = "live"


def shared_layer() -> BaseChannelLayer | None:
    """The layer that reaches other processes; None when it lives in the memory of this one."""
    layer = get_channel_layer()
    return None if isinstance(layer, InMemoryChannelLayer) else layer
