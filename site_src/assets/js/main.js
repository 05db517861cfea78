// The script of every page: search, copying of addresses, anchors that have moved to a page of their own, filters.
import { openOnRequest } from "./search.js";
import { copyNumbers } from "./copylink.js";
import { followAnchor } from "./anchors.js";
import { filterBySource } from "./filter.js";

openOnRequest();
copyNumbers();
followAnchor();
filterBySource();
