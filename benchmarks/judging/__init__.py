"""Judging: claims of an agent, verdicts, judges; shared by every diagnostic."""
