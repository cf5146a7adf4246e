"""Judges play by samples."""
