"""Guides of one page each, to print and lay on the tables: for volunteers, captains, masters."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_GET

READERS = ("volunteer", "captain", "master")


@require_GET
def page(request: HttpRequest, who: str) -> HttpResponse:
    """The guide for `who`, in the reader's language or in `?language=`; it needs no seat."""
    if who not in READERS:
        raise Http404
    wanted = request.GET.get("language", "")
    language = wanted if wanted in dict(settings.LANGUAGES) else translation.get_language()
    with translation.override(language):
        return render(request, f"hq/guide/{who}_{language}.html", {"who": who})
