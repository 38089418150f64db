/** The scripts of a page. Without them everything is readable and every form works. */
import { drawDiagrams } from "./diagram-frames.js";
import { remember, takeOver } from "./live.js";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function spellTimes(root) {
  for (const time of root.querySelectorAll("time")) {
    const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
    time.textContent = Math.abs(seconds) < 10 ? "just now" : relative.format(Math.round(seconds / size), unit);
  }
}

function enhance(root) {
  spellTimes(root);
  drawDiagrams(root);
}

function show(text) {
  const next = new DOMParser().parseFromString(text, "text/html");
  document.title = next.title;
  for (const element of takeOver(next)) enhance(element);
}

/** The server answers 304 when nothing has changed, and the browser then returns its cached copy. */
const seen = { etag: "" };
async function refresh() {
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  const etag = response.headers.get("etag") ?? "";
  if (!response.ok || etag === seen.etag) return;
  seen.etag = etag;
  show(await response.text());
}

/** One round at a time. It pauses while the page is hidden, and continues after the server was away. */
async function keepFresh(pause) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (document.visibilityState === "visible") {
      const reached = await refresh().then(
        () => true,
        () => false,
      );
      document.body.classList.toggle("offline", !reached);
      if (reached) spellTimes(document);
    }
  }
}

async function submit(form, button) {
  const refusal = form.querySelector(".refusal");
  const buttons = [...form.querySelectorAll("button")];
  refusal.hidden = true;
  const body = new URLSearchParams(new FormData(form, button));
  for (const each of buttons) each.disabled = true;
  try {
    const response = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
    const text = await response.text();
    if (!response.ok) {
      const page = new DOMParser().parseFromString(text, "text/html");
      refusal.textContent =
        page.querySelector("[data-refusal]")?.textContent ?? `The server answered ${response.status}.`;
      refusal.hidden = false;
    } else if (new URL(response.url).pathname === location.pathname) {
      for (const field of form.querySelectorAll("textarea, input")) field.value = "";
      document.activeElement?.blur();
      show(text);
    } else location.assign(response.url);
  } catch {
    refusal.textContent = "No answer came. Look whether it arrived before you send it again.";
    refusal.hidden = false;
  } finally {
    for (const each of buttons) each.disabled = false;
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.dataset.form === undefined) return;
  event.preventDefault();
  submit(event.target, event.submitter);
});

/** Ctrl-Enter submits a form. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !event.target.matches("textarea")) return;
  event.target.form.requestSubmit(event.target.form.querySelector("button.primary"));
});

remember(document);
enhance(document);
keepFresh(Number(document.body.dataset.refreshMs));
