"""Diagnostics: one folder each; what they share stands beside them."""
