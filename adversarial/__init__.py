"""Adversarial examples from controlled paraphrases: victims, attack, augmentation, report.

This folder is installed as `scpn.adversarial`.
"""
