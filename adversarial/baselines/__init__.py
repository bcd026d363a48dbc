"""Other ways to paraphrase, with which the controlled paraphraser is compared."""
