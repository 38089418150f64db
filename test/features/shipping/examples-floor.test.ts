import { describe, expect, it } from "vitest";
import { PURE, TOTAL } from "../../../src/domain/contract/dimensions.js";
import { readExamples } from "../../../src/features/shipping/examples-document.js";
import { checkExamples } from "../../../src/features/shipping/examples-floor.js";
import { aContract } from "../../support/contract.js";

const fence = (code: string) => `\`\`\`ts\n${code}\n\`\`\`\n`;

const happy = `## A raw tag

Shows that capitals and spaces go away, as a \`Tag\`.

Input:

${fence('normaliseTag("  Hello World ");')}
Output:

${fence('"hello-world"')}
`;

const failure = `## EmptyTag

${fence('normaliseTag("123");')}
${fence("EmptyTag: no letter in '123'")}
`;

const effect = `## The audit log

Before the call the file audit-log is empty; afterwards it has one line.

${fence('normaliseTag("Red");')}
${fence("normalised Red")}
`;

const contract = aContract();
const gaps = (markdown: string, promised: Parameters<typeof checkExamples>[1] = contract) =>
  checkExamples(`# Examples\n\n${markdown}`, promised).map(({ code, subject }) => [code, subject]);

describe("the floor of examples.md", () => {
  it("is reached with an example for each export, each error and the effects", () => {
    expect(gaps(happy + failure + effect)).toEqual([]);
  });

  it("is not reached by an empty file, and every missing thing is named", () => {
    expect(gaps("")).toEqual([
      ["entry-point", "normaliseTag"],
      ["entry-point", "Tag"],
      ["error-surface", "EmptyTag"],
      ["effect", "WRITE audit-log"],
    ]);
  });

  it("asks for no error and no effect where there is none", () => {
    expect(gaps(happy, { ...contract, effects: PURE, error_surfaces: TOTAL })).toEqual([]);
  });

  it("takes one effect of several for all", () => {
    const effects = [
      { type: "CALL" as const, target: "mail-server", description: "sends a mail" },
      { type: "WRITE" as const, target: "audit-log", description: "appends a line" },
    ];
    expect(gaps(happy + failure + effect, { ...contract, effects })).toEqual([]);
    expect(gaps(happy + failure, { ...contract, effects })).toEqual([["effect", "CALL mail-server, WRITE audit-log"]]);
  });

  it("does not take a failure for an example of the entry point", () => {
    expect(
      gaps(failure, { creates: ["normaliseTag"], error_surfaces: contract.error_surfaces, effects: PURE }),
    ).toEqual([["entry-point", "normaliseTag"]]);
  });

  it("asks of a command that exports nothing for one whole run", () => {
    const command = aContract({ creates: [], error_surfaces: TOTAL, effects: PURE });
    const run = `## A run\n\nShows what is printed.\n\n${fence("echo a | tags")}`;
    expect(gaps(run, command)).toEqual([["entry-point", "the command"]]);
    expect(gaps(`${run}\n${fence("A")}`, command)).toEqual([]);
  });

  it("does not take another export for this one", () => {
    expect(
      gaps(happy.replaceAll("normaliseTag", "normaliseTagAll"), { ...contract, error_surfaces: TOTAL, effects: PURE }),
    ).toEqual([["entry-point", "normaliseTag"]]);
  });

  it("knows an export with parentheses", () => {
    expect(gaps(happy, { creates: ["normaliseTag()"], error_surfaces: TOTAL, effects: PURE })).toEqual([]);
  });

  it.each(["$store", "Cache.get", "auth::login", "a+b", "naïve"])("knows the export %s as it is written", (name) => {
    const promised = { creates: [name], error_surfaces: TOTAL, effects: PURE } as const;
    expect(
      gaps(`## Use\n\nShows how it works.\n\n${fence(`${name} 1`)}\n${fence("2")}`, { ...promised, creates: [name] }),
    ).toEqual([]);
    expect(
      gaps(`## Use\n\nShows how it works.\n\n${fence(`x${name}x 1`)}\n${fence("2")}`, { ...promised, creates: [name] }),
    ).toHaveLength(1);
  });

  const pure = aContract({ creates: ["normaliseTag"], error_surfaces: TOTAL, effects: PURE });

  it("asks for a sentence, for which a label or a title is no substitute", () => {
    const silent = `## A raw tag\n\nInput:\n\n${fence('const tag = normaliseTag("A");')}\nExpected output\n\n${fence('"a"')}`;
    expect(gaps(silent, pure)).toEqual([["prose", "normaliseTag"]]);
  });

  it("asks for one sentence an export, not one an example", () => {
    const silent = `## Another\n\n${fence('normaliseTag("B");')}\n${fence('"b"')}`;
    expect(gaps(happy + silent, pure)).toEqual([]);
  });

  it("takes three words for a sentence", () => {
    const short = `## A raw tag\n\nLowers all capitals.\n\n${fence('normaliseTag("A");')}\n${fence('"a"')}`;
    expect(gaps(short, pure)).toEqual([]);
  });

  it("gives the line where there is no title", () => {
    const [gap] = checkExamples(`Shows how it works.\n\n${fence("normaliseTag(...)")}\n${fence("1")}`, pure);
    expect(gap?.message).toBe("The example at line 1 holds a placeholder (...); use real values.");
  });

  it("asks for input and output in blocks of their own", () => {
    const half = `## A raw tag\n\nShows that capitals go away.\n\n${fence('normaliseTag("A"); // "a"')}`;
    expect(gaps(half, pure)).toEqual([["input-or-output", "normaliseTag"]]);
    const message = checkExamples(half, pure)[0]?.message;
    expect(message).toContain('Example "A raw tag" (line 1) shows "normaliseTag" in one fenced block');
  });

  it("asks for the error beside the input that leads to it", () => {
    const half = `## EmptyTag\n\n${fence("EmptyTag: no letter")}`;
    expect(gaps(happy + half, { ...contract, effects: PURE })).toEqual([["input-or-output", "EmptyTag"]]);
  });

  it("does not take a set-up of something else for half an example", () => {
    expect(gaps(`## Set up\n\n${fence("npm install tags")}`, pure)).toEqual([["entry-point", "normaliseTag"]]);
  });

  it("does not put two halves together", () => {
    const halves = `## Use\n\nShows how it works.\n\n${fence('normaliseTag("A");')}\n## More\n\nShows something else.\n\n${fence("other()")}`;
    expect(gaps(halves, pure)).toEqual([["input-or-output", "normaliseTag"]]);
  });

  it("wants fences: indented code is prose to most readers", () => {
    const indented = `## Use\n\nShows how it works.\n\n    normaliseTag("A")\n\nand then\n\n    "a"\n`;
    expect(gaps(indented, pure)).toEqual([["entry-point", "normaliseTag"]]);
  });

  it("refuses placeholders, in any block, and quotes them", () => {
    const vague = happy.replace('"  Hello World "', '"some_input"');
    expect(gaps(vague, pure)).toEqual([["placeholder", "A raw tag"]]);
    const setUp = `## Set up\n\n${fence("import { x } from '...';")}\n${happy}`;
    expect(gaps(setUp, pure)).toEqual([["placeholder", "Set up"]]);
  });
});

