"""Chunks read by a model, and what it reads there added to what the rules found.

One call a chunk, side by side, cached: a killed ingest replays what it has paid for. A chunk whose
reply cannot be used is an error of that chunk alone; it is counted, and asked again next time.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import chain, islice

from graph.model import Chunk, Concept, Contribution, Naming
from graph.vocabulary import ChunkPart, Origin, Vocabulary
from hubscope.errors import InputError
from hubscope.files import Skipped
from hubscope.json_values import Json
from hubscope.keys import canonical_json, digest
from hubscope.llm.asking import Answer, ask
from hubscope.llm.chat import ChatModel, Message, Reply, Request, Role
from hubscope.llm.opening import in_parallel
from hubscope.llm.prompts import load_prompt, nonce_for, quoted
from ingest.contribution import Attestation, Gathering
from ingest.extraction import Extracted
from ingest.grading import hedge_density
from ingest.meanings import Meaning
from ingest.model_triples import (
    MOST_TRIPLES,
    ChunkTriples,
    ModelTriple,
    known_words,
    read_triples,
)
from ingest.seeds import Seeds
from retrieval.sentences import split

VERSION = 1
# Records whose chunks are asked about together.
BATCH = 64
_READ = (ChunkPart.CONTEXT, ChunkPart.ANSWER)
_FEWEST_MENTIONS = 2


class TriplesModel:
    """Reads chunks by asking a chat model."""

    def __init__(self, model: ChatModel, vocabulary: Vocabulary) -> None:
        self._model = model
        self._vocabulary = vocabulary
        self._schema = schema_of(vocabulary)
        self.name = model.name

    @property
    def fingerprint(self) -> str:
        """Hash of the model's, the prompt and the closed lists."""
        prompt = load_prompt("ingest", "triples").fingerprint
        return digest([VERSION, self._model.fingerprint, prompt, self._vocabulary.fingerprint])

    def read_many(self, chunks: Iterable[str]) -> Generator[Answer[ChunkTriples], None, None]:
        """What each chunk gives, in order; a chunk that fails is an answer without a value.

        To be closed by who does not take all: nothing more is asked then.

        Raises:
            BudgetError: the cap of the run is reached.
            NoModelError: no request will be answered.
            UnkeptError: what was paid for cannot be kept.
        """
        return in_parallel(self._read, chunks)

    def _read(self, chunk: str) -> Answer[ChunkTriples]:
        read = partial(read_triples, chunk=chunk, vocabulary=self._vocabulary)
        return ask(self._model, self.request_for(chunk), read)

    def request_for(self, chunk: str) -> Request:
        """The request that asks for the triples of a chunk."""
        passage = quoted(chunk)
        nonce = nonce_for([passage])
        types, relations = known_words(self._vocabulary)
        text = load_prompt("ingest", "triples").filled(
            types=", ".join(types),
            relations=", ".join(relations),
            mark=f"=={nonce}==",
            passage=passage,
        )
        labels = {"chunk": passage}
        return Request((Message(Role.USER, text),), nonce, labels=labels, schema=self._schema)


