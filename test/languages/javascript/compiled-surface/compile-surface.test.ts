import { afterAll, describe, expect, it } from "vitest";
import { callsOf } from "../../../../src/domain/contract/calls.js";
import type { Contract } from "../../../../src/domain/contract/contract.js";
import { difference } from "../../../../src/domain/contract/difference.js";
import { dimensionsOf } from "../../../../src/domain/contract/dimensions.js";
import { fingerprint } from "../../../../src/domain/contract/fingerprint.js";
import { describeDifferences } from "../../../../src/features/halts/escalation/dimension-differences.js";
import { surfaceDimensions } from "../../../../src/features/shipping/surface-dimensions.js";
import { compileSurface } from "../../../../src/languages/javascript/compiled-surface/compile-surface.js";
import {
  createThreadedReader,
  type SurfaceReader,
} from "../../../../src/languages/javascript/compiled-surface/surface-reader.js";
import { aContract } from "../../../support/contract.js";

type Promised = {
  inputs?: Contract["inputs"];
  outputs?: Contract["outputs"];
  modes?: Contract["modes"];
  creates?: string[];
};

const input = (name: string, type: string, optional = false) => ({
  name,
  type,
  ...(optional ? { optional: true as const } : {}),
  constraints: [],
});
const output = (name: string, type: string) => ({ name, type, invariants: [] });
const SYNC = { sync: true, async: false, notes: "Returns at once." };
const ASYNC = { sync: false, async: true, notes: "Waits for the file." };

/** What a module with this source differs in from what its contract promises; empty when it ships. */
function differences(source: string | Record<string, string>, promised: Promised = {}, entry = "src/minutes.ts") {
  const contract = aContract({
    entry,
    creates: ["minutesFor"],
    inputs: [input("words", "number")],
    outputs: [output("minutes", "number")],
    modes: SYNC,
    ...promised,
  });
  const surface = compileSurface({
    entry,
    sources: typeof source === "string" ? { [entry]: source } : source,
    creates: contract.creates,
    calls: callsOf(contract).map((call) => ({
      export: call.export,
      inputs: call.inputs.map(({ type }) => type),
      outputs: call.outputs.map(({ type }) => type),
    })),
  });
  const { actual, notJudged } = surfaceDimensions(contract, surface);
  const found = describeDifferences(difference(dimensionsOf(contract), actual)).map(({ dimension }) => dimension);
  expect(fingerprint(actual) === fingerprint(contract)).toBe(found.length === 0);
  return { found, notJudged, surface };
}

const two = [input("words", "number"), input("rate", "number", true)];
const three = [input("words", "number"), input("rate", "number"), input("pause", "number")];