describe("examples in a document", () => {
  const titles = (markdown: string) => readExamples(markdown).map(({ title, blocks }) => [title, blocks.length]);

  it("are sections, and each has its own blocks", () => {
    expect(titles(`# All\n\n${happy}${failure}`)).toEqual([
      ["A raw tag", 2],
      ["EmptyTag", 2],
    ]);
  });

  it("keep the text below an Input or Output heading", () => {
    const markdown = `## One\n\n### Input\n\n${fence("a")}\n### Expected output\n\n${fence("b")}\n## Two\n\n${fence("c")}`;
    expect(titles(markdown)).toEqual([
      ["One", 2],
      ["Two", 1],
    ]);
  });

  it("do not swallow sections of their own below them", () => {
    const markdown = `## One\n\n${fence("a")}\n${fence("b")}\n### Error\n\n${fence("c")}\n${fence("d")}\n### Other\n\n${fence("e")}`;
    expect(titles(markdown)).toEqual([
      ["One", 2],
      ["Error", 2],
      ["Other", 1],
    ]);
  });

  it("are not lost below a heading that could be a label", () => {
    expect(titles(`## One\n\n${fence("a")}\n### Error\n\n#### EmptyTag\n\n${fence("c")}\n${fence("d")}`)).toEqual([
      ["One", 1],
      ["EmptyTag", 2],
    ]);
  });

  it("may be items of a list", () => {
    const item = (code: string) =>
      `- Shows ${code} at work.\n\n  \`\`\`\n  ${code}\n  \`\`\`\n\n  ~~~\n  done\n  ~~~\n`;
    expect(titles(`## Uses\n\n${item("one")}${item("two")}`)).toEqual([
      ["Uses", 2],
      ["Uses", 2],
    ]);
  });

  it("take list items with one block each for parts of one example", () => {
    expect(titles("## Use\n\n- Input:\n\n  ```\n  a\n  ```\n\n- Output:\n\n  ```\n  b\n  ```\n")).toEqual([["Use", 2]]);
  });

  it("may stand without any heading", () => {
    expect(readExamples(`${fence("a")}\n${fence("b")}`)).toMatchObject([{ title: "", line: 1, blocks: ["a", "b"] }]);
  });
});
