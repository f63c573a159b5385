"""Jobs: commands that the app starts, each a process of its own that outlives page and app."""