describe("a compiled surface that keeps its contract", () => {
  it.each<[string, string, Promised, string?]>([
    ["typed", "export function minutesFor(words: number): number { return words / 200; }", {}],
    ["an arrow", "export const minutesFor = (words: number): number => words / 200;", {}],
    ["named otherwise", "export function minutesFor(count: number): number { return count; }", {}],
    [
      "wider than promised",
      "export function minutesFor(words: number | string): 1 | 2 { return words === 1 ? 1 : 2; }",
      {},
    ],
    [
      "with more behind a default",
      "export function minutesFor(words: number, rate = 200): number { return words / rate; }",
      {},
    ],
    [
      "with an optional input",
      "export function minutesFor(words: number, rate?: number): number { return words / (rate ?? 1); }",
      { inputs: two },
    ],
    ["plain JavaScript", "export function minutesFor(words) { return Math.ceil(words / 200); }", {}, "src/minutes.js"],
    [
      "JSDoc",
      "/** @param {number} words @returns {number} */\nexport function minutesFor(words) { return words; }",
      {},
      "src/minutes.js",
    ],
    [
      "optional in JavaScript by hand",
      "export function minutesFor(words, rate) { return words / (rate ?? 200); }",
      { inputs: two },
      "src/minutes.js",
    ],
    [
      "an object by names",
      "export function minutesFor({ words, rate = 200 }: { words: number; rate?: number }): number { return words / rate; }",
      { inputs: two },
    ],
    [
      "async, its output named without the promise",
      "export async function minutesFor(words: number): Promise<number> { return words; }",
      { modes: ASYNC },
    ],
    [
      "async, its output a promise",
      "export async function minutesFor(words: number): Promise<number> { return words; }",
      { modes: ASYNC, outputs: [output("minutes", "Promise<number>")] },
    ],
    [
      "words that are no type",
      "export function minutesFor(words: Date): number { return words.getTime(); }",
      { inputs: [input("words", "a day of the year 2026")] },
    ],
    [
      "a type of its own",
      "export type Money = { cents: number };\nexport function minutesFor(words: Money): number { return words.cents; }",
      { creates: ["minutesFor", "Money"], inputs: [input("words", "Money")] },
    ],
    [
      "several outputs by name",
      "export function minutesFor(words: number) { return { minutes: words, seconds: 0 }; }",
      { outputs: [output("minutes", "number"), output("seconds", "number")] },
    ],
    [
      "taken apart in JavaScript",
      "export async function minutesFor([path], { out, err } = { out: 1, err: 2 }) { return path ? 0 : out ?? err; }",
      {
        modes: ASYNC,
        inputs: [input("args", "string[]"), input("streams", "{ out: Writable, err: Writable }", true)],
        outputs: [output("code", "Promise<number>")],
      },
      "src/minutes.js",
    ],
    [
      "one value whose parts nobody knows",
      "export function minutesFor(options: any): number { return options.words; }",
      { inputs: two },
    ],
    [
      "one untyped value in JavaScript",
      "export function minutesFor(options) { return options.words / options.rate; }",
      { inputs: two },
      "src/minutes.js",
    ],
    [
      "whatever is left over",
      "export function minutesFor(words: number, ...others: number[]): number { return words / others.length; }",
      { inputs: three },
    ],
    [
      "arguments that JavaScript does not declare",
      "export function minutesFor() { return arguments[0] / arguments[1]; }",
      { inputs: two },
      "src/minutes.js",
    ],
    ["nothing, and nothing was promised", "export function minutesFor(): number { return 3; }", { inputs: [] }],
  ])("ships: %s", (_how, source, promised, entry) => {
    expect(differences(source, promised, entry).found).toEqual([]);
  });

  it("follows what the entry only passes on", () => {
    const sources = {
      "src/minutes.ts": 'export { minutes as minutesFor } from "./inside.js";\n',
      "src/inside.ts": "export function minutes(words: string): number { return words.length; }\n",
    };
    expect(differences(sources).found).toEqual(["inputs"]);
  });

  it("says what no signature shows", () => {
    const { notJudged, surface } = differences(
      "export function minutesFor(words) { return words / 200; }",
      {},
      "src/minutes.js",
    );
    expect(notJudged.map((line) => line.split(":")[0])).toEqual(["effects", "error_surfaces", "inputs"]);
    expect(surface.exports).toEqual([{ name: "minutesFor", signature: "(words: any) => number" }]);
  });

  it("holds no list of inputs against several functions or a class", () => {
    const source =
      "export class Cache { get(key: string): string { return key; } }\nexport function minutesFor(): number { return 1; }";
    const { found, notJudged } = differences(source, { creates: ["Cache", "Cache.get", "minutesFor"] });
    expect(found).toEqual([]);
    expect(notJudged.at(-1)).toMatch(/^inputs, outputs and modes/);
  });
});

