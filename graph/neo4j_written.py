"""What concepts sources write by a name: the graph below all corrections."""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial

from graph.connection import Connection
from graph.cypher import correct
from graph.cypher.written import FORMS
from graph.fields import known
from graph.model import Concept
from graph.names import identity
from graph.neo4j_deriving import ask
from graph.neo4j_rows import form_key
from graph.vocabulary import ConceptType


def written(connection: Connection, names: Sequence[str]) -> dict[str, list[Concept]]:
    """Concepts as written that have a name or a form of its identity, by name; sorted by key."""
    found: defaultdict[str, dict[str, Concept]] = defaultdict(dict)
    same = {name: identity(name) for name in names}
    own = {
        concept.key: concept
        for one in set(same.values())
        for concept in (Concept(type, one) for type in known().bands)
    }
    query = partial(ask, query=correct.WRITTEN_CONCEPTS, keys=own)
    for row in connection.reading(query):
        found[own[row["key"]].name][row["key"]] = own[row["key"]]
    asked = {form_key(name): one for name, one in same.items()}
    for row in connection.reading(partial(ask, query=FORMS, keys=asked)):
        concept = Concept(ConceptType(row["type"]), row["identity"])
        found[asked[row["form"]]][concept.key] = concept
    return {name: [found[one][key] for key in sorted(found[one])] for name, one in same.items()}
