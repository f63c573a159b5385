"""From a reader's record to what it contributes to the graph, by rules alone, without a model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from graph.model import Contribution, Document, Gold, Item
from graph.vocabulary import ChunkPart, MentionRole, Origin, Polarity, Vocabulary
from hubscope.files import Skipped
from hubscope.keys import canonical_json, digest, key_of
from ingest.contribution import Attestation, Gathering, Placed, document_key, holder_of
from ingest.grading import hedge_density
from ingest.items import BenchmarkItem, Paper, Section
from ingest.lexicon import Lexicon
from ingest.meanings import Meaning, is_quantity, relation_of
from ingest.mined import Mined
from ingest.patterns import load_patterns
from ingest.questions import (
    compares,
    completed,
    counts,
    of_a_picture,
    question_start,
    topic_end,
    topic_question,
)
from ingest.seeds import Local, Seeds
from ingest.stated import ReadPaper, attest_stated
from ingest.triples import LONGEST, Statement, statements, topic_pair
from retrieval.notices import marked
from retrieval.sentences import split

VERSION = 1
# Precision of each kind of text in judged samples (notes on extraction, section 3).
_CONFIDENCE = {"question": 0.9, "claim": 0.88, "answer": 0.86, "context": 0.84, "background": 0.7}
_VIGNETTE = 3
_GENERAL = frozenset({"contains", "featured", "causes"})


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a record contributes, and what of it could not be used."""

    contribution: Contribution
    skipped: tuple[Skipped, ...] = ()


