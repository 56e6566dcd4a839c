"""Played games on disk, in Parquet files that are either whole or not there."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from vegas_env.arena.match import Played
from vegas_env.files import write_atomically

MANIFEST = "tournament.json"


class GameStore:
    """The games of one tournament: a folder for every line-up, in it files of successive deals.

    A row is one member of the line-up in one game: deal, seat, agent, rank (equals share the mean of theirs), win share
    and money.
    """

    def __init__(self, folder: Path, arguments: dict[str, Any], fresh: bool = False) -> None:
        self.folder = folder
        if fresh:
            shutil.rmtree(folder / "games", ignore_errors=True)
            (folder / MANIFEST).unlink(missing_ok=True)
        manifest = folder / MANIFEST
        if manifest.exists():
            check_same(json.loads(manifest.read_text(encoding="utf-8")), arguments, folder)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(manifest, (json.dumps(arguments, indent=2, ensure_ascii=False) + "\n").encode())

    def key(self, names: list[str], fingerprints: list[str]) -> str:
        """The folder of a line-up: agents that play differently have another, even under the same name."""
        digest = hashlib.sha256(json.dumps([names, fingerprints]).encode()).hexdigest()[:12]
        return f"{re.sub(r'[^a-z0-9]+', '-', '-'.join(names).lower()).strip('-')[:80]}-{digest}"

    def load(self, key: str, first: int, most: int) -> Played | None:
        """Stored games of a line-up from a deal on, as many as one file holds but at most so many; None if there are
        none.
        """
        starts = [int(path.stem) for path in (self.folder / "games" / key).glob("*.parquet")]
        start = max((start for start in starts if start <= first), default=None)
        if start is None:
            return None
        table = pq.read_table(self._path(key, start))
        players = int(table.schema.metadata[b"players"])
        columns = {name: table[name].to_numpy().reshape(-1, players) for name in ("seat", "rank", "money")}
        rows = slice(first - start, first - start + most)
        if len(columns["rank"][rows]) == 0:
            return None
        ranks = np.rint(2 * (columns["rank"][rows] - 1)).astype(np.int8)
        money = columns["money"][rows]
        return Played(first, columns["seat"][rows], ranks, money, money)

    def save(self, key: str, names: list[str], played: Played) -> None:
        """Add a file of games."""
        players, distinct = len(names), list(dict.fromkeys(names))
        numbers = np.array([distinct.index(name) for name in names], np.int8)
        columns = {
            "deal": np.repeat(np.arange(played.first, played.first + len(played), dtype=np.int32), players),
            "seat": played.seats.ravel(),
            "agent": pa.DictionaryArray.from_arrays(np.tile(numbers, len(played)), distinct),
            "rank": (1 + played.ranks.ravel() / 2).astype(np.float32),
            "win_share": played.shares.ravel().astype(np.float32),
            "money": played.money.ravel(),
        }
        buffer = pa.BufferOutputStream()
        table = pa.table(columns).replace_schema_metadata({"players": str(players)})
        pq.write_table(table, buffer, compression="zstd")
        path = self._path(key, played.first)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, buffer.getvalue())

    def _path(self, key: str, first: int) -> Path:
        return self.folder / "games" / key / f"{first:09d}.parquet"


def check_same(before: dict[str, Any], now: dict[str, Any], folder: Path) -> None:
    """An error that names what differs, unless the folder was begun with the same arguments."""
    differing = [name for name in now if before.get(name) != now[name]]
    if differing:
        told = "; ".join(f"{name}: {_short(before.get(name))} there, {_short(now[name])} here" for name in differing)
        raise ValueError(f"{folder} holds another tournament ({told}); take another --output, or --fresh to replace it")


def _short(value: Any) -> str:
    return ", ".join(f"{name} ({mark})" for name, mark in value.items()) if isinstance(value, dict) else repr(value)
