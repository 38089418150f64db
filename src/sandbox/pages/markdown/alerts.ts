/** GitHub's alerts: a top-level quotation whose first line is `[!NOTE]` or similar, and nothing else. */
import type { Element, ElementContent, Nodes, RootContent } from "hast";

const MARK = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Runs after sanitising, so that only this code can add these classes. */
export function showAlerts(node: Nodes): Nodes {
  if (node.type !== "root") return node;
  return { ...node, children: node.children.map((child) => alertOf(child) ?? child) };
}

function alertOf(node: RootContent): Element | undefined {
  if (node.type !== "element" || node.tagName !== "blockquote") return undefined;
  const [first, ...rest] = node.children.filter((child) => !isBlank(child));
  if (first?.type !== "element" || first.tagName !== "p") return undefined;
  const [mark, ...words] = first.children;
  const kind = mark?.type === "text" ? MARK.exec(mark.value)?.[1]?.toLowerCase() : undefined;
  if (mark?.type !== "text" || kind === undefined) return undefined;
  const said = withoutBreak([{ ...mark, value: mark.value.replace(MARK, "") }, ...words]);
  const body = [...(said.length === 0 ? [] : [{ ...first, children: said }]), ...rest];
  if (body.length === 0) return undefined;
  return { ...node, properties: { className: ["alert", `alert-${kind}`] }, children: [titled(kind), ...body] };
}

function titled(kind: string): Element {
  const words = kind.charAt(0).toUpperCase() + kind.slice(1);
  return {
    type: "element",
    tagName: "p",
    properties: { className: ["alert-title"] },
    children: [{ type: "text", value: words }],
  };
}

/** In conversations, which keep line breaks, a break follows the mark. */
function withoutBreak(words: readonly ElementContent[]): ElementContent[] {
  const start = words.findIndex((word) => !isBlank(word) && !(word.type === "element" && word.tagName === "br"));
  const [first, ...rest] = start === -1 ? [] : words.slice(start);
  if (first === undefined) return [];
  return [first.type === "text" ? { ...first, value: first.value.trimStart() } : first, ...rest];
}

function isBlank(node: ElementContent): boolean {
  return node.type === "text" && node.value.trim() === "";
}
