"""Pages of HTML that need nothing else: their numbers, style and script are inside."""

import json
import re
from html import escape
from pathlib import Path
from typing import Any


def filled_page(template: Path, title: str, data: Any) -> str:
    """A page with its `$title`, `$data` (plain data, which the script finds as `data`), and the `$style` and `$script`
    that all pages share."""
    here = Path(__file__)
    filled = {
        "title": escape(title),
        # No '<' in the numbers: nothing in a name can end the script that holds them.
        "data": json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c"),
        "style": here.with_suffix(".css").read_text("utf-8").strip(),
        "script": here.with_suffix(".js").read_text("utf-8").strip(),
    }
    return re.sub(r"\$(title|data|style|script)\b", lambda found: filled[found[1]], template.read_text("utf-8"))
