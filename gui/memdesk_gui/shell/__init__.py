"""The window itself: where things stand. What happens is decided in features, documents and the bus.

``dialogs`` are those of the window itself.
"""
