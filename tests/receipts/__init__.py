"""Receipts of every version of the protocol, which verify for ever, and ways to forge them."""
