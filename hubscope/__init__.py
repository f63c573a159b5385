"""hubscope: which knowledge hubs a scientific agent is wrong about, how much, and why."""

__version__ = "0.1.0"
