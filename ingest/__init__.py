"""Entry: from files to knowledge."""
