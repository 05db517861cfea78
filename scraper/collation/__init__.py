"""How several copies of one edition become one reading."""
