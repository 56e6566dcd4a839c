"""Golden playthroughs: the same games in the same words, unless the rules change on purpose."""

from __future__ import annotations

from tests.support.playthroughs import path_of, stories, tell


def test_golden_playthroughs(ruleset: str) -> None:
    told = stories(ruleset)
    assert told
    for story, (options, seed) in told.items():
        path = path_of(ruleset, story)
        assert path.exists(), f"{path.name} is missing: run `make playthroughs`, read the result, commit it"
        assert tell(ruleset, options, seed) == path.read_text(encoding="utf-8"), (
            f"{path.name} differs: after an intended change, raise the ruleset's version and run `make playthroughs`"
        )
