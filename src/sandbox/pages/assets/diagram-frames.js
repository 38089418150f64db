/** Draws each Mermaid block in an isolated frame (diagram.html). The source stays available. */
const frames = new Map();

/** Mermaid measures what it draws, so a diagram in a closed fold waits until it is visible. */
const whenSeen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target);
  },
  { rootMargin: "1000px" },
);

export function drawDiagrams(root) {
  for (const code of root.querySelectorAll("pre > code.language-mermaid")) whenSeen.observe(code.parentElement);
}

function draw(block) {
  whenSeen.unobserve(block);
  const frame = document.createElement("iframe");
  frame.className = "diagram";
  frame.title = "Diagram";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = "/_pages/diagram.html";
  frame.addEventListener("load", () => {
    frames.set(frame.contentWindow, { frame, block });
    frame.contentWindow.postMessage({ source: block.textContent }, "*");
  });
  block.hidden = true;
  block.before(frame);
}

/** A frame has no origin to check, so it is identified by its window. It can only report its height. */
window.addEventListener("message", ({ source, data }) => {
  const known = frames.get(source);
  if (known === undefined) return;
  if (typeof data?.height === "number") known.frame.style.height = `${Math.min(Math.max(data.height, 40), 4000)}px`;
  if (data?.drawn === true) known.frame.dataset.drawn = "true";
  if (data?.drawn === false) {
    known.block.hidden = false;
    known.frame.remove();
    frames.delete(source);
  }
});
