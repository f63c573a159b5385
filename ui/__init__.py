"""The windows: command line and app, thin, no logic of their own."""
