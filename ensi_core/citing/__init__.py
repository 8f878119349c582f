"""Citing: from positions in passages to quotes of the document, and what quotes do not say."""
