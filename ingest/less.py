"""Whether a sentence speaks of less of a name than there was: "loss of A", "A knockout"."""

from collections.abc import Sequence

from ingest.function_words import BE, word_at, words
from ingest.noun_words import REVERSING

# A name with its first and last (exclusive) word.
Span = tuple[int, int]

UPON = words("after upon following when once on with if where")
FARTHEST = 3  # words between a name and what is said of it

_LESS_BEFORE = REVERSING | words(
    """
    inhibitor inhibitors antagonist antagonists blocker blockers sirna sirnas shrna shrnas
    antisense deprivation starvation neutralizing neutralising silenced depleted deleted reduced
    decreased lowered low impaired knocking ablating deficient absent lacking chelation
    chelating scavenging neutralization rnai haploinsufficiency eradication elimination
    restriction avoidance cessation exclusion clearance abstinence omission destruction
    """
)
_LESS_BEHIND = REVERSING | words(
    """
    inhibitor inhibitors antagonist antagonists blocker blockers sirna sirnas shrna shrnas null
    ko deficient depleted silenced deleted deprivation starvation haploinsufficiency
    haploinsufficient knockouts knockdowns degradation destruction resistance clearance
    eradication elimination restriction avoidance cessation exclusion abstinence chelation
    chelator chelators scavenging neutralization
    """
)
_VARIANTS = words("mutation mutations variant variants allele alleles")
_LOSING = words("loss inactivating null nonsense truncating deleterious frameshift")
_ANTIBODIES = words("antibody antibodies antiserum antisera sirna shrna mirna crispr")
_KNOCKED_OUT = tuple(f"{dash} / {dash}" for dash in "-−–")
_TAKEN_AWAY = words(
    """
    deleted silenced depleted knocked removed blocked inhibited suppressed ablated inactivated lost
    """
)
_ACTORS = words("by and or with in on from via through , ; : but to that which")


def is_less(sentence: Sequence[str], name: Span, trigger: int) -> bool:
    """Whether the words speak of less of a name: "loss of A", "siRNA against A", "A inhibitor".

    Args:
        sentence: words in lower case, marks among them.
        name: where the name stands.
        trigger: the verb's place; what stands beyond it is said of another name.

    >>> is_less("a p300 inhibitor reduces collagen".split(), (1, 2), 3)
    True
    """
    first, last = name
    for at in range(first - 1, max(-1, first - 1 - FARTHEST), -1):
        word = sentence[at]
        if word in _ACTORS or at == trigger:
            break
        if word in _LESS_BEFORE or _is_knocked(sentence, at):
            return True
    if _is_of_a_lost_gene(sentence, first):
        return True
    before, after = " ".join(sentence[max(0, first - 3) : first]), sentence[last : last + 3]
    if before.endswith(("anti -", "dominant - negative")) or " ".join(after) in _KNOCKED_OUT:
        return True
    if word_at(sentence, first - 1) in {"against", "targeting"} and (
        word_at(sentence, first - 2) in _ANTIBODIES
    ):
        return True
    behind = [at for at in range(last, min(last + 2, len(sentence))) if sentence[at] != "-"][:1]
    if behind and sentence[behind[0]] in BE:  # "when A was deleted"
        is_taken = word_at(sentence, behind[0] + 1) in _TAKEN_AWAY
        return is_taken and word_at(sentence, first - 1) in UPON
    return any(
        at != trigger and (sentence[at] in _LESS_BEHIND or _is_knocked(sentence, at))
        for at in behind
    )


def _is_of_a_lost_gene(sentence: Sequence[str], first: int) -> bool:
    """Whether a name stands behind "loss-of-function mutations in"."""
    is_variant = word_at(sentence, first - 1) in {"in", "of"} and (
        word_at(sentence, first - 2) in _VARIANTS
    )
    return is_variant and bool(_LOSING & set(sentence[max(0, first - 9) : first - 2]))


def _is_knocked(sentence: Sequence[str], at: int) -> bool:
    """Whether a word belongs to "knock-down" or "knock-out"."""
    around = list(sentence[max(0, at - 2) : at + 3])
    return "knock" in around and bool({"down", "out"} & set(around)) and "-" in around
