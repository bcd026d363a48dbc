"""Adversarial examples from controlled paraphrases.

This folder is installed as `scpn.adversarial`. The paraphraser it needs is here; victims, attack,
augmentation and report are not yet.
"""
