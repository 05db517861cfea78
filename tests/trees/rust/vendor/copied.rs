// Somebody else's file, CR 702.36e and all.
