"""pokerlab: computer poker, computed, played and measured."""

__version__ = "0.1.0"
