"""Hallucination: what an agent got wrong, weighed by where it sits in the graph."""
