import { describe, expect, it } from "vitest";
import { checkAssertion, type WrittenAssertion } from "../../../src/gates/assertions/check-assertion.js";
import "../../../src/languages/grammars/all-loaded.js";
import { createSourceReader } from "../../../src/languages/create-source-reader.js";
import { aFileTree } from "../../support/file-tree.js";

const head = aFileTree({
  "src/tag.ts": `
export async function load(url: string, retries = 3): Promise<Tag[]> { return []; }
export const trim = (raw: string, locale?: string): string => raw;
export default function main(): void {}
export interface Tag { name: string }
export enum Mode { A }
function inner() {}
export { inner as outer };
// export const ghost = 1;
export class Cache {
  constructor(size: number, name?: string) {}
  get(key: string): string | undefined { return undefined; }
}
export function loose(a: string) { return a; }
`,
  "src/index.ts": 'export * from "./tag.js";\nexport { trim as cut } from "./tag.js";\n',
  "src/check.ts": `
export type Check = (raw: string) => boolean;
export interface Count { (raw: string): number }
export default function main(): void {}
export function check(raw: string): boolean { return true; }
`,
  "src/barrel.ts": `
import main, { check, check as inner, type Check, type Count } from "./check.js";
type Local = (a: A) => (A | B) & C;
export { check };
export { inner as verify };
export default main;
export const typed: Check = (raw) => raw !== "";
export const counted: Count = (raw) => raw.length;
export const local: Local = (a) => a;
export const generic: Wrapped<string> = (raw: string): string => raw;
export function pick(of: A | (B & C)): (() => A) | B { return of; }
export { missing } from "./check.js";
`,
  "src/lists.ts": `
import fallback, { Cache as Kept, gone as lost } from "./tag.js";
export { Cache } from "./tag.js";
export { Cache as Store, gone } from "./tag.js";
export { Kept, lost };
export { Cache as Twice } from "./index.js";
export { a } from "./circle.js";
export { Lru } from "lru-cache";
export { version } from "../package.json";
export { one } from "./nowhere.js";
export { hung } from "./hung.cjs";
export default fallback;
export const z = 1;
`,
  "src/circle.ts":
    'export { z as a, b } from "./lists.js";\nexport { c as b } from "./circle.js";\nexport { b as c } from "./circle.js";\n',
  "src/hung.cjs": "module.exports = make();\n",
  "package.json": '{ "version": "1.0.0" }\n',
  "src/typed.js": `
/**
 * @param {string} raw
 * @param {number} [times]
 * @param {...string} rest
 * @returns {Promise<string[]>}
 */
export async function normalise(raw, times = 2, ...rest) { return [raw]; }
/** @type {(raw: string) => boolean} */
export const isTag = (raw) => raw !== "";
/** @param {string} raw @return {boolean} */
export const isShort = (raw) => raw.length < 3;
export class Cache {
  /** @param {string} key @returns {string | undefined} */
  get(key) { return undefined; }
}
/**
 * @template T
 * @param {T} value
 * @param {string=} label
 * @returns {T}
 */
export function same(value, label) { return value; }
/**
 * @param {object} options
 * @param {number} options.width
 * @param {string} [options.fill]
 * @param {?string} of
 * @returns {*}
 */
export function pad(options, of) { return of; }
/** @param {string} raw */
export function half(raw) { return raw; }
/** @param {string} raw @returns {string} */
export function bare(raw, other) { return raw; }
`,
  "src/loose.ts": "/** @param {string} raw @returns {string} */\nexport function untyped(raw) { return raw; }\n",
  "pkg/tag.py":
    "def load(url: str, retries: int = 3) -> list[str]:\n    return []\n\nclass Cache:\n    def get(self, key):\n        return None\n",
  "pkg/core.py": `def check(
    raw: str,  # what a person typed, (and) more
    *,
    # may be left out, and = is in it
    mode: Literal["a=b", "c"] = "a=b",
    **rest: int,
) -> dict[str, int]:  # never None
    return {}


class Store:
    def put(self, key: str) -> None:
        def put(inner): ...
`,
  "pkg/__init__.py": "from .core import check, check as verify\nfrom .core import *\n",
  "tag.go": "package tag\n\nfunc Load(url string) error { return nil }\n\ntype Cache struct{}\n\nfunc hidden() {}\n",
  "lib.rs": "pub async fn load() {}\nfn hidden() {}\n",
});
const files = { head, sources: createSourceReader(head) };

function judge(check: WrittenAssertion["check"], changes: Partial<WrittenAssertion> = {}) {
  const assertion = { type: "assert" as const, condition: "holds", message: "Must hold", check, ...changes };
  return checkAssertion(assertion, files, { entry: "src/tag.ts", semantic: "suggest" });
}

