"""Whether an output says the same as its source, in good English: learned from readers."""

from scpn.critic.verdict import Critic, Verdict

__all__ = ["Critic", "Verdict", "load_critic"]


def __getattr__(name: str) -> object:
    """Load what needs torch when it is asked for."""
    if name == "load_critic":
        from scpn.critic.critic import load_critic

        return load_critic
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
