"""Vocabularies as data: one TOML file a field of science."""
