"""The laws of probability that everything else is computed from, with numpy alone.

`count` holds the exact law of a noisy count and of a binomial one, `limits` what a tally says for certain about a
share, `distribution` the laws people's numbers may follow.
"""
