"""The bundled sample: written for hubscope, true facts, agents that do not exist."""
