"""The stages of `selfsame spark` that run on a Spark cluster: scoring pairs in Node workers, and connected components."""

from .components import connected_components
from .scoring import score_pairs

__all__ = ["connected_components", "score_pairs"]
