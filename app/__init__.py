"""The web app over the paraphraser; this folder is installed as `scpn.app`."""
