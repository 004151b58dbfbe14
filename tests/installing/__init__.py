"""What ``make packages`` built, installed and started in a bare Debian (root, network, minutes)."""
