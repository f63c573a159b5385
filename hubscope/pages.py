"""Jinja templates of a package: nothing undefined passes, and no file outside is read."""

from importlib import resources

import jinja2


def template_environment(package: str, *, autoescape: bool = True) -> jinja2.Environment:
    """The templates in the folder `templates` of a package.

    Args:
        package: importable name.
        autoescape: False only for what is no markup; its templates must escape by themselves.
    """
    folder = resources.files(package) / "templates"
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: (folder / name).read_text("utf-8")),
        autoescape=autoescape,  # noqa: S701  # False is asked for by what writes Markdown
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
