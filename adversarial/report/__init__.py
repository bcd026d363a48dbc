"""Reports of the robustness experiment: figures, pictures, HTML and Markdown."""
