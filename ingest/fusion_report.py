"""A plan as rows for people and programs, and what is read back of a plan that was written."""

import json
from pathlib import Path
from typing import Any

from hubscope.errors import InputError
from hubscope.reading import text_chunks
from ingest.fusion_plan import Plan

Row = dict[str, Any]


def plan_rows(plan: Plan) -> Row:
    """A plan as JSON values: `merges`, `vetoed`, `homonyms`, and what it was made with."""
    return {
        "threshold": plan.threshold,
        "concepts": plan.concepts,
        "merges": [
            {
                "canonical": merge.canonical.name,
                "members": [member.name for member in merge.members],
                "similarity": merge.similarity,
                "type": merge.canonical.type,
                "basis": list(merge.basis),
                "degrees": [merge.canonical.degree, *(m.degree for m in merge.members)],
                "degree_after": merge.degree_after,
                "key": merge.canonical.key,
                "keys": [member.key for member in merge.members],
            }
            for merge in plan.merges
        ],
        "vetoed": [
            {
                "pair": [one.name for one in vetoed.pair],
                "reason": vetoed.reason,
                "similarity": vetoed.similarity,
                "type": vetoed.pair[0].type,
                "via": [one.name for one in vetoed.via] if vetoed.via else None,
                "keys": [one.key for one in vetoed.pair],
            }
            for vetoed in plan.vetoed
        ],
        "homonyms": [
            {"name": group[0].name, "types": [one.type for one in group]} for group in plan.homonyms
        ],
    }


def merges_of(path: Path) -> dict[str, str]:
    """Key of every member to key of what it becomes, of a written plan.

    Raises:
        InputError: no file of a plan (`hubscope fuse plan --json`).
    """
    try:
        plan = json.loads("".join(text_chunks(path)))
        merges = {key: merge["key"] for merge in plan["merges"] for key in merge["keys"]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(
            f"{path}: not a plan. Write one with: hubscope fuse plan --json > {path.name}",
            reason="no_plan",
            where=str(path),
        ) from error
    if not all(isinstance(key, str) for pair in merges.items() for key in pair):
        raise InputError(f"{path}: a key of the plan is not text", reason="no_plan")
    return merges