class Extractor:
    """Extracts with one vocabulary and one lexicon; the order of records does not matter."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon) -> None:
        self.vocabulary = vocabulary
        self.lexicon = lexicon
        self.seeds = Seeds(vocabulary, lexicon)

    @cached_property
    def fingerprint(self) -> str:
        """Digest of what decides an extraction: version, vocabulary, patterns, lexicon."""
        rows = [f"{row.family} {row.meaning} {row.example}" for row in load_patterns().rows]
        return digest([VERSION, self.vocabulary.fingerprint, rows, self.lexicon.fingerprint])

    def contribution(
        self,
        record: BenchmarkItem | Paper,
        source_name: str,
        origin: Origin,
        *,
        general: bool = False,
    ) -> Extracted:
        """What one record contributes.

        Args:
            record: as a reader yields it.
            source_name: makes the key of an item.
            origin: of every relation found.
            general: whether the text is about the whole world: then only names that the lexicon or
                the record itself knows make a relation, no open ones.
        """
        gathering = Gathering(origin, general)
        if isinstance(record, Paper):
            skipped = self._paper(gathering, record)
        else:
            skipped = self._item(gathering, record, source_name)
        for reason, n in sorted(gathering.left_out.items()):
            skipped += [Skipped(record.where, reason)] * n
        return Extracted(gathering.done(), tuple(skipped))

    # --- papers

    def _paper(
        self, gathering: Gathering, paper: Paper, local: Local | None = None
    ) -> list[Skipped]:
        document = document_key(paper)
        gathering.documents[document] = Document(
            document,
            marked(paper.title or paper.pmcid or "", paper.notices),
            paper.doi,
            paper.pmid,
        )
        local = local or self._local(paper)
        for annotation, entry in local.annotated:
            if annotation.start is None:
                gathering.named(document, entry, annotation.form)
        sections = []
        for number, section in enumerate(paper.sections):
            one = self._read(section.text, local, number)
            placed = gathering.add_chunks(document, section.part, section.text, section.label)
            self._name(gathering, document, one)
            sections.append((one, placed))
            # Where a source states relations itself, rules would only add noise.
            if section.quotable and not paper.relations and self.seeds.is_biomedical:
                self._sentences(gathering, document, one, placed, section)
        read = ReadPaper(document, paper.where, local, sections)
        return [
            skip
            for relation in paper.relations
            if (skip := attest_stated(gathering, self.seeds, read, relation))
        ]

    def _local(self, paper: Paper, *more: str) -> Local:
        texts = [*more, *(section.text for section in paper.sections)]
        return self.seeds.local(texts, paper.annotations)

    def _read(self, text: str, local: Local, section: int | None = None) -> Mined:
        tokens, mentions = self.seeds.find(text, local, section)
        return Mined(text, tokens, mentions)

    def _name(self, gathering: Gathering, document: str, read: Mined) -> list[str]:
        return [
            gathering.named(document, mention.entry, read.text[mention.start : mention.end])
            for mention in read.mentions
        ]

    def _sentences(
        self,
        gathering: Gathering,
        document: str,
        read: Mined,
        placed: Sequence[Placed],
        section: Section,
    ) -> None:
        label = section.label.lower()
        kind = "answer" if section.part is ChunkPart.ANSWER else "context"
        kind = "background" if "background" in label or "introduction" in label else kind
        for found in self.statements(read):
            self._add(gathering, document, read, placed, found, _CONFIDENCE[kind])
        too_long = sum(len(one.tokens) > LONGEST for one in read.sentences())
        gathering.left_out["sentence_too_long"] += too_long

    def statements(self, read: Mined) -> list[Statement]:
        """Relations of every sentence of a text: the patterns are those of life science."""
        found: list[Statement] = []
        if not self.seeds.is_biomedical:
            return found
        for one in read.sentences():
            found += statements(one.text, one.tokens, one.mentions, self.lexicon)
        return found

    def _add(
        self,
        gathering: Gathering,
        document: str,
        read: Mined,
        placed: Sequence[Placed],
        found: Statement,
        confidence: float,
        polarity: Polarity | None = None,
    ) -> None:
        """Evidence of one statement, on the chunk that holds its sentence whole."""
        if gathering.general and (found.head.is_open or found.tail.is_open):
            return
        holder = holder_of(placed, found.start, found.end)
        if holder is None:
            gathering.left_out["sentence_longer_than_a_chunk"] += 1
            return
        quote = read.text[found.start : found.end]
        for argument in (found.head, found.tail):
            if argument.is_open or argument.entry not in read.entries:
                form = read.text[argument.start : argument.end]
                gathering.named(document, argument.entry, form)
        meaning = self.meaning(found)
        by = Attestation(
            holder, quote, found.family, found.wording, confidence, hedge_density(quote)
        )
        gathering.attest(
            found.head.entry, meaning, found.tail.entry, polarity or found.polarity, by
        )

    def meaning(self, found: Statement) -> Meaning:
        """The relation of the closed list that a statement is."""
        meaning = relation_of(
            found.meaning,
            head=found.head.entry.type,
            tail=found.tail.entry.type,
            sign=found.sign,
            measure=found.measure,
            is_quantity=is_quantity(found.tail.entry.name),
        )
        signless = self.vocabulary.relations[meaning.relation].signless
        return replace(meaning, sign=0) if signless and meaning.sign > 0 else meaning

    # --- items

    def _item(self, gathering: Gathering, item: BenchmarkItem, source: str) -> list[Skipped]:
        row = Item(
            source,
            item.id,
            item.question,
            canonical_json(item.answer),
            canonical_json(dict(item.options)) if item.options else "",
            item.kind,
            canonical_json(item.meta) if item.meta else "",
        )
        gathering.items.append(row)
        skipped: list[Skipped] = []
        locals_ = [self._local(paper, item.question) for paper in item.papers]
        for paper, local in zip(item.papers, locals_, strict=True):
            skipped += self._paper(gathering, paper, local)
            gathering.golds.add(Gold(row.key, document_key(paper)))
        context = {key for _, key, _ in gathering.forms}
        gathering.mention(row.key, context, MentionRole.CONTEXT)
        self._own_text(gathering, item, row, locals_)
        return skipped

    def _own_text(
        self, gathering: Gathering, item: BenchmarkItem, row: Item, locals_: Sequence[Local]
    ) -> None:
        """Question, answer and options: they belong to the item's paper if it has just one."""
        texts = [item.question, *(text for _, text in item.options)]
        if len(item.papers) == 1:
            document, local = document_key(item.papers[0]), locals_[0]
        else:
            document, local = key_of("content", *texts), self.seeds.local(texts)
            gathering.documents[document] = Document(document)
        mined = self._read(item.question, local).mentioning_within(*mined_part(item.question))
        placed = gathering.add_chunks(document, ChunkPart.QUESTION, item.question)
        gathering.mention(row.key, self._name(gathering, document, mined), MentionRole.STEM)
        self._asked(gathering, document, item, mined, placed)
        self._options(gathering, document, item, row, local)

    def _asked(
        self,
        gathering: Gathering,
        document: str,
        item: BenchmarkItem,
        read: Mined,
        placed: Sequence[Placed],
    ) -> None:
        """What a decided question or claim says: asserted for yes, denied for no."""
        if item.decision is None or compares(read.tokens):
            return
        if item.decision is Polarity.NEGATIVE and counts(read):
            return
        is_picture = "image" in item.meta
        if is_picture and item.decision is not Polarity.POSITIVE:
            return  # what a picture does not show is no knowledge
        kind = "claim" if item.kind == "claim" else "question"
        for found in self.asked(read, is_claim=kind == "claim"):
            if is_picture and not _is_general(read.text, found):
                continue
            own = found.polarity is Polarity.POSITIVE
            holds = item.decision is Polarity.POSITIVE
            is_signed = found.sign < 0 or (kind == "claim" and found.is_graded)
            if own and not holds and is_signed and found.meaning in {"associated", "correlates"}:
                continue  # the sign may be what is denied, not the association
            polarity = Polarity.POSITIVE if own == holds else Polarity.NEGATIVE
            if found.family == "hyphen":
                polarity = Polarity.POSITIVE
            renamed = replace(found, family=kind)
            self._add(gathering, document, read, placed, renamed, _CONFIDENCE[kind], polarity)

    def asked(self, read: Mined, *, is_claim: bool) -> list[Statement]:
        """Statements of a claim, or those that a yes/no question asks about."""
        if not self.seeds.is_biomedical:
            return []
        start, topic = question_start(read.tokens), topic_question(read.tokens)
        if topic is not None:
            end, noun = topic
            part = read.cut(0, end)
            found = topic_pair(part.text, part.tokens, part.mentions, self.lexicon, noun)
        elif start is not None:
            end = topic_end(read.tokens, start)
            part = read.cut(start + (end > 0), len(read.tokens)).after(read.cut(0, end))
            asks = read.tokens[start - 1].text.lower()
            found = statements(part.text, part.tokens, part.mentions, self.lexicon, asks=asks)
        else:
            return self.statements(read) if is_claim else []
        whole = (read.tokens[0].start, read.tokens[-1].end)
        return [replace(one, start=whole[0], end=whole[1]) for one in found]

    def _options(
        self, gathering: Gathering, document: str, item: BenchmarkItem, row: Item, local: Local
    ) -> None:
        right = set(item.answer) if isinstance(item.answer, list) else {item.answer}
        for label, text in item.options:
            is_right = label in right
            role = MentionRole.ANSWER if is_right else MentionRole.DISTRACTOR
            read = self._read(text, local)
            gathering.mention(row.key, self._name(gathering, document, read), role)
            if is_right:
                gathering.add_chunks(document, ChunkPart.ANSWER, text)
                self._completed(gathering, document, item, text)
        if not item.options and item.kind == "open" and isinstance(item.answer, str):
            read = self._read(item.answer, local)
            names = self._name(gathering, document, read)
            gathering.mention(row.key, names, MentionRole.ANSWER)
            gathering.add_chunks(document, ChunkPart.ANSWER, item.answer)
            self._completed(gathering, document, item, item.answer)
        if not item.papers and any(c.document == document for c in gathering.chunks.values()):
            gathering.golds.add(Gold(row.key, document))

    def _completed(
        self, gathering: Gathering, document: str, item: BenchmarkItem, answer: str
    ) -> None:
        """A stem and its right option make one sentence."""
        text = completed(item.question, answer)
        if text is None:
            return
        read = self._read(text, self.seeds.local([text]))
        found = self.statements(read)
        if "image" in item.meta:
            found = [one for one in found if _is_general(text, one)]
        if not found:
            return
        placed = gathering.add_chunks(document, ChunkPart.STATEMENT, text)
        for one in found:
            self._add(gathering, document, read, placed, one, _CONFIDENCE["context"])


def _is_general(text: str, found: Statement) -> bool:
    """Whether a statement about a picture holds of the kind of thing, too: what it is made of."""
    return found.meaning in _GENERAL and not any(
        of_a_picture(text, end.start, end.end) for end in (found.head, found.tail)
    )


def mined_part(question: str) -> tuple[int, int]:
    """What of a stem is mined: all of it, of a vignette only the last sentence."""
    sentences = split(question)
    if len(sentences) > _VIGNETTE:
        return sentences[-1]
    return 0, len(question)