describe("export_exists", () => {
  it.each([
    ["load", undefined, true, 1],
    ["load()", undefined, true, 1],
    ["trim", undefined, true, 1],
    ["Tag", undefined, true, 1],
    ["Mode", undefined, true, 1],
    ["Cache.get", undefined, true, 1],
    ["Cache.put", undefined, false, 2],
    ["Cache.ge*+", undefined, false, 2],
    ["Cache.g[a-z]*", undefined, false, 2],
    ["outer", undefined, true, 2],
    ["default", undefined, true, 2],
    ["inner", undefined, false, 2],
    ["ghost", undefined, false, 2],
    ["loa", undefined, false, 2],
    ["cut", "src/index.ts", true, 2],
    ["load", "src/index.ts", true, 2],
    ["default", "src/index.ts", false, 2],
    ["Cache.get", "src/index.ts", true, 2],
    ["Cache.put", "src/index.ts", false, 2],
    ["Cache.get", "src/lists.ts", true, 2],
    ["Cache.put", "src/lists.ts", false, 2],
    ["Store.get", "src/lists.ts", true, 2],
    ["Kept.get", "src/lists.ts", true, 2],
    ["Twice.get", "src/lists.ts", true, 2],
    ["gone", "src/lists.ts", false, 2],
    ["lost", "src/lists.ts", false, 2],
    ["default", "src/lists.ts", true, 2],
    ["a", "src/lists.ts", true, 2],
    ["b", "src/circle.ts", false, 2],
    ["Lru", "src/lists.ts", true, 2],
    ["version", "src/lists.ts", true, 2],
    ["one", "src/lists.ts", false, 2],
    ["hung", "src/lists.ts", true, 2],
    ["missing", "src/barrel.ts", false, 2],
    ["Store.put", "pkg/__init__.py", true, 2],
    ["Store.get", "pkg/__init__.py", false, 2],
    ["load", "pkg/tag.py", true, 1],
    ["Cache", "pkg/tag.py", true, 1],
    ["get", "pkg/tag.py", false, 2],
    ["Load", "tag.go", true, 1],
    ["Cache", "tag.go", true, 1],
    ["Hidden", "tag.go", false, 1],
    ["load", "lib.rs", true, 1],
    ["hidden", "lib.rs", false, 1],
    ["load", "gone.ts", false, 1],
  ])("%s of %s: %s, tier %s", (target, file, passed, tier) => {
    const check = { type: "export_exists", target, ...(file === undefined ? {} : { file }) };
    expect(judge(check)).toMatchObject({ passed, tier });
  });
});

describe("file_exists and pattern_match", () => {
  it.each([
    [
      { type: "file_exists", target: "src/tag.ts" },
      { passed: true, actual: "file exists" },
    ],
    [
      { type: "file_exists", target: "src/none.ts" },
      { passed: false, actual: "file not found" },
    ],
    [
      { type: "pattern_match", target: "src/tag.ts", pattern: "retries\\s*=\\s*\\d" },
      { passed: true, actual: "pattern found" },
    ],
    [
      { type: "pattern_match", target: "src/tag.ts", pattern: "catch" },
      { passed: false, actual: "pattern not found" },
    ],
    [
      { type: "pattern_match", target: "gone.ts", pattern: "a" },
      { passed: false, error: "could not read gone.ts" },
    ],
  ])("%j", (check, result) => {
    expect(judge(check)).toMatchObject({ tier: 1, ...result });
  });

  it("refuses what only backtracking could match", () => {
    const result = judge({ type: "pattern_match", target: "src/tag.ts", pattern: "(?=export)(a)\\1" });
    expect(result.passed).toBe(false);
    expect(result.error).toContain("cannot be matched in linear time");
  });

  it("cannot be hung by a pattern that would backtrack for ever", () => {
    const tree = aFileTree({ "a.ts": "a".repeat(50_000) });
    const evil = { head: tree, sources: createSourceReader(tree) };
    const check = { type: "pattern_match", target: "a.ts", pattern: "^(a+)+$b" };
    const assertion = { type: "assert" as const, condition: "c", message: "m", check };
    expect(checkAssertion(assertion, evil, { entry: "a.ts", semantic: "suggest" }).passed).toBe(false);
  });
});

