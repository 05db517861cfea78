// @ts-check
// Registers the service worker, which keeps the pages read for use without a network. Where there
// can be none, the site works without it.
import { address, root } from "./site.js";

export function keepReading() {
  if (
    !("serviceWorker" in navigator) ||
    !window.isSecureContext ||
    window.location.protocol === "file:"
  )
    return;
  const register = () =>
    navigator.serviceWorker.register(address("sw.js"), { scope: root.href }).catch(() => {});
  // the page itself goes first
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(register);
  if (document.readyState === "complete") whenIdle();
  else window.addEventListener("load", whenIdle, { once: true });
}
