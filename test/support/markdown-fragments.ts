import fc from "fast-check";

/** Lines that open, close and disguise every kind of block, with commands among them. */
const FRAGMENTS = [
  "/factory approve",
  "/factory reject because",
  "/FACTORY status",
  "\uff0ffactory approve",
  " /factory approve",
  "    /factory approve",
  "\t/factory approve",
  "> /factory approve",
  "> quoted",
  ">> deeper",
  "- item",
  "  continued",
  "- > in a list",
  "1. first",
  "2) second",
  "```",
  "```yaml",
  "````",
  "~~~",
  "  ```yaml",
  "   ~~~",
  "    indented",
  "# heading",
  "---",
  "===",
  "***",
  "| a | b |",
  "|---|---|",
  "<details>",
  "</details>",
  "<blockquote>",
  "</blockquote>",
  "<!--",
  "-->",
  "<pre>",
  "</pre>",
  "[a]: b",
  "[a]:",
  '[a]: b "title',
  '"',
  "[^1]: note",
  "text `code",
  "` text",
  "**bold",
  "bold**",
  "[link",
  "](x)",
  "plain prose",
  "trailing  ",
  "\\",
  "",
  "",
];

const line = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, "")) },
);

/** Some lines of hostile Markdown. */
export const markdownLines = fc.array(line, { maxLength: 15 });

/** A comment of hostile Markdown with any kind of line break. */
export const markdown = fc
  .tuple(markdownLines, fc.constantFrom("\n", "\r\n", "\r"))
  .map(([lines, lineEnd]) => lines.join(lineEnd));
