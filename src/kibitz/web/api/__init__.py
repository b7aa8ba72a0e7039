"""The JSON interface: each file with a function `routes(house)`."""
