// The script of every page: search, copying of addresses, and anchors that have moved to a page of their own.
import { openOnRequest } from "./search.js";
import { copyNumbers } from "./copylink.js";
import { followAnchor } from "./anchors.js";

openOnRequest();
copyNumbers();
followAnchor();
