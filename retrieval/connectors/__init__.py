"""Connectors: services and folders where papers and pages are found, one interface for all."""
