"""Every experiment of the paper: one file for each study, one store of numbers, one report.

A study lists its tasks (one for each point of a figure), computes one task at a time, and draws its figures from
the numbers. Tasks are independent and carry their own seeds, so that they can be computed in any order, by any
number of processes, and continued where they were interrupted.
"""
