"""What a run over a web site needs besides the order of its pages."""
