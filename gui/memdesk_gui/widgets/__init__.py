"""Small reusable widgets that know nothing of memory."""
