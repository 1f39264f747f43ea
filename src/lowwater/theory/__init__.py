"""Formulas with theorem numbers, and the exact law of an estimate.

The paper works on [-1, 1]; its formulas are given here in its own units. Where the paper errs, the function is
right and its docstring says what the paper has.
"""
