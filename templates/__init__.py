"""Syntactic templates: the top two levels of a parse. This folder is installed as `scpn.templates`."""
