"""The command line: one file per verb, all thin.

Verbs import the packages they need when they run, so that `pokerlab --help` stays quick.
"""
