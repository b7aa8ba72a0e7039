"""The laws of good rules, by what they are about; a file or a law is added by being there."""
