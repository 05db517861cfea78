// /cr/702/#702.40a is a good address of a rule that stands on a page of its own, /cr/702.40/: go there.
import { address, anchorHere, jumpTable } from "./site.js";
import { addressOf, numberIn } from "./jump.js";

async function follow() {
  const anchor = anchorHere();
  if (!anchor || document.getElementById(anchor) || !numberIn(anchor)) return;
  const found = addressOf(await jumpTable(), anchor);
  if (found && address(found) !== window.location.href) window.location.replace(address(found));
}

export function followAnchor() {
  if (!window.location.pathname.includes("/cr/")) return;
  follow();
  window.addEventListener("hashchange", follow);
}
