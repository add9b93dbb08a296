"""What designers write of Tempest of Knowledge, checked and compiled."""
