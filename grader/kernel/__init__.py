"""A Jupyter kernel in a sandbox: start it, run the cells, ask its agent."""
