"""Formulas with theorem numbers, the exact law of an estimate, and the planner.

The paper works on [-1, 1]; its formulas are given here in its own units. Where the paper errs, the function is
right and its docstring says what the paper has.
"""
