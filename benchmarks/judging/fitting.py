"""Fitting the network of the embedded judge: the word table, the epochs, the calibration."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from benchmarks.judging.classifier import CLASSES, FORMAT, Classifier
from benchmarks.judging.encoding import PADDING, Encoded, Floats
from benchmarks.judging.features import analyse
from benchmarks.judging.network import WORD_DIMENSION, Network, as_batch
from benchmarks.judging.quality import best_temperature, best_threshold, macro_f1
from retrieval.embeddings import Embedder

EPOCHS, BATCH, RATE = 5, 64, 2e-3
MAX_WORDS, MIN_COUNT = 16_000, 3

Labels = npt.NDArray[np.int64]
Labelled = tuple[Encoded, Labels]


def word_table(texts: Sequence[str], encoder: Embedder) -> tuple[dict[str, int], Floats]:
    """The commonest words of the training texts with vectors cut to their main directions.

    Returns:
        Word to row, and float32 (words + 2, WORD_DIMENSION) whose rows 0 and 1 are zero.
    """
    counts = Counter(word for text in dict.fromkeys(texts) for word in set(analyse(text).folded))
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    words = [word for word, count in common if count >= MIN_COUNT and not word.isdigit()][
        :MAX_WORDS
    ]
    vectors = encoder.embed(words)
    centred = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    reduced = centred @ axes[:, ::-1][:, :WORD_DIMENSION]
    reduced /= np.linalg.norm(reduced, axis=1, keepdims=True)
    # Rounded as they will be stored, so that training sees what judging sees.
    rounded = np.round(reduced * 127) / 127
    table = np.zeros((len(words) + 2, WORD_DIMENSION), np.float32)
    table[2:] = rounded
    return {word: row + 2 for row, word in enumerate(words)}, table


def fit(
    train: Labelled,
    weights: Floats,
    dev: Mapping[str, Labelled],
    table: Floats,
    seed: int,
) -> tuple[Network, list[float]]:
    """Train for EPOCHS and keep the weights of the epoch with the best mean dev macro F1.

    Args:
        train: pairs with their classes.
        weights: float32, (pairs,): how much each counts.
        dev: pairs with their classes, by source.
        table: float32, (words, WORD_DIMENSION): the word table.
        seed: of initial weights, dropout and order.

    Returns:
        The network, and the mean dev macro F1 after each epoch.
    """
    torch.manual_seed(seed)
    # Sums in another order are other sums: one thread, so that a seed gives one result.
    torch.set_num_threads(1)
    batch, labels = train
    mean, scale = batch.scalars.mean(axis=0), batch.scalars.std(axis=0) + 1e-3
    network = Network(table, mean, scale, batch.claim.shape[1])
    trained = [value for value in network.parameters() if value.requires_grad]
    optimiser = torch.optim.AdamW(trained, lr=RATE, weight_decay=0.02)
    steps = EPOCHS * -(-len(labels) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, RATE, total_steps=steps, pct_start=0.1
    )
    targets, counts = torch.from_numpy(labels), torch.from_numpy(weights)
    rng = np.random.default_rng(seed)
    history: list[float] = []
    kept = network.state_dict()
    for _ in range(EPOCHS):
        network.train()
        for rows in _batches(batch, rng):
            logits = network(as_batch(batch, rows))
            loss = functional.cross_entropy(
                logits, targets[rows], reduction="none", label_smoothing=0.05
            )
            loss = (loss * counts[rows]).sum() / counts[rows].sum()
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            schedule.step()
        history.append(_dev_score(network, dev))
        if history[-1] == max(history):
            kept = {name: value.clone() for name, value in network.state_dict().items()}
    network.load_state_dict(kept)
    return network, history


def _batches(batch: Encoded, rng: np.random.Generator) -> list[npt.NDArray[np.int64]]:
    """Shuffled batches of pairs of like length: less padding."""
    order = rng.permutation(len(batch))
    lengths = (batch.evidence_words != PADDING).sum(axis=1)
    pools = [order[at : at + 32 * BATCH] for at in range(0, len(order), 32 * BATCH)]
    pools = [pool[np.argsort(lengths[pool], kind="stable")] for pool in pools]
    batches = [pool[at : at + BATCH] for pool in pools for at in range(0, len(pool), BATCH)]
    return [batches[at] for at in rng.permutation(len(batches))]


def _mean_logits(networks: Sequence[Network], batch: Encoded) -> Floats:
    mean: Floats = np.mean([_logits(network, batch) for network in networks], axis=0)
    return mean


def _logits(network: Network, batch: Encoded) -> Floats:
    network.eval()
    with torch.inference_mode():
        parts = [
            network(as_batch(batch, rows)).numpy()
            for rows in np.array_split(np.arange(len(batch)), 1 + len(batch) // 512)
        ]
    return np.concatenate(parts)


def _dev_score(network: Network, dev: Mapping[str, Labelled]) -> float:
    scores = [
        macro_f1(_logits(network, batch).argmax(axis=1), labels) for batch, labels in dev.values()
    ]
    return float(np.mean(scores))


def calibrated(
    networks: Sequence[Network], vocabulary: Mapping[str, int], dev: Mapping[str, Labelled]
) -> Classifier:
    """The networks as one classifier; temperature and threshold from dev, every source alike."""
    logits = {name: _mean_logits(networks, batch) for name, (batch, _) in dev.items()}
    labels = {name: labels for name, (_, labels) in dev.items()}
    temperature = best_temperature(logits, labels)
    scaled = {name: values / temperature for name, values in logits.items()}
    card = {
        "format": FORMAT,
        "classes": list(CLASSES),
        "temperature": temperature,
        "threshold": best_threshold(scaled, labels),
    }
    tensors = as_tensors(networks)
    return Classifier(tensors, dict(vocabulary), card)


def as_tensors(networks: Sequence[Network]) -> dict[str, Floats]:
    """The arrays of an ensemble as classifier.py names them."""
    states = [network.state_dict() for network in networks]
    tensors = {"words": states[0].pop("words").numpy().copy()}
    for number, state in enumerate(states):
        for name, value in state.items():
            if name != "words":
                tensors[f"{number}.{name}"] = value.numpy().copy()
    return tensors
