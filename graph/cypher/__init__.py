"""Cypher text: constants and pure functions over closed words, no driver in sight."""
