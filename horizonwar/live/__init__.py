"""The push machinery. It knows no game: what it needs of one stands in `settings.LIVE`."""
