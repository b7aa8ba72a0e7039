"""The JSON interface: a file is a family of operations, with a function `operations(house)` that describes and does them."""
