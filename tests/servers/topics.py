"""A made-up literature with papers for each of many topics, as much as services usually have.

Of each topic PubMed finds five papers, and knows two more that are near to the first; Crossref
finds five others. One in seven of the former and three in five of the latter lack an abstract.
Two of three abstracts are long: on the whole as real ones are (ingest.expansion_forecast).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.servers.literature import Services
from tests.servers.papers import Paper

_BLOCK = 20
_SHORT = (
    "We followed {n} adults for two years and compared both groups at the end of each year. "
    "Blood pressure and body weight were measured by nurses who did not know the groups. "
    "{name} was found in most of them, and inflammation was common in the first months. "
    "{name} was associated with asthma in this cohort. {name} causes fever in our hands. "
    "Nobody was lost, and the groups were alike in age, sex and smoking at the beginning. "
    "Zinc was given to {n} of them, without a difference in fever or in pain between groups. "
    "Aspirin was allowed at any time, and its use was written down in a diary by the patients. "
    "A second analysis left out the patients who had been ill before, and gave the same picture. "
    "The authors of other cohorts have reported the same for {name} in smaller groups of patients. "
    "Our findings should be repeated with more patients before anything is changed in practice. "
    "Limits of this work are that the cohort was small and that all patients came from one town."
)
_LONG = (
    " In the first year {name} was seen more often in winter, and in patients who lived alone. "
    "Insulin was measured in serum of all patients, and did not differ from {n} controls. "
    "Obesity was more frequent in those with {name}, and so was hypertension after two years. "
    "Costs of care were lower by a tenth in the group that was seen by a nurse each month. "
    "Patients found the visits useful, and few of them missed more than one of the ten visits."
)


@dataclass(frozen=True, slots=True)
class TopicPaper(Paper):
    """A paper about one topic; `is_found` = a search for the topic finds it."""

    topic: str = ""
    is_found: bool = True

    def fits(self, query: str) -> bool:
        """Whether it is what a query searches for."""
        return self.is_found and query.lower() == self.topic


def topic_papers(topics: Sequence[str]) -> list[TopicPaper]:
    """Papers about topics; those of even numbers are in PubMed, the others in Crossref."""
    papers = []
    for start, topic in enumerate(topics, 1):
        block = 1000 + start * _BLOCK * 2
        # The first paper's number is among those of the papers that no search finds.
        pubmed = [block + 12, *(block + 2 * n for n in range(4))]
        papers += [_paper(number, topic, has_text=number != block) for number in pubmed]
        papers += [_paper(block + n, topic, is_found=False) for n in (10, 14)]
        papers += [_paper(block + 2 * n + 1, topic, has_text=n < 2) for n in range(5)]
    return papers


def _paper(number: int, topic: str, *, has_text: bool = True, is_found: bool = True) -> TopicPaper:
    name = topic.removesuffix(" gene").capitalize()
    text = _SHORT + _LONG * bool(number % 3)
    text = text.format(name=name, n=number) if has_text else ""
    return TopicPaper(number, f"Cohort {number}: patients and {name}", text, False, topic, is_found)


def topic_services(topics: Sequence[str]) -> Services:
    """Services that hold papers about topics."""
    services = Services(papers=topic_papers(topics))
    services.holds["ncbi"] = lambda paper: paper.number % 2 == 0
    services.holds["crossref"] = lambda paper: paper.number % 2 == 1
    return services


def items_about(path: Path, names: Sequence[str]) -> Path:
    """A PubMedQA file with an item that asks about each name."""
    records = {
        str(number): {"QUESTION": f"Is {name} frequent?", "CONTEXTS": [], "final_decision": "maybe"}
        for number, name in enumerate(names)
    }
    path.write_text(json.dumps(records), "utf-8")
    return path
