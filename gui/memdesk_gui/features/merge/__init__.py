"""Two versions put together by a person: conflicts, conflict copies, git's marks."""