describe("signature_match", () => {
  it.each([
    ["load", "(url: string, retries?: number) => Promise<Tag[]>", undefined, true],
    ["load", "async function load(address: string, times?: number): Promise<Array<Tag>>", undefined, true],
    ["load()", "load(url: string, retries?: number): Promise<Tag[]>", undefined, true],
    ["load", "(url: string, retries?: number) -> Promise<Tag[]>", undefined, true],
    ["load", "(url: string, retries: number) => Promise<Tag[]>", undefined, false],
    ["load", "(url: URL, retries?: number) => Promise<Tag[]>", undefined, false],
    ["load", "(url: string) => Promise<Tag[]>", undefined, false],
    ["trim", "(raw: string, locale?: string) => string", undefined, true],
    ["Cache.get", "(key: string) => undefined | string", undefined, true],
    ["main", "() => void", undefined, false],
    ["default", "() => void", undefined, true],
    ["cut", "(raw: string, locale?: string) => string", "src/index.ts", true],
    ["Tag", "() => void", undefined, false],
    ["load", "def load(url: str, retries: int = 5) -> list[str]", "pkg/tag.py", true],
    ["load", "(url: str) -> list[str]", "pkg/tag.py", false],
    ["Cache.get", "(key)", "pkg/tag.py", true],
    ["Cache.get", "(key: string) => undefined | string", "src/lists.ts", true],
    ["normalise", "(raw: string, times?: number, ...rest: string[]) => Promise<Array<string>>", "src/typed.js", true],
    ["normalise", "(raw: string, times: number, ...rest: string[]) => Promise<string[]>", "src/typed.js", false],
    ["normalise", "(raw: number, times?: number, ...rest: string[]) => Promise<string[]>", "src/typed.js", false],
    ["isTag", "(raw: string) => boolean", "src/typed.js", true],
    ["isTag", "(raw: string) => string", "src/typed.js", false],
    ["pad", "(options: { width: number; fill?: string } | null) => any", "src/typed.js", false],
    ["pad", "(options: { fill?: string; width: number }, of: string | null) => any", "src/typed.js", true],
    ["untyped", "(raw: string) => string", "src/loose.ts", false],
    ["isShort", "(raw: string) => boolean", "src/typed.js", true],
    ["Cache.get", "(key: string) => string | undefined", "src/typed.js", true],
    ["same", "<T>(value: T, label?: string) => T", "src/typed.js", true],
    ["same", "<V>(value: V, label: string) => V", "src/typed.js", false],
    ["half", "(raw: string) => string", "src/typed.js", false],
    ["bare", "(raw: string, other: string) => string", "src/typed.js", false],
    ["check", "(raw: string) => boolean", "src/barrel.ts", true],
    ["verify", "(raw: string) => boolean", "src/barrel.ts", true],
    ["verify", "(raw: string) => string", "src/barrel.ts", false],
    ["default", "() => void", "src/barrel.ts", true],
    ["typed", "(raw: string) => boolean", "src/barrel.ts", true],
    ["counted", "(raw: string) => number", "src/barrel.ts", true],
    ["counted", "(raw: string) => boolean", "src/barrel.ts", false],
    ["local", "(a: A) => C & (B | A)", "src/barrel.ts", true],
    ["local", "(a: A) => A | (B & C)", "src/barrel.ts", false],
    ["generic", "(raw: string) => string", "src/barrel.ts", true],
    ["pick", "(of: (C & B) | A) => B | (() => A)", "src/barrel.ts", true],
    ["pick", "(of: (A | B) & C) => B | (() => A)", "src/barrel.ts", false],
    ["pick", "(of: A | (B & C)) => () => A | B", "src/barrel.ts", false],
    ["Cache.constructor", "(size: number, name?: string) => Cache", undefined, true],
    ["Cache.constructor", "new (size: number, name?: string) => Cache", undefined, true],
    ["Cache.constructor", "constructor(size: number, name?: string)", undefined, true],
    ["Cache.constructor", "(size: string) => Cache", undefined, false],
    ["check", '(raw: str, *, mode: Literal["a=b", "c"] = "c", **rest: int) -> dict[str, int]', "pkg/__init__.py", true],
    ["verify", "(raw: str) -> dict[str, int]", "pkg/__init__.py", false],
    ["Store.put", "(key: str) -> None", "pkg/__init__.py", true],
    ["Store.put", "(inner)", "pkg/core.py", false],
  ])("%s as %s in %s: %s", (target, signature, file, passed) => {
    const check = { type: "signature_match", target, signature, ...(file === undefined ? {} : { file }) };
    expect(judge(check)).toMatchObject({ passed, tier: 3 });
  });

  it("is what function_exists means", () => {
    expect(
      judge({ type: "function_exists", target: "trim", signature: "(a: string, b?: string) => string" }).passed,
    ).toBe(true);
  });

  it("asks for missing type annotations", () => {
    const result = judge({ type: "signature_match", target: "loose", signature: "(a: string) => string" });
    expect(result).toMatchObject({ passed: false, actual: "(string) => (not written down); write the types down" });
  });

  it("says when a signature cannot be read, or a language not compared", () => {
    expect(judge({ type: "signature_match", target: "load", signature: "anything goes" }).error).toContain(
      "is no signature",
    );
    const go = { type: "signature_match", target: "Load", signature: "func(url string) error", file: "tag.go" };
    expect(judge(go).error).toBe("signatures of go cannot be compared");
  });
});

describe("an assertion that code cannot judge", () => {
  it("is an error when the check type is unknown, never a pass", () => {
    expect(judge({ type: "benchmark", target: "load" })).toMatchObject({
      passed: false,
      error: 'unknown check type "benchmark"',
    });
  });

  it("is left to a model, and only advises unless configured", () => {
    const check = { type: "semantic", target: "src/tag.ts", criterion: "errors are explained" };
    expect(judge(check)).toMatchObject({
      passed: false,
      tier: "judge",
      error: "to be judged by a model",
      assertion: { type: "suggest" },
    });
    const assertion = { type: "assert" as const, condition: "c", message: "m", check };
    const result = checkAssertion(assertion, files, { entry: "src/tag.ts", semantic: "assert" });
    expect(result.assertion.type).toBe("assert");
  });
});
