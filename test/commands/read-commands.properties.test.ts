import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fencedBlock } from "../../src/commands/fenced-block.js";
import { type CommandReading, MAX_COMMENT, readCommands } from "../../src/commands/read-commands.js";
import { commandsIn, readingsOf } from "../support/commands.js";
import { markdown, markdownLines } from "../support/markdown-fragments.js";

const STATUS = [{ verb: "status" }];

describe("whatever a comment holds", () => {
  it("reading it never throws, and gives commands only from lines that begin with one", () => {
    fc.assert(
      fc.property(markdown, (body) => {
        const lines = body.split(/\r\n|\n|\r/);
        for (const { line, written, outcome } of readingsOf(body)) {
          expect(lines[line - 1]).toBe(written);
          if (outcome.ok) expect(written).toMatch(/^\/factory[ \t]/i);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("nothing inside a fence is ever a command, and the fence hides nothing behind it", () => {
    fc.assert(
      fc.property(markdownLines, (lines) => {
        const fence = fencedBlock(lines.join("\n"), "");
        expect(readingsOf(fence)).toEqual([]);
        expect(commandsIn(`${fence}\n/factory status`)).toEqual(STATUS);
      }),
    );
  });

  it("nothing inside an unclosed fence is ever a command", () => {
    fc.assert(
      fc.property(markdownLines, (lines) => {
        expect(readingsOf(`\`\`\`\`\`\`\`\n${lines.join("\n")}`)).toEqual([]);
      }),
    );
  });

  it("nothing inside a quote is ever a command, and the quote hides nothing behind an empty line", () => {
    fc.assert(
      fc.property(markdownLines, (lines) => {
        const quote = lines.map((line) => `> ${line}\n`).join("");
        expect(commandsIn(quote)).toEqual([]);
        expect(commandsIn(`${quote}\n/factory status`)).toEqual(STATUS);
      }),
    );
  });

  it("nothing inside an HTML comment is ever a command", () => {
    fc.assert(
      fc.property(markdownLines, (lines) => {
        const hidden = lines.join("\n").replaceAll("-->", "");
        expect(readingsOf(`<!--\n${hidden}\n-->`)).toEqual([]);
      }),
    );
  });

  it("line ends make no difference", () => {
    const shape = ({ line, outcome }: CommandReading) => ({
      line,
      outcome: outcome.ok ? { ...outcome, value: outcome.value.command } : outcome,
    });
    fc.assert(
      fc.property(markdownLines, (lines) => {
        const [lf, crlf, cr] = ["\n", "\r\n", "\r"].map((end) => readingsOf(lines.join(end)).map(shape));
        expect(crlf).toEqual(lf);
        expect(cr).toEqual(lf);
      }),
    );
  });
});

describe("64 KB of Markdown made to stall a parser", () => {
  const command = "\n\n/factory status\n";
  const hostile = (unit: string) => unit.repeat(Math.floor((MAX_COMMENT - command.length) / unit.length)) + command;
  const outcomeOf = (body: string) => {
    const read = readCommands(body);
    return read.ok ? read.value.map(({ outcome }) => outcome.ok) : read.refusal.code;
  };

  it.each([
    ["quotes in quotes", ">"],
    ["quotes and lists in each other", "> - "],
    ["lists in lists", "1. "],
    ["footnotes in footnotes", "[^a]: "],
    ["one line of code spans that never close", "\\``"],
    ["one line of brackets", "["],
    ["one line of comments", "<!--"],
    ["one long paragraph", `${"a ".repeat(40)}\n`],
    ["formatting everywhere", `${"[a](b) `c` **d** ".repeat(5)}\n\n`],
    ["link definitions", "[a]:b\n"],
    ["definitions before a fence", `${"[a]:b\n".repeat(1_500)}\`\`\`\na\n\`\`\`\n`],
    ["small items", "- a\n"],
  ])("%s is refused, and the command with it", (_, unit) => {
    expect(outcomeOf(hostile(unit))).toBe("comment-too-complex");
  });

  it.each([
    ["small fences", `\`\`\`\n${"a ".repeat(40)}\n\`\`\`\n`],
    [
      "paragraphs",
      "Some words and a [link](a), then a piece of `code`, some **loud** ones, and some more as they are in a paragraph that somebody wrote, until it ends.\n\n",
    ],
    ["empty lines in a fence", `\`\`\`\n${"\n".repeat(20_000)}\`\`\`\n`],
    ["HTML", `<div>${"a ".repeat(40)}\n\n`],
  ])("%s are read", (_, unit) => {
    expect(outcomeOf(hostile(unit))).toEqual([true]);
  });
});
