"""Training a verifier on pairs: one pass, checkpoints, the same result after a kill.

The order of the batches follows from the seed alone and nothing is drawn while training, so the
step is all that a checkpoint has to know besides the trained tensors and the optimiser's moments.
Everything is safetensors: no checkpoint can run code.
"""

import logging
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from safetensors import safe_open
from safetensors.torch import save
from torch import Tensor
from torch.nn import functional

from benchmarks.ablation.adapter import adapted, trained_tensors
from benchmarks.ablation.pairs import TrainingPair
from benchmarks.judging.classifier import CLASSES
from benchmarks.judging.cross_network import CrossNetwork
from benchmarks.judging.windows import Window, Windows, side_by_side
from hubscope.errors import InputError
from hubscope.files import write_atomically
from hubscope.keys import digest, digest_file

log = logging.getLogger(__name__)

CHECKPOINT = "checkpoint.safetensors"


@dataclass(frozen=True, slots=True)
class Plan:
    """How to train.

    Attributes:
        seed: of the heads, the adapters and the order.
        rate: of AdamW at its highest.
        warm_up, decay_from: shares of the steps: rising until the one, falling to 0 from the other.
        sources_heavier: sources whose pairs count double: few, and of the field the judge is for.
        threads: parts of a batch that are worked on side by side, a thread each; another number
            sums in another order, so it belongs to the plan.
        half: the encoder computes in bfloat16; what is trained is kept in float32 beside it.
        passes: how often every pair is seen, each time in another order.
        steps: how many at most. A run may be resumed with other passes or steps: the rates follow
            the new number from there on.
        every: steps between checkpoints.
    """

    seed: int = 0
    batch: int = 32
    rate: float = 1e-3
    warm_up: float = 0.04
    decay_from: float = 0.4
    citation_weight: float = 0.5
    sources_heavier: tuple[str, ...] = ("scifact_train", "evidence_inference")
    threads: int = 2
    half: bool = True
    passes: int = 1
    steps: int | None = None
    every: int = 100


@dataclass(frozen=True, slots=True)
class Lesson:
    """A training pair as numbers: its window, class, cited sentences of the window, weight."""

    window: Window
    label: int
    cited: tuple[int, ...]
    weight: float


def train(base: Path, pairs: Sequence[TrainingPair], plan: Plan, folder: Path) -> dict[str, Tensor]:
    """Train on the pairs, going on from the folder's checkpoint where there is one.

    Args:
        base: folder of the model to adapt.
        pairs: in any order; the plan's seed shuffles them.
        plan: how.
        folder: for the checkpoint.

    Returns:
        The trained tensors, float32, as adapter.py names them.

    Raises:
        InputError: the folder's checkpoint is of other pairs, another model or another plan.
        UnavailableError: peft is not installed.
    """
    # Threads of one operation wait for each other at its end: on a busy machine that costs more
    # than it gains. Parts of a batch wait once a step.
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    network = adapted(base, plan.seed)
    lessons = list(lessons_of(Windows(base), pairs, plan))
    batches = batches_of([len(lesson.window) for lesson in lessons], plan)
    batches = batches[: plan.steps]
    run = _Run(network, plan, len(batches), _key(base, pairs, plan))
    done = run.resume(folder / CHECKPOINT)
    began, seen = time.monotonic(), 0
    for step in range(done, len(batches)):
        seen += len(batches[step])
        run.step(step, [lessons[row] for row in batches[step]])
        if (step + 1) % plan.every == 0 or step + 1 == len(batches):
            run.keep(folder / CHECKPOINT, step + 1)
            speed = seen / (time.monotonic() - began)
            log.info("step %d of %d, %s, %.1f pairs/s", step + 1, len(batches), run.mean(), speed)
    return run.tensors


def steps_done(path: Path) -> int:
    """How many steps a checkpoint has behind it; 0 where there is none."""
    if not path.exists():
        return 0
    with safe_open(path, framework="pt") as file:
        return int(file.metadata()["step"])


def lessons_of(windows: Windows, pairs: Sequence[TrainingPair], plan: Plan) -> Iterator[Lesson]:
    """Pairs as numbers; a citation of a sentence that did not fit is dropped."""
    counts = Counter(pair.verdict for pair in pairs)
    read = windows.of([(pair.claim, pair.sentences) for pair in pairs])
    for pair, window in zip(pairs, read, strict=True):
        cited = tuple(n for n, place in enumerate(window.kept) if place in pair.cited)
        weight = len(pairs) / (len(counts) * counts[pair.verdict])
        weight *= 2.0 if pair.source in plan.sources_heavier else 1.0
        yield Lesson(window, CLASSES.index(pair.verdict), cited, weight)


def batches_of(lengths: Sequence[int], plan: Plan) -> list[npt.NDArray[np.int64]]:
    """Batches of rows of like length in an order by chance: little padding, no trend."""
    rng, size = np.random.default_rng(plan.seed), plan.batch
    known = np.array(lengths)
    batches: list[npt.NDArray[np.int64]] = []
    for _ in range(plan.passes):
        order = rng.permutation(len(lengths))
        for start in range(0, len(order), 64 * size):
            pool = order[start : start + 64 * size]
            pool = pool[np.argsort(known[pool], kind="stable")]
            cut = [pool[at : at + size] for at in range(0, len(pool), size)]
            batches.extend(cut[at] for at in rng.permutation(len(cut)))
    return batches


def rate_at(step: int, steps: int, plan: Plan) -> float:
    """Learning rate of a step: rising, level, then falling in a line to 0."""
    share = (step + 1) / steps
    rising = min(1.0, share / plan.warm_up)
    falling = min(1.0, (1.0 - share + 1.0 / steps) / (1.0 - plan.decay_from))
    return plan.rate * rising * falling


