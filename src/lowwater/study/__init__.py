"""Study: experiments as lists of tasks, computed on all cores, kept line by line, and drawn."""
