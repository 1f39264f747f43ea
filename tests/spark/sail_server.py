"""A Sail server in a process of its own, until its input ends; it prints its port."""

import sys

from pysail.spark import SparkConnectServer

server = SparkConnectServer("127.0.0.1", 0)
server.start(background=True)
sys.stdout.write(f"{server.listening_address[1]}\n")
sys.stdout.flush()
sys.stdin.read()
server.stop()
