"""Writes the lock of a Neo4j version from what Maven resolved; for the versions that tests run on.

Run by hand, in a folder whose `pom.xml` depends on org.neo4j:neo4j and org.neo4j.app:neo4j-server:

    mvn -B dependency:list -DincludeScope=runtime -DoutputFile=list.txt
    mvn -B dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=lib
    python -m tests.integration.make_lock 5.26.30 list.txt lib > tests/integration/neo4j-5.26.lock
"""

import json
import re
import sys
from pathlib import Path

from graph.jars import Jar
from hubscope.keys import digest_file


def jars(listed: str, folder: Path) -> list[Jar]:
    """The jars of `dependency:list`, each with size and SHA-256 of its file."""
    found = []
    for line in listed.splitlines():
        parts = re.sub(r"\x1b\[[0-9;]*m", "", line).split(" -- ")[0].strip().split(":")
        if len(parts) not in (5, 6):
            continue
        group, artifact, _, *classifier, version, _ = parts
        named = Jar(group, artifact, version, "", 0, *classifier)
        path = folder / named.file
        size, sha256 = path.stat().st_size, digest_file(path)
        found.append(Jar(group, artifact, version, sha256, size, *classifier))
    return sorted(found, key=lambda jar: (jar.group, jar.file))


def main(version: str, listed: str, folder: str) -> None:
    """Print the lock, a jar a line."""
    rows = []
    for jar in jars(Path(listed).read_text("utf-8"), Path(folder)):
        row = {name: getattr(jar, name) for name in ("group", "artifact", "version")}
        row |= {"size": jar.size, "sha256": jar.sha256}
        rows.append(json.dumps(row | ({"classifier": jar.classifier} if jar.classifier else {})))
    sys.stdout.write(f'{{\n"neo4j": "{version}",\n"jars": [\n' + ",\n".join(rows) + "\n]\n}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
