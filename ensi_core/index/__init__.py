"""The entity-structure index: keys, inverse entries, lexical terms, and what is embedded."""
