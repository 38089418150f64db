/**
 * Updates the page without disturbing the reader. The server marks what may change: a `data-live="block"` is replaced
 * when its markup has changed; a `data-live="list"` adds, removes and reorders its items. Everything else stays, above
 * all a half-typed comment.
 */

/** The markup that the server last sent for each block. Diagrams, folds and relative times change the page itself. */
const sent = new Map();

export function remember(root) {
  for (const block of root.querySelectorAll('[data-live="block"]')) sent.set(block.id, block.outerHTML);
}

/** Applies the changes of `next`, a newer copy of this page. Returns the inserted elements. */
export function takeOver(next) {
  const changed = [];
  for (const list of next.querySelectorAll('[data-live="list"]')) syncList(list, changed);
  for (const block of next.querySelectorAll('[data-live="block"]')) syncBlock(block, changed);
  return changed;
}

function syncList(next, changed) {
  const current = document.getElementById(next.id);
  if (current === null) return;
  const kept = new Set([...next.children].map(({ id }) => id));
  for (const child of [...current.children]) if (!kept.has(child.id)) child.remove();
  for (const [index, child] of [...next.children].entries()) {
    const known = document.getElementById(child.id);
    const item = known ?? document.importNode(child, true);
    if (known === null) {
      sent.set(child.id, child.outerHTML);
      changed.push(item);
    }
    if (current.children[index] !== item) current.insertBefore(item, current.children[index] ?? null);
  }
}

function syncBlock(next, changed) {
  const current = document.getElementById(next.id);
  const markup = next.outerHTML;
  if (current === null || sent.get(next.id) === markup || isInUse(current)) return;
  const item = document.importNode(next, true);
  keepFolds(current, item);
  current.replaceWith(item);
  sent.set(next.id, markup);
  changed.push(item);
}

/** The reader is selecting or typing in the block, so it is updated in a later round. */
function isInUse(block) {
  const { activeElement } = document;
  return activeElement !== null && block.contains(activeElement) && activeElement.matches("input, select, textarea");
}

/** Keeps a fold open or closed as the reader left it, while it has the same text. */
function keepFolds(current, item) {
  const label = (fold) => fold.querySelector(":scope > summary")?.textContent ?? "";
  const folds = new Map([...all(current)].map((fold) => [label(fold), fold.open]));
  for (const fold of all(item)) fold.open = folds.get(label(fold)) ?? fold.open;
}

function all(root) {
  return [...(root.matches("details") ? [root] : []), ...root.querySelectorAll("details")];
}
