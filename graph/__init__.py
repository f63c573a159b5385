"""Knowledge: the concept graph, its rules, and the only room with Cypher."""
