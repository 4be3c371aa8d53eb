"""Answers made ready once and given many times: JSON with its fingerprint, plain and packed."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_WORTH_PACKING = 1_000


@dataclass(frozen=True)
class Doc:
    """A body as it is sent."""

    body: bytes
    mime_type: str = "application/json; charset=utf-8"

    @classmethod
    def of(cls, value: Any) -> Doc:
        """The JSON of a value."""
        return cls(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())

    @cached_property
    def tag(self) -> str:
        """Its ``ETag``; weak, since packed and plain are the same to whoever asks."""
        return f'W/"{hashlib.sha256(self.body).hexdigest()[:20]}"'

    @cached_property
    def packed(self) -> bytes | None:
        """Gzipped, where that is worth it: an upload that the stream needs itself is not wasted."""
        return gzip.compress(self.body, 6, mtime=0) if len(self.body) > _WORTH_PACKING else None

    def prepare(self) -> None:
        """Tags and packs it now rather than when it is first asked for."""
        _ = self.tag, self.packed


def made_ready(parts: Mapping[str, Any]) -> dict[str, Doc]:
    """All parts of a picture, tagged and packed. Takes a while: call it in a thread."""
    docs = {name: Doc.of(part) for name, part in parts.items()}
    for doc in docs.values():
        doc.prepare()
    return docs
