"""From a hop plan to ranked passages: key matching, bindings, graph propagation, ranking."""
