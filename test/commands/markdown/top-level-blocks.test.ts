import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlocks } from "../../../src/commands/markdown/parse-markdown.js";
import { blockCost } from "../../../src/commands/markdown/parsing-cost.js";
import {
  type Block,
  MAX_BLOCK,
  MAX_COST,
  MAX_LINE,
  MAX_NESTING,
  topLevelBlocks,
  WINDOW,
} from "../../../src/commands/markdown/top-level-blocks.js";
import { markdown } from "../../support/markdown-fragments.js";

const shapes = (blocks: readonly Block[]) => blocks.map(({ node, start, end }) => [node.type, start, end]);
/** The same with what the fences hold, which is what a payload is read from. */
const contents = (blocks: readonly Block[]) =>
  blocks.map(({ node, start, end }) => [
    node.type,
    start,
    end,
    ...(node.type === "code" ? [node.lang, node.value] : []),
  ]);

function blocksOf(body: string, window?: number): readonly Block[] {
  const blocks = topLevelBlocks(body, window === undefined ? {} : { window });
  if (!blocks.ok) throw new Error(blocks.refusal.code);
  return blocks.value;
}

const refusalOf = (body: string) => {
  const blocks = topLevelBlocks(body);
  return blocks.ok ? undefined : blocks.refusal.code;
};

describe("the blocks of a comment", () => {
  it("are the same whether it is parsed at once or a window at a time", () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 1, max: 60 }), (body, window) => {
        const whole = parseBlocks(body).children.map((node) => [
          node.type,
          node.position?.start.offset,
          node.position?.end.offset,
          ...(node.type === "code" ? [node.lang, node.value] : []),
        ]);
        expect(contents(blocksOf(body, window))).toEqual(whole);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["a fence over the edge", "a\n\n```\nb\n\nc\n```\nd"],
    ["a fence that is not closed", "a\n\n```yaml\nb\n\nc\n"],
    ["a fence of nothing that is not closed", "a\n\n~~~\n\n"],
    ["an indented fence with tabs in it", "a\n\n  ```yaml\n \tb\n\tc\n   d\n   ```\t\ne"],
    ["a fence with shorter fences and other marks in it", "a\n\n````\n```\n~~~~\n    ````\n\t````\n```` b\n`````\nc"],
    ["a fence with what only JavaScript calls a line end", "a\n\n```\nb\u2028```\u2028\n```\nc"],
    ["a fence behind a definition", "[a]: b\n```\nc\n\nd\n```\ne"],
    ["a list behind a fence", "```\na\n```\n2) b\n- c\n    d"],
    ["a byte order mark and a zero in a fence", "a\n\n```\n\ufeff\0\n\nb\n```"],
    ["a list over the edge", "a\n\n- b\n\n- c\n\n  d\ne"],
    ["a definition whose title goes on", "a\n\n[b]: c\n'd\ne'\n\nf"],
    ["indented code before a list that may not interrupt it", "a\n\n    b\n2) c\nd\n\ne"],
    ["a heading underlined in the next window", "a\n\nb\nc\n---\nd"],
    ["a table that begins in the next window", "a\n\n| b |\n|---|\n| c |\n\nd"],
    ["a comment with empty lines", "a\n\n<!--\n\nb\n\n-->\n\nc"],
    ["CRLF", "a\r\n\r\nb\r\n\r\nc\r\n"],
    ["a byte order mark at the start of a window", "a\n\n\ufeffb\n\nc"],
  ])("%s", (_, body) => {
    for (let window = 1; window <= body.length; window++) {
      expect(contents(blocksOf(body, window))).toEqual(contents(blocksOf(body, body.length)));
    }
  });

  it("say where they are in the comment, also behind the first window", () => {
    const body = `${"Some prose.\n\n".repeat(1_000)}> quote\n`;
    expect(blocksOf(body).at(-1)).toMatchObject({
      node: { type: "blockquote" },
      start: body.length - 8,
      end: body.length - 1,
    });
  });
});

/** Lines of a length that people write; the parser's time goes with the number of lines. */
const LINE = "A sentence of some eighty characters, such as a person may well have written.\n";
const lines = (size: number, line = LINE) => line.repeat(Math.ceil(size / line.length));

