"""Matej Moravčík: a bachelor thesis on an artificial intelligence for single-table poker tournaments (Slovak)."""
