/**
 * News without losing what the reader is doing. The server marks what may change: a `data-live="block"` is replaced
 * when its markup has changed, a `data-live="list"` gains, loses and reorders its items. Everything else, a half-typed
 * comment above all, is left alone.
 */

/** What the server last sent for each block; the page itself is changed by diagrams, folds and relative times. */
const sent = new Map();

export function remember(root) {
  for (const block of root.querySelectorAll('[data-live="block"]')) sent.set(block.id, block.outerHTML);
}

/** Takes over what is new in `next`, another copy of this page, and answers with the elements that were put in. */
export function takeOver(next) {
  const changed = [];
  for (const list of next.querySelectorAll('[data-live="list"]')) syncList(list, changed);
  for (const block of next.querySelectorAll('[data-live="block"]')) syncBlock(block, changed);
  return changed;
}

function syncList(next, changed) {
  const current = document.getElementById(next.id);
  if (current === null) return;
  const wanted = new Set([...next.children].map(({ id }) => id));
  for (const child of [...current.children]) if (!wanted.has(child.id)) child.remove();
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

/** Somebody is choosing or typing in it: the next round will do. */
function isInUse(block) {
  const { activeElement } = document;
  return activeElement !== null && block.contains(activeElement) && activeElement.matches("input, select, textarea");
}

/** What the reader opened or closed stays so, as long as it has the same words on it. */
function keepFolds(current, item) {
  const label = (fold) => fold.querySelector(":scope > summary")?.textContent ?? "";
  const folds = new Map([...all(current)].map((fold) => [label(fold), fold.open]));
  for (const fold of all(item)) fold.open = folds.get(label(fold)) ?? fold.open;
}

function all(root) {
  return [...(root.matches("details") ? [root] : []), ...root.querySelectorAll("details")];
}
