// @ts-check
// The script of every page: search, keys, copying, previews, the choice of an edition, anchors that
// have moved to a page of their own, the filter of keywords.
import { openOnRequest } from "./search/box.js";
import { copyNumbers, offerToCopyExamples } from "./copylink.js";
import { previewReferences } from "./preview.js";
import { listenToKeys } from "./keys.js";
import { chooseEdition } from "./editions.js";
import { followAnchor } from "./anchors.js";
import { keepReading } from "./offline.js";
import { listFollowed, offerToFollow } from "./follow.js";
import { offerSinceExam, tellLastVisit, tellSinceExam } from "./last-visit.js";
import { filterKeywords } from "./keywords.js";
import { offerNotesSwitch } from "./notes.js";
import { dropTextFragment, root } from "./site.js";
import { showThumbBar } from "./thumb.js";
import { loadMaterialLater } from "./lib/material.js";

openOnRequest();
copyNumbers();
offerToCopyExamples();
previewReferences();
listenToKeys();
chooseEdition();
followAnchor();
keepReading();
filterKeywords();
offerToFollow();
offerSinceExam();
offerNotesSwitch();
showThumbBar();
tellLastVisit();
tellSinceExam();
listFollowed();
loadMaterialLater();
// whoever comes from the search has its words in the address
if (document.referrer.startsWith(root.href)) window.addEventListener("load", dropTextFragment);
