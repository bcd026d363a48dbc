"""The web app over the paraphraser, not built yet; this folder is installed as `scpn.app`."""
