"""Text embedding: the seam, the local model, and vectors kept by text."""