class ModelReader:
    """Adds what a model reads to what the rules found.

    Attributes:
        asked: chunks that it was asked about, `characters` long in all.
        failed: those of them that came to nothing, by reason.
    """

    def __init__(self, model: TriplesModel, seeds: Seeds) -> None:
        self.fingerprint = model.fingerprint
        self.name = model.name
        self.asked = 0
        self.characters = 0
        self.failed: Counter[str] = Counter()
        self._model = model
        self._seeds = seeds

    def extended(
        self, parts: Iterable[Extracted | Skipped], origin: Origin
    ) -> Iterator[Extracted | Skipped]:
        """The parts in order, with the model's relations in them.

        Args:
            parts: what the rules made of each record.
            origin: of every relation found.

        Raises:
            BudgetError: the cap of the run is reached; what was read is kept in the cache.
        """
        waiting = iter(parts)
        while batch := list(islice(waiting, BATCH)):
            chunks = [
                self._worth(one.contribution) if isinstance(one, Extracted) else [] for one in batch
            ]
            texts = [chunk.text for chunk in chain.from_iterable(chunks)]
            with closing(self._model.read_many(texts)) as answers:
                for part, own in zip(batch, chunks, strict=True):
                    if isinstance(part, Skipped):
                        yield part
                    else:
                        found = list(zip(own, islice(answers, len(own)), strict=True))
                        yield self._merged(part, found, origin)

    def rehearse(self, chunks: Iterable[str]) -> None:
        """Ask about texts and keep nothing, for a model that counts what it is asked."""
        with closing(self._model.read_many(chunks)) as answers:
            for _ in answers:
                pass

    def _worth(self, contribution: Contribution) -> list[Chunk]:
        """Chunks of papers and answers that name at least two things of the lexicon."""
        return [
            chunk
            for chunk in contribution.chunks
            if chunk.part in _READ and self._names_two(chunk.text)
        ]

    def _names_two(self, text: str) -> bool:
        if not self._seeds.is_biomedical:
            return True
        _, mentions = self._seeds.find(text, self._seeds.local([text]))
        return len({one.entry for one in mentions}) >= _FEWEST_MENTIONS

    def _merged(
        self,
        part: Extracted,
        found: Sequence[tuple[Chunk, Answer[ChunkTriples]]],
        origin: Origin,
    ) -> Extracted:
        gathering = Gathering(origin)
        skipped = list(part.skipped)
        for chunk, answer in found:
            self.asked += 1
            self.characters += len(chunk.text)
            where = f"chunk {chunk.position} of document {chunk.document[:12]}"
            if answer.value is None:
                self.failed[answer.reason] += 1
                skipped.append(Skipped(where, f"model_{answer.reason}"))
                continue
            for reason, n in sorted(answer.value.skipped.items()):
                skipped += [Skipped(where, f"triple_{reason}")] * n
            for triple in answer.value.triples:
                try:
                    self._attest(gathering, chunk, triple)
                except InputError as error:
                    skipped.append(Skipped(where, f"triple_{error.reason or 'refused'}"))
        return Extracted(_together(part.contribution, gathering.done()), tuple(skipped))

    def _attest(self, gathering: Gathering, chunk: Chunk, triple: ModelTriple) -> None:
        head = self._seeds.resolve(triple.head, (), triple.head_type)
        tail = self._seeds.resolve(triple.tail, (), triple.tail_type)
        if Concept(head.type, head.name).key == Concept(tail.type, tail.name).key:
            raise InputError("one concept at both ends", reason="self_loop")
        gathering.named(chunk.document, head, triple.head)
        gathering.named(chunk.document, tail, triple.tail)
        by = Attestation(
            chunk.key,
            triple.quote,
            self.name,
            triple.wording,
            triple.confidence,
            hedge_density(triple.quote),
        )
        signless = self._seeds.vocabulary.relations[triple.relation].signless
        meaning = Meaning(triple.relation, False, 0 if signless else 1)
        gathering.attest(head, meaning, tail, triple.polarity, by)


def _together(rules: Contribution, model: Contribution) -> Contribution:
    """Both contributions; where both name a concept in one form, the rules have counted it."""
    concepts = {one.key: one for one in (*rules.concepts, *model.concepts)}
    namings: dict[tuple[str, str, str], Naming] = {
        (one.document, one.concept, one.form): one for one in (*model.namings, *rules.namings)
    }
    return replace(
        rules,
        concepts=tuple(concepts.values()),
        namings=tuple(namings[key] for key in sorted(namings)),
        evidence=(*rules.evidence, *model.evidence),
    )


def schema_of(vocabulary: Vocabulary) -> dict[str, Json]:
    """JSON schema of a reply, with the closed lists in it."""
    types, relations = known_words(vocabulary)
    end: dict[str, Json] = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "type": {"type": "string", "enum": [*types]},
        },
        "required": ["name", "type"],
        "additionalProperties": False,
    }
    properties: dict[str, Json] = {
        "head": end,
        "relation": {"type": "string", "enum": [*relations]},
        "tail": end,
        "evidence": {"type": "string"},
        "negated": {"type": "boolean"},
        "confidence": {"type": "number"},
    }
    triple: dict[str, Json] = {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"triples": {"type": "array", "items": triple}},
        "required": ["triples"],
        "additionalProperties": False,
    }


def guessed_triples(request: Request) -> Reply:
    """A plausible reply, for estimates: a relation for every second sentence."""
    chunk = request.labels["chunk"]
    sentences = [chunk[start:end] for start, end in split(chunk)][::2][:MOST_TRIPLES]
    end = {"name": "a name of two", "type": "MolecularEntity"}
    triples = [
        {
            "head": end,
            "relation": "associated_with",
            "tail": end,
            "evidence": one,
            "negated": False,
            "confidence": 0.9,
        }
        for one in sentences
    ]
    return Reply(canonical_json({"triples": triples}))
