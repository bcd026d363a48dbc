"""Adversarial examples from controlled paraphrases. This folder is installed as `scpn.adversarial`."""
