"""Verb `index`: the evidence index built, looked at, searched."""

import click

from hubscope.codec import to_json
from hubscope.errors import InputError
from hubscope.settings import Settings
from ui import output
from ui.commands.options import json_option, pass_settings
from ui.connection import open_store


@click.group("index")
def index_command() -> None:
    """The evidence index: build it, look at it, search it.

    Example: hubscope index search "insulin lowers blood glucose"
    """


@index_command.command("build")
@json_option
@pass_settings
def index_build(settings: Settings, as_json: bool) -> None:
    """Bring the index in step with the graph, from scratch where it is broken.

    Example: hubscope index build
    """
    from retrieval.embedding_cache import open_embedder
    from retrieval.index import bring_in_step, chunk_index

    with open_store(settings) as store:
        index = chunk_index(settings, open_embedder(settings))
        synced = bring_in_step(index, store)
    if as_json:
        output.print_json({"chunks": len(index), **to_json(synced)})
    else:
        rebuilt = f"; made anew: {synced.rebuilt}" if synced.rebuilt else ""
        change = f"{synced.added} added, {synced.deleted} deleted{rebuilt}"
        click.echo(f"{len(index)} chunks in the index: {change}")


@index_command.command("status")
@json_option
@pass_settings
def index_status(settings: Settings, as_json: bool) -> None:
    """What the index holds, and whether it is in step with the graph.

    Example: hubscope index status
    """
    from retrieval.embedding_cache import open_embedder
    from retrieval.index import chunk_index
    from retrieval.index_files import read_manifest

    index = chunk_index(settings, open_embedder(settings))
    if not index.load():
        raise InputError("no index yet: hubscope index build", reason="not_there")
    manifest = read_manifest(index.folder)
    with open_store(settings) as store:
        in_step = index.in_step(store)
    state = {
        "chunks": manifest.n,
        "model": manifest.model,
        "dimension": manifest.dimension,
        "fingerprint": manifest.fingerprint,
        "in_step": in_step,
    }
    if as_json:
        output.print_json(state)
    else:
        click.echo("\n".join(f"{name}: {value}" for name, value in state.items()))


@index_command.command("search")
@click.argument("text")
@click.option("--top", type=click.IntRange(1, 100), default=5, show_default=True)
@json_option
@pass_settings
def index_search(settings: Settings, text: str, top: int, as_json: bool) -> None:
    """The chunks nearest to a text.

    Example: hubscope index search "metformin activates AMPK" --top 3
    """
    from retrieval.embedding_cache import open_embedder
    from retrieval.index import bring_in_step, chunk_index

    embedder = open_embedder(settings)
    with open_store(settings) as store:
        index = chunk_index(settings, embedder)
        bring_in_step(index, store)
        hits = index.nearest(embedder.embed([text]), top=top, exact=False)[0]
        chunks = store.chunk_records([hit.key for hit in hits])
    rows = [
        {
            "chunk": hit.key,
            "source": ", ".join(chunks[hit.key].sources),
            "score": hit.score,
            "text": chunks[hit.key].text,
        }
        for hit in hits
    ]
    if as_json:
        output.print_json({"hits": rows})
    else:
        for row in rows:
            click.echo(f"{row['score']:.3f}  {row['source']}  {output.safe(str(row['text']))}")
