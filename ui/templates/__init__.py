"""HTML of passages, claims and steps; every value in it is escaped."""
