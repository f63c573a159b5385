"""Agents: trajectories and the formats they come in."""
