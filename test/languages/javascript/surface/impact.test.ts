import { describe, expect, it } from "vitest";
import { ImpactAnalysis } from "../../../../src/domain/enforcement/impact.js";
import { renderImpact } from "../../../../src/languages/impact.js";
import { analyseScriptImpact } from "../../../../src/languages/javascript/surface/script-impact.js";

const target =
  "export function run() {}\nexport interface Options {}\nexport default class Job {}\nexport const limit = 1;\n";
const impactOf = (files: Readonly<Record<string, string>>, isSealed = (_: string) => false) =>
  analyseScriptImpact({
    modified: ["src/job.ts"],
    sources: new Map(Object.entries({ "src/job.ts": target, ...files })),
    isSealed,
  });
const callersOf = async (name: string, files: Readonly<Record<string, string>>) =>
  (await impactOf(files)).analysis.functions_affected.find((affected) => affected.name === name)?.callers;
const usagesOf = async (name: string, files: Readonly<Record<string, string>>) =>
  (await impactOf(files)).analysis.types_affected.find((affected) => affected.name === name)?.usages;

describe("impact of a modification", () => {
  it("lists what is declared there, with kinds told apart", async () => {
    const { analysis } = await impactOf({});
    expect(analysis.functions_affected.map(({ name }) => name)).toEqual(["run", "limit"]);
    expect(analysis.types_affected.map(({ name }) => name)).toEqual(["Options", "default"]);
    expect(analysis.files_affected).toEqual([]);
    expect(ImpactAnalysis.parse(analysis)).toEqual(analysis);
  });

  it.each([
    ["a call", 'import { run } from "./job.js";\n\nrun();', [3]],
    ["an alias", 'import { run as go } from "./job.js";\ngo();\nrun();', [2]],
    ["a namespace", 'import * as job from "./job.js";\njob.run();\njob.other();\nother.run();', [2]],
    ["a callback", 'import { run } from "./job.js";\n[1].map(run);', [2]],
    ["two calls in one line", 'import { run } from "./job.js";\nrun(); run();', [2, 2]],
    [
      "not a property, key or parameter of that name",
      'import { run } from "./job.js";\na.run; ({ run: 1 }); (run: 1) => 1; interface A { run: 1 }',
      [],
    ],
    ["a use at the end of a long sum", `import { run } from "./job.js";\n${"1+".repeat(900)}run;`, [2]],
    ["a value in a literal", 'import { run } from "./job.js";\n({ a: run });', [2]],
    ["not a name from elsewhere", 'import { run } from "./other.js";\nrun();', []],
  ])("finds %s of a function, by line", async (_, text, lines) => {
    expect(await callersOf("run", { "src/use.ts": text })).toEqual(lines.map((line) => ({ file: "src/use.ts", line })));
  });

  it.each([
    ["a type reference", 'import type { Options } from "./job.js";\nconst a: Options = {};', [2]],
    ["a qualified name", 'import type * as job from "./job.js";\nlet a: job.Options;', [2]],
  ])("finds %s of a type", async (_, text, lines) => {
    expect(await usagesOf("Options", { "src/use.ts": text })).toEqual(
      lines.map((line) => ({ file: "src/use.ts", line })),
    );
  });

  it("follows a default import and barrels", async () => {
    const files = {
      "src/index.ts": 'export { default as Work, run as start } from "./job.js";',
      "src/use.ts": 'import Job from "./job.js";\nnew Job();',
      "app.ts": 'import { start, Work } from "./src/index.js";\nstart();\nnew Work();',
    };
    expect(await usagesOf("default", files)).toEqual([
      { file: "src/use.ts", line: 2 },
      { file: "app.ts", line: 3 },
    ]);
    expect(await callersOf("run", files)).toEqual([{ file: "app.ts", line: 2 }]);
    expect((await impactOf(files)).analysis.files_affected).toEqual(["src/index.ts", "src/use.ts", "app.ts"]);
  });

  it.each([
    'import "./job.js";',
    'const x = await import("./job.js");',
    'const x = require("./job.js");',
    'export * from "./job.js";',
  ])("counts %s as an import", async (text) => {
    expect((await impactOf({ "src/use.ts": text })).analysis.files_affected).toEqual(["src/use.ts"]);
  });

  it("counts users behind seals without naming them", async () => {
    const use = 'import { run } from "./job.js";\nrun();';
    const impact = await impactOf({ "src/sealed.ts": use, "src/open.ts": use }, (path) => path === "src/sealed.ts");
    expect(impact.sealedUsers).toBe(1);
    expect(JSON.stringify(impact.analysis)).not.toContain("sealed.ts");
    expect(renderImpact(impact)).toMatch(/called in 1 place: src\/open\.ts:2[\s\S]*not named here: 1\.$/);
  });

  it.each([
    ["is nested deeper than any reader goes", "(".repeat(30_000)],
    ["is one sum of thirty thousand numbers", "1+".repeat(30_000)],
    ["is too long", "run();\n".repeat(30_000)],
    ["is made of words that each make the compiler look past all others", "async ".repeat(10_000)],
  ])("names a file as unread that %s", async (_, text) => {
    const impact = await impactOf({ "src/use.ts": `import { run } from "./job.js";\n${text}run` });
    expect(impact.unreadable).toEqual(["src/use.ts"]);
    expect(renderImpact(impact)).toContain("src/use.ts: too long or too deeply nested to be analysed here.");
  });

  it("says nothing of what is hard to read and cannot use it", async () => {
    const impact = await impactOf({ "src/other.ts": `import { run } from "./other-job.js";\n${"(".repeat(30_000)}` });
    expect(impact).toMatchObject({ unreadable: [], analysis: { files_affected: [] } });
  });

  it("lets others have their turn between two files", async () => {
    const use = 'import { run } from "./job.js";\nrun();';
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`src/use${n}.ts`, use]));
    let turns = 0;
    const turn = () => {
      turns += 1;
      waiting = setImmediate(turn);
    };
    let waiting = setImmediate(turn);
    const impact = await impactOf(files);
    clearImmediate(waiting);
    expect(impact.analysis.files_affected).toHaveLength(20);
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it("says so when nothing is affected", () => {
    const nothing = { files_affected: [], functions_affected: [], types_affected: [] };
    expect(renderImpact({ analysis: nothing, sealedUsers: 0 })).toBe("Nothing uses what is to be modified.");
  });

  it("is about files that are there and can be read", async () => {
    const sources = new Map([["a.go", "x"]]);
    const impact = await analyseScriptImpact({ modified: ["a.go", "gone.ts"], sources, isSealed: () => false });
    expect(impact.analysis.files_affected).toEqual([]);
  });
});