def loss_of(network: CrossNetwork, lessons: Sequence[Lesson], plan: Plan) -> tuple[Tensor, Tensor]:
    """The summed weighted loss of some lessons, and the label logits.

    Sum of two negative log-likelihoods: of the label, and of the cited set, each of whose
    sentences is cited or not.
    """
    batch = side_by_side([lesson.window for lesson in lessons])
    logits, citations = network(batch)
    labels = torch.tensor([lesson.label for lesson in lessons])
    weights = torch.tensor([lesson.weight for lesson in lessons])
    wanted = torch.zeros_like(citations)
    for row, lesson in enumerate(lessons):
        wanted[row, list(lesson.cited)] = 1.0
    there = torch.from_numpy(batch.sentences).float()
    each = functional.cross_entropy(logits, labels, reduction="none", label_smoothing=0.05)
    cites = functional.binary_cross_entropy_with_logits(citations, wanted, reduction="none")
    cites = (cites * there).sum(dim=1) / there.sum(dim=1).clamp(min=1.0)
    return ((each + plan.citation_weight * cites) * weights).sum(), logits


@dataclass(frozen=True, slots=True)
class _Part:
    """What one thread found: gradients, loss, right labels."""

    gradients: tuple[Tensor, ...]
    loss: float
    right: int


class _Run:
    """One training run: the network, its optimiser, what was seen lately.

    Attributes:
        tensors: what is trained, float32; the network computes with its own copy, which may be of
            lower precision.
    """

    def __init__(self, network: CrossNetwork, plan: Plan, steps: int, key: str) -> None:
        self._network, self._plan, self._steps, self._key = network, plan, steps, key
        self.tensors = {
            name: value.detach().clone() for name, value in trained_tensors(network).items()
        }
        if plan.half:
            network.encoder.to(torch.bfloat16)
        self._copies = trained_tensors(network)
        self._optimiser = torch.optim.AdamW(
            self.tensors.values(), lr=plan.rate, weight_decay=0.01, foreach=True
        )
        self._seen: list[tuple[float, float]] = []
        self._threads = ThreadPoolExecutor(plan.threads)

    def step(self, step: int, lessons: Sequence[Lesson]) -> None:
        """Learn from one batch."""
        for group in self._optimiser.param_groups:
            group["lr"] = rate_at(step, self._steps, self._plan)
        cut = [lessons[at :: self._plan.threads] for at in range(self._plan.threads)]
        parts = list(self._threads.map(self._part, [part for part in cut if part]))
        total = sum(lesson.weight for lesson in lessons)
        # Summed in the order of the parts, not of their ending: the same every time.
        each = zip(*(part.gradients for part in parts), strict=True)
        for value, gradients in zip(self.tensors.values(), each, strict=True):
            value.grad = torch.stack(gradients).float().sum(dim=0) / total
        torch.nn.utils.clip_grad_norm_(self.tensors.values(), 1.0)
        self._optimiser.step()
        self._hand_down()
        loss = sum(part.loss for part in parts) / total
        self._seen.append((loss, sum(part.right for part in parts) / len(lessons)))

    def _hand_down(self) -> None:
        for name, copy in self._copies.items():
            copy.data.copy_(self.tensors[name])

    def _part(self, lessons: Sequence[Lesson]) -> _Part:
        loss, logits = loss_of(self._network, lessons, self._plan)
        gradients = torch.autograd.grad(loss, list(self._copies.values()))
        labels = torch.tensor([lesson.label for lesson in lessons])
        right = int((logits.detach().argmax(dim=1) == labels).sum())
        return _Part(gradients, float(loss.detach()), right)

    def mean(self) -> str:
        """Loss and accuracy on the training pairs since the last time."""
        loss, right = np.mean(self._seen, axis=0)
        self._seen.clear()
        return f"loss {loss:.3f}, right {right:.3f}"

    def keep(self, path: Path, step: int) -> None:
        """Write the checkpoint, whole or not at all."""
        tensors = dict(self.tensors)
        for name, value in self.tensors.items():
            state = self._optimiser.state[value]
            tensors |= {f"moment.{name}": state["exp_avg"], f"square.{name}": state["exp_avg_sq"]}
        stated = {"key": self._key, "step": str(step)}
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, save(tensors, metadata=stated))

    def resume(self, path: Path) -> int:
        """Take up a checkpoint; how many steps were done, 0 where there is none."""
        if not path.exists():
            return 0
        with safe_open(path, framework="pt") as file:
            stated = file.metadata()
            if stated.get("key") != self._key:
                raise InputError(
                    f"{path} is of another training: give another --out, or remove it.",
                    reason="other_training",
                )
            step = int(stated["step"])
            for name, value in self.tensors.items():
                value.copy_(file.get_tensor(name))
                self._optimiser.state[value] = {
                    "step": torch.tensor(float(step)),
                    "exp_avg": file.get_tensor(f"moment.{name}"),
                    "exp_avg_sq": file.get_tensor(f"square.{name}"),
                }
        self._hand_down()
        return step


def _key(base: Path, pairs: Sequence[TrainingPair], plan: Plan) -> str:
    """What a checkpoint is of; the number of steps may change on the way."""
    planned = {**asdict(plan), "steps": None, "every": None}
    del planned["passes"]
    asked = [[one.claim, list(one.sentences), one.verdict, list(one.cited)] for one in pairs]
    return digest([planned, digest_file(base / "model.safetensors"), asked])
