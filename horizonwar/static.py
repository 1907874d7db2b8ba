"""Static files under names that hold their own hash, so that phones may keep them for ever."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_SCRIPTS = "js/"


class HashedStaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Rewrites `import … from "./x.js"` too: without it a module would load its unhashed twin."""

    support_js_module_import_aggregation = True

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """Libraries' scripts are left alone: htmx's extensions import names, not files."""
        if name.endswith(".js") and not name.startswith(OWN_SCRIPTS):
            return lambda match: match[0]
        converter: Any = super().url_converter(name, hashed_files, template)
        return converter  # type: ignore[no-any-return]
