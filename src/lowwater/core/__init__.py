"""The contract between device and server: plain values, pure functions, the standard library and nothing else.

There is no input or output here, no clock, and no randomness of its own: coins are an argument.
"""
