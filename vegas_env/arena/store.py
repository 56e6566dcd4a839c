"""The games of a tournament on disk, in Parquet files that are written atomically."""

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

from vegas_env.arena.match import GameResults
from vegas_env.files import write_atomically

MANIFEST = "tournament.json"


class GameStore:
    """The games of one tournament: a folder for each line-up with a file for each batch of consecutive deals.

    A row of a file is one member of the line-up in one game.  Columns: deal, seat, agent, rank (1 is best; ties share
    their mean), win_share, money.

    Parameters
    ----------
    folder: where the games are
    arguments: everything that the games depend on (`Tournament.arguments` or `Tournament.identity`).  They are written
        to a manifest; a folder with another manifest is refused.
    fresh: delete the games that are in the folder
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
        """Name of the folder of a line-up.  Agents of the same name that play differently get different folders."""
        digest = hashlib.sha256(json.dumps([names, fingerprints]).encode()).hexdigest()[:12]
        return f"{re.sub(r'[^a-z0-9]+', '-', '-'.join(names).lower()).strip('-')[:80]}-{digest}"

    def load(self, key: str, first: int, limit: int) -> GameResults | None:
        """Load stored games of a line-up from deal `first` on.

        Returns the rest of one file, at most `limit` games, or None if that deal is not stored.
        """
        starts = [int(path.stem) for path in (self.folder / "games" / key).glob("*.parquet")]
        start = max((start for start in starts if start <= first), default=None)
        if start is None:
            return None
        table = pq.read_table(self._path(key, start))
        players = int(table.schema.metadata[b"players"])
        columns = {name: table[name].to_numpy().reshape(-1, players) for name in ("seat", "rank", "money")}
        rows = slice(first - start, first - start + limit)
        if len(columns["rank"][rows]) == 0:
            return None
        ranks = np.rint(2 * (columns["rank"][rows] - 1)).astype(np.int8)
        money = columns["money"][rows]
        return GameResults(first, columns["seat"][rows], ranks, money, money)

    def save(self, key: str, names: list[str], results: GameResults) -> None:
        """Write games of a line-up to a new file."""
        players, distinct = len(names), list(dict.fromkeys(names))
        numbers = np.array([distinct.index(name) for name in names], np.int8)
        columns = {
            "deal": np.repeat(np.arange(results.first, results.first + len(results), dtype=np.int32), players),
            "seat": results.seats.ravel(),
            "agent": pa.DictionaryArray.from_arrays(np.tile(numbers, len(results)), distinct),
            "rank": (1 + results.ranks.ravel() / 2).astype(np.float32),
            "win_share": results.shares.ravel().astype(np.float32),
            "money": results.money.ravel(),
        }
        buffer = pa.BufferOutputStream()
        table = pa.table(columns).replace_schema_metadata({"players": str(players)})
        pq.write_table(table, buffer, compression="zstd")
        path = self._path(key, results.first)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, buffer.getvalue())

    def _path(self, key: str, first: int) -> Path:
        return self.folder / "games" / key / f"{first:09d}.parquet"


def check_same(stored: dict[str, Any], given: dict[str, Any], folder: Path) -> None:
    """Raise a ValueError that names the differences if a folder holds games of other arguments."""
    differing = [name for name in given if stored.get(name) != given[name]]
    if differing:
        listed = "; ".join(
            f"{name}: {_short(stored.get(name))} there, {_short(given[name])} here" for name in differing
        )
        raise ValueError(
            f"{folder} holds another tournament ({listed}); choose another folder (--output) or replace it (--fresh)"
        )


def _short(value: Any) -> str:
    return ", ".join(f"{name} ({mark})" for name, mark in value.items()) if isinstance(value, dict) else repr(value)
