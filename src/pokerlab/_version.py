"""The version of pokerlab, where every room can know it: files say what wrote them."""

__version__ = "0.1.0"
