"""Speed and memory as ratios, each against a stated alternative measured in the same run; `make bench` runs all."""