describe("what the parser is given", () => {
  /** Every text that was handed to the parser. */
  function textsHandedOver(body: string): string[] {
    const texts: string[] = [];
    topLevelBlocks(body, {
      parse: (text) => {
        texts.push(text);
        return parseBlocks(text);
      },
    });
    return texts;
  }
  const handedOver = (body: string) => textsHandedOver(body).map(({ length }) => length);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const inWindows = (numbers: readonly number[]) => numbers.map((number) => Math.round(number / WINDOW));

  it.each([
    ["headings", `a\n${"-".repeat(60)}\n`],
    ["paragraphs", `${LINE}\n`],
    ["quotes with lazy lines", `> ${LINE}${LINE}\n`],
    ["small fences", `\`\`\`\n${LINE}\`\`\`\n`],
    ["HTML", `<div>${LINE}\n`],
  ])("is never more than a window of %s at a time, and twice the comment in all", (_, unit) => {
    const body = lines(20_000, unit);
    const lengths = handedOver(body);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(WINDOW + unit.length);
    expect(sum(lengths)).toBeLessThanOrEqual(2 * body.length);
  });

  it("doubles while a block is open, and gives up at the limit", () => {
    expect(inWindows(handedOver(lines(40_000)))).toEqual([1, 2, 4]);
  });

  it("is small again after a long block", () => {
    const lengths = handedOver(`${lines(6_000)}\n${lines(20_000, `${LINE}\n`)}`);
    expect(inWindows(lengths).slice(0, 3)).toEqual([1, 2, 1]);
  });

  it.each([
    ["a long fence", lines(40_000)],
    ["a long fence that smaller ones do not close", lines(40_000, `\`\`\`\n${LINE}`)],
  ])("is only the beginning of %s", (_, code) => {
    const fence = `\`\`\`\`\n${code}\`\`\`\`\n`;
    const lengths = handedOver(`${fence}\n${lines(12_000, `${LINE}\n`)}`);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(WINDOW + 2 * LINE.length);
    expect(sum(lengths)).toBeLessThanOrEqual(WINDOW + 2 * 12_000);
  });

  it.each([
    ["definitions", "[a]:b\n"],
    ["rows of a table", "|-|\n"],
    ["empty lines", "\n"],
    ["items", "- a\n"],
    ["items in items", "- - - a\n"],
    ["underlined headings", "a\n=\n"],
    ["paragraphs", "a\n\n"],
    ["quotes with lazy lines", "> a\nb\n"],
    ["cells", `|a|\n|-|\n${"|a".repeat(4_000)}\n`],
  ])("costs no more than is allowed, also for 64 KB of %s", (_, unit) => {
    const body = lines(65_000, unit);
    const cost = sum(textsHandedOver(body).map(blockCost));
    expect(cost).toBeLessThanOrEqual(MAX_COST);
    expect(refusalOf(body)).toBe("comment-too-complex");
  });
});

describe("a comment is too complex", () => {
  it.each([
    ["a quote", `> ${LINE}`],
    ["a list", `- ${LINE}`],
    ["a paragraph", LINE],
    ["HTML", `<div>${LINE}`],
    ["definitions", `[a]: b "${LINE.trim()}"\n`],
    ["indented code", `    ${LINE}`],
  ])("with %s above the limit, and not below it", (_, line) => {
    expect(refusalOf(`${lines(MAX_BLOCK + 1_000, line)}\nb`)).toBe("comment-too-complex");
    expect(refusalOf(`${lines(MAX_BLOCK - 1_000, line)}\nb`)).toBeUndefined();
  });

  it.each([
    [
      "a table of 80 rows and 10 columns",
      `${"|head".repeat(10)}|\n${"|---".repeat(10)}|\n`,
      `${"| 1.5 ".repeat(10)}|\n`,
      80,
    ],
    [
      "a table of 150 rows and 5 columns",
      `${"|head".repeat(5)}|\n${"|---".repeat(5)}|\n`,
      `${"| 12.34 ".repeat(5)}|\n`,
      150,
    ],
    ["a list of 250 tasks", "", "- [ ] one thing that is still to be done\n", 250],
    ["a quoted list of 200 lines", "", "> - one thing that was said\n", 200],
  ])("but not with %s, which people do paste", (_, head, line, times) => {
    expect(refusalOf(`/factory approve\n\n${head}${line.repeat(times)}`)).toBeUndefined();
  });

  it.each([
    ["backticks", "```"],
    ["tildes", "~~~"],
  ])("but not with long code in %s, which people do send", (_, fence) => {
    const code = `${fence}yaml\n${lines(40_000)}${fence}\n`;
    expect(shapes(blocksOf(`${code}\nb`))).toEqual([
      ["code", 0, code.length - 1],
      ["paragraph", code.length + 1, code.length + 2],
    ]);
  });

  it.each([
    [MAX_LINE, undefined],
    [MAX_LINE + 1, "comment-too-complex"],
  ])("with a line of %i characters: %s", (length, code) => {
    expect(refusalOf("a".repeat(length))).toBe(code);
  });

  it.each([
    ["quotes", ">", "x"],
    ["spaced quotes", " > ", "x"],
    ["bullets", "- ", "x"],
    ["stars", "* ", "x"],
    ["pluses", "+ ", "x"],
    ["numbers", "1. ", "x"],
    ["numbers with brackets", "23) ", "x"],
    ["footnotes", "[^a]: ", "x"],
  ])("with more than the allowed nesting of %s", (_, marker, end) => {
    expect(refusalOf(`a\n\n${marker.repeat(MAX_NESTING + 1)}${end}`)).toBe("comment-too-complex");
    expect(refusalOf(`a\n\n${marker.repeat(MAX_NESTING)}${end}`)).toBeUndefined();
  });

  it.each([
    ["a long rule", "-".repeat(100)],
    ["a long rule of stars", "*".repeat(100)],
    ["a long underline", `a\n${"=".repeat(100)}`],
    ["arrows behind text", `a ${">".repeat(100)}`],
    ["numbers", "1.".repeat(100)],
  ])("but not with %s", (_, body) => {
    expect(refusalOf(body)).toBeUndefined();
  });
});
