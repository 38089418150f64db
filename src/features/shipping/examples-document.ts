import type { Heading, ListItem, Nodes, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/** One example of the document: its title, text and code. */
export type Example = {
  readonly title: string;
  readonly line: number;
  /** Paragraphs, without labels such as "Input:". */
  readonly prose: readonly string[];
  /** Fenced code, in order: the first is the input, the last the output. */
  readonly blocks: readonly string[];
  /** What names things: the title, inline code and fenced code. */
  readonly names: string;
  /** All visible text. */
  readonly text: string;
};

type Content = RootContent | ListItem;
type Section = { readonly heading: Heading | undefined; readonly content: RootContent[]; readonly children: Section[] };

/** Headings that only announce a block; their content belongs to the section above. */
const PART_HEADING =
  /^(?:expected\s+)?(?:input|output|result|response|request|call|returns?|return value|error|before|after)(?:\s+(?:state|value|response|output))?:?$/i;

/**
 * The examples of a document: each is one section or one list item (requirements.md#examples). "Input" and "Output" as
 * headings or list items are parts of their example.
 */
export function readExamples(markdown: string): Example[] {
  return examplesIn(sectionsOf(fromMarkdown(markdown)), markdown);
}

/** Both input and output. */
export function isComplete(example: Pick<Example, "blocks">): boolean {
  return example.blocks.length >= 2;
}

function sectionsOf(root: Root): Section {
  const top: Section = { heading: undefined, content: [], children: [] };
  const path = [top];
  for (const node of root.children) {
    if (node.type !== "heading") {
      path.at(-1)?.content.push(node);
      continue;
    }
    while ((path.at(-1)?.heading?.depth ?? 0) >= node.depth) path.pop();
    const section: Section = { heading: node, content: [], children: [] };
    path.at(-1)?.children.push(section);
    path.push(section);
  }
  return top;
}

function examplesIn(section: Section, source: string): Example[] {
  const isItemExample = (node: Content) => node.type === "listItem" && isComplete({ blocks: blocksIn([node], source) });
  const content = section.content.flatMap((node): Content[] => (node.type === "list" ? node.children : [node]));
  const parts = section.children.filter((child) => isPart(child, source));
  const own = [...content.filter((node) => !isItemExample(node)), ...parts.flatMap((part) => part.content)];
  return [
    toExample(section.heading, own, source),
    ...content.filter(isItemExample).map((item) => toExample(section.heading, [item], source)),
    ...section.children.filter((child) => !parts.includes(child)).flatMap((child) => examplesIn(child, source)),
  ].filter(({ blocks }) => blocks.length > 0);
}

function isPart({ heading, content, children }: Section, source: string): boolean {
  if (heading === undefined || children.length > 0) return false;
  return PART_HEADING.test(textOf(heading).trim()) && !isComplete({ blocks: blocksIn(content, source) });
}

function toExample(heading: Heading | undefined, content: readonly Content[], source: string): Example {
  const nodes = content.flatMap(descendants);
  const title = heading === undefined ? "" : textOf(heading);
  const blocks = blocksIn(content, source);
  const inlineCode = nodes.flatMap((node) => (node.type === "inlineCode" ? [node.value] : []));
  const paragraphs = nodes.flatMap((node) => (node.type === "paragraph" ? [textOf(node)] : []));
  return {
    title,
    line: heading?.position?.start.line ?? content[0]?.position?.start.line ?? 1,
    prose: paragraphs.filter((text) => !isLabel(text)),
    blocks,
    names: [title, ...inlineCode, ...blocks].join("\n"),
    text: [title, ...paragraphs, ...blocks].join("\n"),
  };
}

/** Fenced code only: indented text is code to Markdown and prose to most readers. */
function blocksIn(content: readonly Content[], source: string): string[] {
  return content
    .flatMap(descendants)
    .flatMap((node) => (node.type === "code" && isFence(source, node.position?.start.offset) ? [node.value] : []));
}

function isFence(source: string, offset: number | undefined): boolean {
  return offset !== undefined && /^(?:```|~~~)/.test(source.slice(offset, offset + 3));
}

/** "Input:" and "Expected output" announce a block and describe nothing. */
function isLabel(text: string): boolean {
  return text.trimEnd().endsWith(":") || text.trim().split(/\s+/).length < 3;
}

function descendants(node: Nodes): Nodes[] {
  return [node, ...("children" in node ? node.children.flatMap(descendants) : [])];
}

function textOf(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}
