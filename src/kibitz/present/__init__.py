"""What people and programs are told: values, standings and the course of a game, alike on every face."""
