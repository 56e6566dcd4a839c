"""The web page of `vegas table`."""
