/** Finds the parts of a text that GitHub or the App would act on. */
import type { Nodes, Root } from "mdast";
import { parseMarkdown } from "../../../src/commands/markdown/parse-markdown.js";
import { readCommands } from "../../../src/commands/read-commands.js";

const MENTION = /(?<![\w/`@.-])@([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\/[\w.-]+)?)/gi;
const CLOSING =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+(?:[\w.-]+\/[\w.-]+)?(?:#\d+|GH-\d+|https?:\/\/\S+\/(?:issues|pull)\/\d+)/gi;

export type Loaded = {
  readonly what: "mention" | "closing" | "command" | "marker" | "html" | "link" | "skip";
  readonly words: string;
};

/** In Markdown. Code is only shown, and escaped characters have no effect. */
export function loadedMarkdown(body: string, mayMention: readonly string[]): Loaded[] {
  const root = parseMarkdown(body);
  const prose = proseOf(root).join("\n");
  const commands = readCommands(body);
  return [
    ...mentions(prose, mayMention),
    ...[...prose.matchAll(CLOSING)].map(([words]): Loaded => ({ what: "closing", words })),
    ...(commands.ok ? commands.value : [])
      .filter(({ outcome }) => outcome.ok)
      .map(({ written }): Loaded => ({ what: "command", words: written })),
    ...htmlOf(root).flatMap((html): Loaded[] => {
      if (/<!--\s*factory:/.test(html) && !body.startsWith(html.split("\n")[0] ?? ""))
        return [{ what: "marker", words: html }];
      return OUR_HTML.test(html) ? [] : [{ what: "html", words: html }];
    }),
    ...linksOf(root).map((words): Loaded => ({ what: "link", words })),
  ];
}

/** In a commit message or a title, where nothing is code. Our own trailer is allowed. */
export function loadedLine(text: string): Loaded[] {
  const theirs = text.replace(OUR_SKIP, "$1");
  return [
    ...mentions(text, []),
    ...[...text.matchAll(CLOSING)].map(([words]): Loaded => ({ what: "closing", words })),
    ...[...theirs.matchAll(SKIPPING)].map(([words]): Loaded => ({ what: "skip", words })),
  ];
}

const SKIPPING = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]|^skip-checks:\s*true/gim;
const OUR_SKIP = /(\n\n\n(?:Factory-Key: \S+\n)?)skip-checks: true$/;

function mentions(text: string, may: readonly string[]): Loaded[] {
  return [...text.matchAll(MENTION)]
    .filter(([, name]) => !may.includes(name ?? ""))
    .map(([words]): Loaded => ({ what: "mention", words }));
}

/** Markers in the first line, and the tags that fold long texts. */
const OUR_HTML =
  /^(?:<!-- factory(?:-digest)?:[\w:./@-]+ -->\s*|<!-- factory-waits [^<>]*-->\s*|<\/?(?:details|summary|b|br|sub)>|<details><summary>(?:[^<>]|<\/?code>)*<\/summary>)+$/;

function proseOf(node: Nodes): string[] {
  if (node.type === "text") return [node.value];
  if (node.type === "code" || node.type === "inlineCode" || node.type === "html") return [" ` "];
  if (!("children" in node)) return [];
  const inner = node.children.flatMap((child) => proseOf(child));
  const isBlock = ["paragraph", "heading", "tableCell"].includes(node.type);
  return isBlock ? [inner.join("")] : inner;
}

function htmlOf(node: Root | Nodes): string[] {
  if (node.type === "html") return [node.value];
  return "children" in node ? node.children.flatMap((child) => htmlOf(child)) : [];
}

function linksOf(node: Root | Nodes): string[] {
  // A bare address shows where it leads, and the status may link to a release. A picture is not plain: every reader's
  // browser fetches it.
  const isPlain = /^(?:https?:|\/|\.\.\/releases\/tag\/v\d+\.\d+\.\d+$)/;
  const own = node.type === "image" || (node.type === "link" && !isPlain.test(node.url)) ? [node.url] : [];
  return "children" in node ? [...own, ...node.children.flatMap((child) => linksOf(child))] : own;
}
