"""Tables are read and written here: TSV, CSV, JSON lines, Parquet, Hugging Face datasets."""
