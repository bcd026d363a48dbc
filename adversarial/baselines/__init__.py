"""Other ways to say a sentence in other words, to compare the controlled paraphraser with."""
