// A click on a number follows the permalink as any link does, and puts its full address on the clipboard.

let status;

function say(words) {
  if (!status) {
    status = document.createElement("p");
    status.className = "copied";
    status.setAttribute("role", "status");
    document.body.append(status);
  }
  status.textContent = words;
  status.classList.add("shown");
  window.clearTimeout(say.timer);
  say.timer = window.setTimeout(() => status.classList.remove("shown"), 1800);
}

export function copyNumbers() {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-copy]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !navigator.clipboard) return;
    try {
      await navigator.clipboard.writeText(link.href);
      say(`Link to ${link.textContent.trim()} copied`);
    } catch {
      // the browser refused the clipboard; the address bar holds the link all the same
    }
  });
}
