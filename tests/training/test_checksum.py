"""The number that stands for training data."""

from scpn.training.checksum import checksum


def test_check_value_of_crc_32() -> None:
    # The check value of its specification: that of the nine digits, however they are cut up.
    assert checksum(["123456789"]) == 0xCBF43926
    assert checksum(["1234", b"56", "", "789"]) == 0xCBF43926
    assert checksum([]) == 0
    assert checksum(["é"]) == checksum([b"\xc3\xa9"])
