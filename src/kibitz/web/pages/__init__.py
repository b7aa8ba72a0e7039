"""The pages: each file is a family of pages, with a function `routes(house)`."""
