"""`{% region "pools" %}`: puts a region that was built for this page in its place."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def region(context: template.Context, name: str) -> SafeString:
    """The html of `regions[name]` (see `live.render.page`). KeyError: not on this board."""
    regions: dict[str, SafeString] = context["regions"]
    return regions[name]
