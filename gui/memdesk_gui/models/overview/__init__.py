"""What the overview shows: its figures, made in the background, and the lines that tell them."""
