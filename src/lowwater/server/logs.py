"""Logs: one JSON object a line, with what happened and nothing of any answer."""

import json
import logging
import time

_FIELDS = ("survey", "kind", "status", "ms", "database", "address")


class Lines(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, message, and the few fields that may be logged."""
        fields = {"time": _time(record.created), "level": record.levelname.lower(), "message": record.getMessage()}
        fields |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields, default=str)


def _time(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1000):03d}Z"


def start(level: str) -> None:
    """Log to standard error: our own records from `level` on, those of uvicorn from warnings on, or all at debug."""
    lines = logging.StreamHandler()
    lines.setFormatter(Lines())
    logging.getLogger().handlers = [lines]
    logging.captureWarnings(True)
    logging.getLogger("lowwater").setLevel(level.upper())
    logging.getLogger("uvicorn").setLevel("DEBUG" if level == "debug" else "WARNING")
