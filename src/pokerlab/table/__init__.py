"""Deals hands and asks agents: the one loop that plays (`hand`), and everything that calls it."""
