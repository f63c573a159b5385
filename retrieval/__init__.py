"""Evidence: chunks, embeddings, the FAISS index, the tiers."""
