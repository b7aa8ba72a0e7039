"""The pages: one file is one family of pages, with a function `routes(house)`."""
