"""Attribution: which step of a failed trajectory its failure comes from."""
