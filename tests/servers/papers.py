"""A small made-up literature that the services of tests know: no paper of it exists."""

from dataclasses import dataclass

JOURNAL = "Journal of Made Medicine"
ISSN = "1234-5679"
IMPACT = 12.5


@dataclass(frozen=True, slots=True)
class Paper:
    """A made-up paper."""

    number: int
    title: str
    abstract: str = ""
    retracted: bool = False

    @property
    def doi(self) -> str:
        """Its DOI."""
        return f"10.5555/made.{self.number}"

    def doi_at(self, server: str) -> str:
        """Its DOI as a preprint of bioRxiv or of medRxiv."""
        return f"10.1101/2021.01.02.{self.number}{'8' if server == 'biorxiv' else '9'}"

    @property
    def pmid(self) -> str:
        """Its PubMed id."""
        return str(90_000_000 + self.number)

    @property
    def pmcid(self) -> str:
        """Its PubMed Central id."""
        return f"PMC{8_000_000 + self.number}"

    @property
    def year(self) -> int:
        """When it appeared."""
        return 2000 + self.number % 25

    def fits(self, query: str) -> bool:
        """Whether it has any word of a query."""
        words = f"{self.title} {self.abstract}".lower()
        return any(word in words for word in query.lower().split() if len(word) > 3)


FEVER = Paper(
    1,
    "Velorin lowers fever in mice: a trial",
    "Velorin was given to 40 mice. Velorin lowered fever in mice by 1.5 °C (p < 0.05).",
)
RETRACTED = Paper(2, "Velorin cures everything at once", "Velorin cured all mice.", retracted=True)
WITHOUT_ABSTRACT = Paper(3, "Velorin and sleep of mice, a letter")
MARKED = Paper(
    4, "The <i>VEL1</i> gene & its β-form", "H<sub>2</sub>O binds <i>VEL1</i>. Velorin, too."
)
COHORT = tuple(
    Paper(number, f"Cohort study number {number} of made diseases", f"Cohort {number} was healthy.")
    for number in range(100, 140)
)
PAPERS = (FEVER, RETRACTED, WITHOUT_ABSTRACT, MARKED, *COHORT)
UNKNOWN = "zyxwvut"
