"""The pages of the site, one package for each kind."""
