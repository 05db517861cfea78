"""The pages of the site, a package for each kind."""
