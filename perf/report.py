"""How a figure is printed: one row of a Markdown table, with its limit and whether it holds."""


def row(name: str, value: float, limit: float | None, unit: str) -> bool:
    """Print a figure; return whether it is within its limit (None: only reported)."""
    held = limit is None or value <= limit
    shown = "" if limit is None else f"{limit:g}"
    print(f"| {name} | {value:.3g} | {shown} | {unit} | {'' if held else 'over the limit'} |")
    return held
