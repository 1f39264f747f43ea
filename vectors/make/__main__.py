"""python -m vectors.make: write every file anew."""

from pathlib import Path

from vectors.make import made

for name, whole in made().items():
    (Path(__file__).parents[1] / name).write_text(whole, encoding="utf-8", newline="\n")
