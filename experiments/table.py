"""Serve a web page to play and watch games: `vegas table`, then open the address that it prints."""

from __future__ import annotations

import dataclasses
import sys

import tyro

from vegas_env.checks import check_int


@dataclasses.dataclass
class Args:
    port: int = 8765
    """Port of the server, which listens on this machine only; 0 chooses a free port."""

    def __post_init__(self) -> None:
        check_int("port", self.port, 0, 65535)


def main(arguments: list[str] | None = None) -> None:
    args = tyro.cli(Args, args=arguments, prog="vegas table", description=__doc__)
    from waitress.server import create_server

    from vegas_env.experiments.tables.web.app import make_app

    try:
        server = create_server(make_app(), host="127.0.0.1", port=args.port, threads=4)
    except OSError as error:
        sys.exit(f"vegas table: port {args.port} is not available ({error}): choose another, or --port 0 for any")
    print(f"open http://127.0.0.1:{server.effective_port} in a browser; Ctrl-C stops the server", flush=True)
    server.run()


if __name__ == "__main__":
    main()
