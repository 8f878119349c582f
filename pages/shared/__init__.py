"""What the pages share: frame, state, resources and rendering."""
