"""Networks that learn games by playing against themselves; needs PyTorch (extra `train`)."""
