"""The trained judge: a cross-encoder over the packaged model, with the feature judge beside it.

The cross-encoder (cross_encoder.py) was trained with the ablation objective; the feature judge's
logits stand beside its own under one calibrated layer. It is modest all the same: its confusion on
held-out pairs (`card`) belongs into every report that rests on it.
"""

from importlib.resources import files

from benchmarks.judging.cross_encoder import CrossEncoder, load_adapter
from benchmarks.judging.cross_judge import CrossJudge
from benchmarks.judging.feature_judge import FeatureJudge
from retrieval.embeddings import Embedder, model_folder


class TrainedJudge(CrossJudge):
    """The committed adapter over the committed feature judge."""

    name = "trained"

    def __init__(self, embedder: Embedder) -> None:
        """Take the embedder that the feature judge was trained with.

        Raises:
            UnavailableError: the packaged model is not there.
        """
        super().__init__(open_encoder(), FeatureJudge(embedder))


def open_encoder() -> CrossEncoder:
    """The committed cross-encoder.

    Raises:
        UnavailableError: the packaged model is not there.
    """
    adapter = load_adapter(files(__package__).joinpath("weights"))
    return CrossEncoder(model_folder(adapter.card["model"]), adapter)
