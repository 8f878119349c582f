"""Measuring systems on question sets: cases, metrics, systems, reports."""