describe("a compiled surface that breaks its contract", () => {
  it.each<[string, string, string[], Promised?, string?]>([
    [
      "an input of another type",
      "export function minutesFor(words: string): number { return words.length; }",
      ["inputs"],
    ],
    [
      "an input that JSDoc types otherwise",
      "/** @param {string} words */\nexport function minutesFor(words) { return words.length; }",
      ["inputs"],
      {},
      "src/minutes.js",
    ],
    [
      "an output of another type",
      "export function minutesFor(words: number): string { return String(words); }",
      ["outputs"],
    ],
    [
      "an output of another type that nobody wrote down",
      "export function minutesFor(words) { return `${words}`; }",
      ["outputs"],
      {},
      "src/minutes.js",
    ],
    [
      "an output that may be missing",
      "export function minutesFor(words: number): number | undefined { return words || undefined; }",
      ["outputs"],
    ],
    [
      "an output that is left out",
      "export function minutesFor(words: number) { return { minutes: words }; }",
      ["outputs"],
      { outputs: [output("minutes", "number"), output("seconds", "number")] },
    ],
    [
      "one more demand",
      "export function minutesFor(words: number, rate: number): number { return words / rate; }",
      ["inputs"],
    ],
    [
      "a demand that was optional",
      "export function minutesFor(words: number, rate: number): number { return words / rate; }",
      ["inputs"],
      { inputs: two },
    ],
    [
      "an object without a name",
      "export function minutesFor({ words }: { words: number }): number { return words; }",
      ["inputs"],
      { inputs: two },
    ],
    [
      "a promise where none was promised",
      "export async function minutesFor(words: number): Promise<number> { return words; }",
      ["modes"],
    ],
    [
      "no promise where one was promised",
      "export function minutesFor(words: number): number { return words; }",
      ["modes"],
      { modes: ASYNC },
    ],
    ["no parameter for its input", "export function minutesFor(): number { return 3; }", ["inputs"]],
    ["no parameter for two inputs", "export function minutesFor(): number { return 3; }", ["inputs"], { inputs: two }],
    [
      "no parameter in JavaScript",
      "export function minutesFor() { return 3; }",
      ["inputs"],
      { inputs: two },
      "src/minutes.js",
    ],
    [
      "one number for two inputs",
      "export function minutesFor(words: number): number { return words; }",
      ["inputs"],
      { inputs: two },
    ],
    [
      "one number or nothing for two inputs",
      "export function minutesFor(words?: number | null): number { return words ?? 0; }",
      ["inputs"],
      { inputs: two },
    ],
    [
      "one default for two inputs",
      "export function minutesFor(words = 200) { return words / 200; }",
      ["inputs"],
      { inputs: two },
      "src/minutes.js",
    ],
    [
      "two parameters for three inputs",
      "export function minutesFor(words: number, rate: number): number { return words / rate; }",
      ["inputs"],
      { inputs: three },
    ],
    ["another name", "export function minutes(words: number): number { return words; }", ["inputs", "outputs"]],
    [
      "a name that is not exported",
      "function minutesFor(words: number): number { return words; }",
      ["inputs", "outputs"],
    ],
  ])("differs: %s", (_how, source, expected, promised, entry) => {
    expect(differences(source, promised, entry).found).toEqual(expected);
  });
});

describe("the compiler's thread", () => {
  const sources = { "a.ts": "export function a(text: string): string { return text; }" };
  const question = {
    entry: "a.ts",
    sources,
    creates: ["a"],
    calls: [{ export: null, inputs: ["string"], outputs: ["string"] }],
  };
  const readers: SurfaceReader[] = [];
  const opened = (settings?: Parameters<typeof createThreadedReader>[0]) => {
    const reader = createThreadedReader(settings);
    readers.push(reader);
    return reader;
  };
  afterAll(() => Promise.all(readers.map((reader) => reader.stop())));

  it("answers as the compiler does, one question after the other, and says what it stumbled over", async () => {
    const reader = opened();
    const expected = { ok: true, value: compileSurface(question) };
    expect(await Promise.all([reader.read(question), reader.read(question)])).toEqual([expected, expected]);
    const gone = await reader.read({ ...question, entry: "gone.ts" });
    expect(gone).toMatchObject({ refusal: { message: expect.stringContaining("gone.ts is not among the sources") } });
  });

  it("is ended when it takes too long, says so, and answers the next", async () => {
    const reader = opened({ patienceMs: 1 });
    const refusal = { code: "surface-unreadable", message: expect.stringContaining("a.ts") };
    expect(await reader.read(question)).toMatchObject({ refusal });
    expect(await reader.read(question)).toMatchObject({ refusal });
  });
});
