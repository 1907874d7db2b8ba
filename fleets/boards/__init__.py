"""What the pages of the tables show: frozen views for one viewer, built from rows and states."""
