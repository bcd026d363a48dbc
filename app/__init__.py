"""The web app. This folder is installed as `scpn.app`."""
