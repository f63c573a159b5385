"""Loopback servers that speak the providers' protocols, and misbehave where a script says so."""
