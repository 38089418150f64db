import { quotedByHtml } from "./html-quotes.js";
import type { Block } from "./top-level-blocks.js";

/** A fenced `yaml` block and where it begins in the comment. */
export type YamlPayload = { readonly start: number; readonly text: string };

/** The fenced `yaml` blocks that a person wrote as their own: not in a quote or a list. */
export function yamlPayloads(blocks: readonly Block[]): YamlPayload[] {
  const quoted = quotedByHtml(blocks);
  return blocks.flatMap(({ node, start }, index) => {
    const isYaml = node.type === "code" && /^ya?ml$/i.test(node.lang ?? "");
    return isYaml && !quoted[index] ? [{ start, text: node.value }] : [];
  });
}
