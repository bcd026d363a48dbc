"""The paraphraser inside other people's toolkits: TextAttack and OpenAttack.

Neither toolkit is needed to install this package; each module says what it does without.
"""
