import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBlocks } from "../../../src/commands/markdown/parse-markdown.js";
import {
  type Block,
  MAX_BLOCK,
  MAX_LINE,
  MAX_NESTING,
  topLevelBlocks,
  WINDOW,
} from "../../../src/commands/markdown/top-level-blocks.js";
import { markdown } from "../../support/markdown-fragments.js";

const shapes = (blocks: readonly Block[]) => blocks.map(({ node, start, end }) => [node.type, start, end]);

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
        ]);
        expect(shapes(blocksOf(body, window))).toEqual(whole);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["a fence over the edge", "a\n\n```\nb\n\nc\n```\nd"],
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
      expect(shapes(blocksOf(body, window))).toEqual(shapes(blocksOf(body)));
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
  /** Every text that was handed to the parser, by length. */
  function handedOver(body: string): number[] {
    const lengths: number[] = [];
    topLevelBlocks(body, {
      parse: (text) => {
        lengths.push(text.length);
        return parseBlocks(text);
      },
    });
    return lengths;
  }
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

  it("grows by a window at a time while a block is open, and gives up at the limit", () => {
    expect(inWindows(handedOver(lines(40_000)))).toEqual([1, 2, 3, 4]);
  });

  it("is small again after a long block", () => {
    const lengths = handedOver(`${lines(6_000)}\n${lines(20_000, `${LINE}\n`)}`);
    expect(inWindows(lengths).slice(0, 3)).toEqual([1, 2, 1]);
  });

  it("is all of a long fence at the second look", () => {
    const fence = `\`\`\`\`\n${lines(40_000)}\`\`\`\`\n`;
    const [first = 0, second = 0, ...rest] = handedOver(`${fence}\n${lines(12_000, `${LINE}\n`)}`);
    expect(inWindows([first])).toEqual([1]);
    expect(second).toBe(fence.length + 1 + LINE.length);
    expect(Math.max(...rest)).toBeLessThanOrEqual(WINDOW + 2 * LINE.length);
  });

  it("grows by a window at a time over fences that could close but do not", () => {
    const fence = `\`\`\`\`\n${lines(20_000, `\`\`\`\n${LINE}`)}\`\`\`\`\n`;
    expect(inWindows(handedOver(`${fence}\nb`))).toEqual([1, 2, 3, 4, 5]);
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
