"""One statement of a curated source: two named ends, a word of the source, what that word means."""

from collections.abc import Iterable
from dataclasses import dataclass

from graph.vocabulary import Polarity
from ingest.items import Annotation, StatedRelation
from ingest.wordings import Wording

# Names for the species that curated sources give as a number only.
_SPECIES = {
    "9606": "Humans",
    "10090": "Mice",
    "10116": "Rats",
    "9913": "Cattle",
    "9986": "Rabbits",
    "9823": "Swine",
    "9031": "Chickens",
    "7955": "Zebrafish",
    "7227": "Drosophila melanogaster",
    "6239": "Caenorhabditis elegans",
    "8355": "Xenopus laevis",
    "3702": "Arabidopsis thaliana",
    "4932": "Saccharomyces cerevisiae",
    "559292": "Saccharomyces cerevisiae",
    "4896": "Schizosaccharomyces pombe",
    "511145": "Escherichia coli",
    "562": "Escherichia coli",
}
_OPPOSITE = {Polarity.POSITIVE: Polarity.NEGATIVE, Polarity.NEGATIVE: Polarity.POSITIVE}


@dataclass(frozen=True, slots=True)
class End:
    """One end: its name, the source's own word for its type or "", identifiers with their list."""

    name: str
    type: str = ""
    identifiers: tuple[str, ...] = ()


def statement(
    wording: Wording,
    head: End,
    word: str,
    tail: End,
    *,
    quote: str = "",
    denied: bool = False,
    confidence: float = 1.0,
) -> StatedRelation:
    """A relation as `wording` says it.

    Args:
        wording: what `word` means; its `skip` must be empty.
        head, tail: as the source has them; they change places where the wording says so.
        word: the source's own words, kept on the claim.
        quote: the sentence that says it, "" without one.
        denied: the source says that this does not hold.
        confidence: 0 to 1, of sources that state one.
    """
    first, second = (tail, head) if wording.exchanged else (head, tail)
    return StatedRelation(
        head=first.name,
        relation=word,
        tail=second.name,
        polarity=_OPPOSITE[wording.polarity] if denied else wording.polarity,
        sign=wording.sign,
        quote=quote,
        head_type=first.type,
        tail_type=second.type,
        head_identifiers=first.identifiers,
        tail_identifiers=second.identifiers,
        confidence=confidence,
        means=wording.means,
    )


def species(taxa: Iterable[str]) -> tuple[Annotation, ...]:
    """Headings for NCBI Taxonomy numbers, each once; a number without a known name is left out."""
    return tuple(
        Annotation(_SPECIES[taxon], "Species", (f"NCBITaxon:{taxon}",))
        for taxon in sorted(set(taxa) & _SPECIES.keys())
    )
