// @ts-check
// Registers the service worker when the page has nothing else to do. Without one, all works as
// before.
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
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(register);
  if (document.readyState === "complete") whenIdle();
  else window.addEventListener("load", whenIdle, { once: true });
}
