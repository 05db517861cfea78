"""The pages of the rulings summary."""
