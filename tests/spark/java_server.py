"""A Spark Connect server on the Java virtual machine, until its input ends; it prints its port.

Two threads compute, and a task may be tried four times. Its event log goes to the folder that is given.
"""

import sys
import warnings
from pathlib import Path

from pyspark.sql import SparkSession

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.eventLog.enabled": "true",
    "spark.eventLog.compress": "false",
    "spark.eventLog.dir": Path(sys.argv[1]).as_uri(),
}

warnings.simplefilter("ignore")  # a session is told what only its server can change
session = SparkSession.builder.config(map=SETTINGS).remote("local[2,4]").getOrCreate()
sys.stdout.write(f"{session.client._builder.endpoint.rpartition(':')[2]}\n")
sys.stdout.flush()
sys.stdin.read()
session.stop()
