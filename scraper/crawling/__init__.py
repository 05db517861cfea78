"""The parts of a run over a web site besides the order of its pages."""
