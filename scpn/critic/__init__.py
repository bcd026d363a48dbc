"""Whether an output says the same as its source, in good English: learned from readers."""

from scpn.critic.verdict import Critic, Verdict

__all__ = ["Critic", "Verdict"]
