"""The first minutes in the demo: things to try, ticked off when they were really done."""
