"""Storage: the index store, the lease on it, and the vector cache."""
