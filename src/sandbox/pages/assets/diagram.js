/** Inside the frame: draws what it is sent and tells its height. */
const place = document.getElementById("diagram");
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function tell(message) {
  window.parent.postMessage(message, "*");
}

function height() {
  return Math.ceil(place.getBoundingClientRect().height);
}

/** On a narrow screen a wide drawing scrolls instead of shrinking until nobody can read it. */
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
    tell({ drawn: true, height: height() });
  } catch {
    // Not a diagram: the page shows the source instead.
    tell({ drawn: false });
  }
}

new ResizeObserver(() => tell({ height: height() })).observe(place);

window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || typeof data?.source !== "string") return;
  draw(data.source);
  dark.addEventListener("change", () => draw(data.source));
});
