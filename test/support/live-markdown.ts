import type { Nodes } from "mdast";
import { parseMarkdown } from "../../src/commands/markdown/parse-markdown.js";

/** The images of a text, and its links whose text differs from their address. Text from outside must contain none. */
export function liveMarkdown(text: string): string[] {
  return liveIn(parseMarkdown(text));
}

function liveIn(node: Nodes): string[] {
  if (node.type === "image") return [node.url];
  if (node.type === "link" && node.children.some((child) => child.type !== "text" || child.value !== node.url))
    return [node.url];
  return "children" in node ? node.children.flatMap(liveIn) : [];
}

/** A quotation of this length that would be a link and an image outside code. */
export function quotedLink(length: number): string {
  const quoted = "[the log](https://evil.example/approve) ![x](https://evil.example/p.png) ";
  return `See \`${quoted}${"a".repeat(length)}\``;
}
