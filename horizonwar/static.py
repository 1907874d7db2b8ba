"""Static files under names that hold their own hash, so that phones may keep them for ever."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Rewrites `import … from "./x.js"` too: without it a module would load its unhashed twin."""

    support_js_module_import_aggregation = True
