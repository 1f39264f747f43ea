"""The probability laws that everything else is computed from, with numpy alone.

`count` holds the exact law of a noisy count and of a binomial one, `limits` the confidence limits that a tally
gives for a share, `distribution` the laws people's numbers may follow.
"""
