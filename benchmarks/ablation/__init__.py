"""Evidence ablation: FAE asks whether a verifier uses its evidence, REAL trains one that does."""
