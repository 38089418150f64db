import type { Nodes } from "mdast";
import { startOfLine } from "./lines.js";
import { parseMarkdown } from "./parse-markdown.js";
import type { Block } from "./top-level-blocks.js";

/** The context of a place in a comment. Only `text` is the person's own statement. */
export type Placement = "text" | "code" | "comment" | "quote" | "table" | "html" | "formatting" | "long paragraph";

/** The parser is quadratic in the length of a paragraph, so longer ones are not parsed inside. */
export const MAX_INLINE = 2_048;

const PLAIN = new Set<Nodes["type"]>(["root", "list", "listItem", "paragraph", "heading", "text"]);

const BY_NODE: Readonly<Partial<Record<Nodes["type"], Placement>>> = {
  blockquote: "quote",
  code: "code",
  inlineCode: "code",
  table: "table",
};

/**
 * The contexts of the places of one block. It parses inside its paragraphs only if necessary and allowed, and then
 * once.
 */
export function placementsIn(
  body: string,
  block: Block,
  mayPlace: (text: string) => boolean,
): (offset: number) => Placement {
  const from = startOfLine(body, block.start);
  let inside: Nodes | undefined;
  return (offset) => {
    const outer = pathTo(block.node, offset - block.base);
    // Nothing inside a paragraph reaches back over its beginning.
    const beginsParagraph = outer.some(({ type, position }) => {
      return (type === "paragraph" || type === "heading") && position?.start.offset === offset - block.base;
    });
    const placement = placementOf(outer);
    if (placement !== "text" || beginsParagraph) return placement;
    const text = body.slice(from, block.end);
    if (inside === undefined && (text.length > MAX_INLINE || !mayPlace(text))) return "long paragraph";
    inside ??= parseMarkdown(text);
    return placementOf(pathTo(inside, offset - from));
  };
}

/** The nodes that hold a place, from the outermost in. */
function pathTo(node: Nodes, offset: number): Nodes[] {
  const path = [node];
  for (let inner = childAt(node, offset); inner !== undefined; inner = childAt(inner, offset)) path.push(inner);
  return path;
}

function childAt(node: Nodes, offset: number): Nodes | undefined {
  if (!("children" in node)) return undefined;
  return node.children.find(({ position }) => {
    return position !== undefined && (position.start.offset ?? 0) <= offset && offset < (position.end.offset ?? 0);
  });
}

function placementOf(path: readonly Nodes[]): Placement {
  const special = path.find(({ type }) => !PLAIN.has(type));
  if (special?.type === "html") return special.value.trimStart().startsWith("<!--") ? "comment" : "html";
  if (special !== undefined) return BY_NODE[special.type] ?? "formatting";
  return path.at(-1)?.type === "text" ? "text" : "formatting";
}
