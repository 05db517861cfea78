"""Pages of web sites with a part of an edition: what of them is the site's, and how the rest is read."""
