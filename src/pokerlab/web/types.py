"""The messages as TypeScript, so that the front end cannot disagree.

python -m pokerlab.web.types > frontend/src/api.ts
"""

import json
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from pydantic import TypeAdapter

from pokerlab.web.endpoints import ENDPOINTS
from pokerlab.web.messages import SUBJECTS, socket
from pokerlab.web.messages.kinds import Answer, Asked, Told

HEADING = "// Made by `python -m pokerlab.web.types` of src/pokerlab/web/messages/; not to be changed by hand.\n"
_UNIONS = ("FromPage", "ToPage")


def typescript() -> str:
    """All messages, and all that can be asked by method and path."""
    texts = [HEADING]
    for name, model in _models():
        schema = TypeAdapter(model).json_schema(mode="validation", ref_template="{model}")
        constant = getattr(model, "SCHEMA", "")
        texts.append(f"{_comment(model.__doc__ or '')}export interface {name} {_object(schema, constant)}\n")
    for name in _UNIONS:
        schema = TypeAdapter(getattr(socket, name)).json_schema(ref_template="{model}")
        texts.append(f"export type {name} = {_type(schema)};\n")
    lines = [f'  "{one.method} {one.path}": [{one.asks.__name__}, {one.answers.__name__}];' for one in ENDPOINTS]
    texts.append("/** What is asked and answered, by method and path under /api/1/. */")
    texts.append("export interface Endpoints {\n" + "\n".join(lines).replace(":path}", "}") + "\n}\n")
    return "\n".join(texts)


def _models() -> Iterator[tuple[str, type[Asked | Answer]]]:
    """All messages by name, subject by subject."""
    for subject in SUBJECTS:
        module = import_module(f"pokerlab.web.messages.{subject}")
        for name, model in vars(module).items():
            is_message = isinstance(model, type) and issubclass(model, Asked | Answer)
            if is_message and model.__module__ == module.__name__ and model not in (Asked, Answer, Told):
                yield name, model


def _comment(text: str) -> str:
    return f"/** {' '.join(text.split())} */\n"


def _object(schema: Mapping[str, Any], constant: str = "") -> str:
    required = set(schema.get("required", ()))
    lines = [f'  schema: "{constant}";'] if constant else []
    for name, inner in schema.get("properties", {}).items():
        lines.append(f"  {name}{'' if name in required else '?'}: {_type(inner)};")
    return "{\n" + "\n".join(lines) + "\n}" if lines else "{}"


def _type(schema: Mapping[str, Any]) -> str:
    """The type of a JSON schema, as far as ours go."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(_type(inner) for inner in schema[union]))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(inner) for inner in schema['prefixItems'])}]"
        case "array":
            inner = _type(schema.get("items", {}))
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values if isinstance(values, dict) else {})}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as name:
            return str(name)
    return "unknown"


if __name__ == "__main__":
    sys.stdout.write(typescript())
