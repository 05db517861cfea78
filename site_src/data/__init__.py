"""The data of the site: static JSON below `/api/v1/`, its schemas and description, and the download of all of it."""
