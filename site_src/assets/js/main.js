// @ts-check
// The script of every page. Each call starts one feature, which does nothing on a page without the
// elements that it needs.
import { openOnRequest } from "./search/box.js";
import { offerToCopyExamples, offerToShare } from "./copylink.js";
import { previewReferences } from "./preview.js";
import { listenToKeys } from "./keys.js";
import { chooseEdition } from "./editions.js";
import { followAnchor } from "./anchors.js";
import { keepReading } from "./offline.js";
import { listFollowed, offerToFollow } from "./follow.js";
import { listenToExamForm, offerSinceExam, showLastVisit } from "./last-visit.js";
import { filterKeywords } from "./keywords.js";
import { offerNotesSwitch } from "./notes.js";
import { showThumbBar } from "./thumb.js";
import { loadMaterialLater } from "./lib/material.js";

openOnRequest();
offerToShare();
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
showLastVisit();
listenToExamForm();
listFollowed();
loadMaterialLater();
