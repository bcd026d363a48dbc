"""Tables in and out: TSV, CSV, JSON lines, Parquet, Hugging Face datasets, plain or compressed."""
