/** Runs in the frame: draws the diagram it receives and reports its height. */
const place = document.getElementById("diagram");
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function send(message) {
  window.parent.postMessage(message, "*");
}

function height() {
  return Math.ceil(place.getBoundingClientRect().height);
}

/** On a narrow screen a wide drawing scrolls instead of becoming too small to read. */
const LEGIBLE = 640;

function stayLegible(drawing) {
  const width = drawing?.viewBox.baseVal?.width ?? 0;
  if (width > 0) drawing.style.minWidth = `${Math.min(width, LEGIBLE)}px`;
}

async function draw(source) {
  window.mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: dark.matches ? "dark" : "neutral",
    fontFamily: "system-ui, sans-serif",
  });
  try {
    const { svg } = await window.mermaid.render("drawing", source);
    place.innerHTML = svg;
    stayLegible(place.querySelector("svg"));
    send({ drawn: true, height: height() });
  } catch {
    // Not a diagram. The page shows the source instead.
    send({ drawn: false });
  }
}

new ResizeObserver(() => send({ height: height() })).observe(place);

window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || typeof data?.source !== "string") return;
  draw(data.source);
  dark.addEventListener("change", () => draw(data.source));
});
