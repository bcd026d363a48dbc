"""Back-translation: into another language and back, many ways."""
