import { describe, expect, it, vi } from "vitest";
import "../../src/languages/grammars/all-loaded.js";
import { createSourceReader } from "../../src/languages/create-source-reader.js";
import { exportedNames } from "../../src/languages/exports/exported-names.js";
import { compilerPaths } from "../../src/languages/javascript/imports/compiler-paths.js";
import { resolveRelative } from "../../src/languages/javascript/imports/resolve-relative.js";
import { aFileTree } from "../support/file-tree.js";

const read = (path: string, text: string) => createSourceReader(aFileTree({ [path]: text }));

describe("imports", () => {
  it.each([
    ['import "./a.js";', [["./a.js", [], false]]],
    ['import d, { a, b as c } from "x";', [["x", ["default", "a", "b"], false]]],
    ['import * as n from "x";', [["x", [], false]]],
    ['import type { T } from "x";', [["x", ["T"], true]]],
    ['import { type T } from "x";', [["x", ["T"], true]]],
    ['import { type T, v } from "x";', [["x", ["T", "v"], false]]],
    ['export { a as b } from "x";', [["x", ["a"], false]]],
    ['export * from "x";', [["x", [], false]]],
    ['const { a, b: c } = require("x");', [["x", ["a", "b"], false]]],
    ['const a = require("x").y;', [["x", ["y"], false]]],
    ['const { a } = await import("x");', [["x", ["a"], false]]],
    ['type T = import("x").Y;', [["x", [], true]]],
  ])("of %s", (text, sites) => {
    const found = read("a.ts", text).imports("a.ts");
    expect(found.map(({ specifier, names, typeOnly }) => [specifier, names, typeOnly])).toEqual(sites);
  });

  it.each([
    ["import a.b as c", [["a.b", []]]],
    [
      "import a, b",
      [
        ["a", []],
        ["b", []],
      ],
    ],
    ["from . import a", [[".", ["a"]]]],
    ["from ..x.y import a as b, c", [["..x.y", ["a", "c"]]]],
    ["from x import *", [["x", ["*"]]]],
  ])("of Python: %s", (text, sites) => {
    expect(
      read("a.py", `${text}\n`)
        .imports("a.py")
        .map(({ specifier, names }) => [specifier, names]),
    ).toEqual(sites);
  });
});

describe("exports", () => {
  it.each([
    ["export const a = 1, { b, c: d } = x;", ["a", "b", "d"]],
    ["export async function a() {}", ["a"]],
    ["export default class A {}", ["default"]],
    ["export enum E { A }", ["E"]],
    ["export interface I {}\nexport type T = 1;", ["I", "T"]],
    ["const a = 1; export { a as b, a };", ["a", "b"]],
    ['export * as ns from "./x.js";', ["ns"]],
    ["exports.a = 1; module.exports.b = 2;", ["a", "b"]],
    ["module.exports = { a, b: 1 };", ["a", "b", "default"]],
    ["const a = 1;", []],
  ])("of %s", (text, names) => {
    expect([...read("a.ts", text).exports("a.ts").names].sort()).toEqual(names);
  });

  it("of Python are what its top level defines, assigns and imports", () => {
    const text =
      "import os.path\nfrom x import a as b\nX, Y = 1, 2\nif X:\n    def f(): pass\nclass C:\n    def m(self): pass\n";
    expect([...read("a.py", text).exports("a.py").names].sort()).toEqual(["C", "X", "Y", "b", "f", "os"]);
  });

  it("are followed through barrels, and around in circles", () => {
    const tree = aFileTree({
      "index.ts": 'export * from "./a.js";\nexport { x as y } from "./b.js";\n',
      "a.ts": 'export * from "./index.js";\nexport const a = 1;\nexport default a;\n',
      "b.ts": "export const x = 1;\n",
    });
    const sources = createSourceReader(tree);
    const resolve = (from: string, specifier: string) => resolveRelative(from, specifier, tree);
    const { names, complete } = exportedNames("index.ts", { sources, resolve });
    expect([...names].sort()).toEqual(["a", "y"]);
    expect(complete).toBe(true);
  });

  it("are followed at once where every file passes on two others", () => {
    const sides = (layer: number) =>
      ["a", "b"].map((side): [string, string] => [
        `${side}${layer}.ts`,
        `export * from "./a${layer + 1}.js";\nexport * from "./b${layer + 1}.js";\n`,
      ]);
    const layers = Object.fromEntries(Array.from({ length: 40 }, (_, layer) => sides(layer)).flat());
    const tree = aFileTree({ ...layers, "a40.ts": "", "b40.ts": "export const last = 1;\n" });
    const files = {
      sources: createSourceReader(tree),
      resolve: (from: string, to: string) => resolveRelative(from, to, tree),
    };
    expect(exportedNames("a0.ts", files)).toEqual({ names: new Set(["last"]), complete: true });
  });

  it("are not complete when part of them is elsewhere", () => {
    const tree = aFileTree({ "index.ts": 'export * from "some-package";\n' });
    const files = { sources: createSourceReader(tree), resolve: () => undefined };
    expect(exportedNames("index.ts", files).complete).toBe(false);
  });
});

describe("a relative import", () => {
  const tree = aFileTree({ "src/a.ts": "", "src/b/index.ts": "", "src/c.js": "", "src/d.mts": "", "src/e.tsx": "" });
  it.each([
    ["./a.js", "src/a.ts"],
    ["./a", "src/a.ts"],
    ["./b", "src/b/index.ts"],
    ["./b/index.js", "src/b/index.ts"],
    ["./c.js", "src/c.js"],
    ["./d.mjs", "src/d.mts"],
    ["./e.jsx", "src/e.tsx"],
    ["../src/a.js", "src/a.ts"],
    ["./nope.js", undefined],
    ["../../a.js", undefined],
  ])("%s means %s", (specifier, path) => {
    expect(resolveRelative("src/x.ts", specifier, tree)).toBe(path);
  });
});

describe("an alias of the compiler's settings", () => {
  const FILES = { "src/tag.ts": "", "test/support/index.ts": "", "config/lib/a.ts": "" };
  const resolve = (specifier: string, configs: Readonly<Record<string, unknown>>) => {
    const texts = Object.entries(configs).map(([path, config]) => [path, JSON.stringify(config)] as const);
    const tree = aFileTree({ ...FILES, ...Object.fromEntries(texts) });
    return compilerPaths(tree)("src/x.ts", specifier);
  };
  const paths = (to: string, more: object = {}) => ({ compilerOptions: { ...more, paths: { "@x/*": [to] } } });

  it.each([
    ["its own paths", "@x/tag", { "tsconfig.json": paths("./src/*") }, "src/tag.ts"],
    ["a folder's index", "@x/support", { "tsconfig.json": paths("test/*") }, "test/support/index.ts"],
    ["its own baseUrl", "tag", { "tsconfig.json": { compilerOptions: { baseUrl: "src" } } }, "src/tag.ts"],
    ["a jsconfig.json", "@x/tag", { "jsconfig.json": paths("src/*") }, "src/tag.ts"],
    [
      "what it extends",
      "@x/tag",
      { "tsconfig.json": { extends: "./tsconfig.base.json" }, "tsconfig.base.json": paths("./src/*") },
      "src/tag.ts",
    ],
    [
      "what it extends, without the extension and from another folder",
      "@x/a",
      { "tsconfig.json": { extends: "./config/base" }, "config/base.json": paths("./lib/*") },
      "config/lib/a.ts",
    ],
    [
      "what is extended twice",
      "@x/tag",
      {
        "tsconfig.json": { extends: "./config/middle.json" },
        "config/middle.json": { extends: "../base.json" },
        "base.json": paths("./src/*"),
      },
      "src/tag.ts",
    ],
    [
      "the last of several that it extends",
      "@x/tag",
      { "tsconfig.json": { extends: ["./a.json", "./b.json"] }, "a.json": paths("gone/*"), "b.json": paths("src/*") },
      "src/tag.ts",
    ],
    [
      "its own paths before those it extends",
      "@x/tag",
      { "tsconfig.json": { extends: "./a.json", ...paths("src/*") }, "a.json": paths("gone/*") },
      "src/tag.ts",
    ],
    [
      "paths under a baseUrl that it extends",
      "@x/a",
      {
        "tsconfig.json": { extends: "./config/base.json", ...paths("lib/*") },
        "config/base.json": { compilerOptions: { baseUrl: "." } },
      },
      "config/lib/a.ts",
    ],
    [
      "the folder of the settings in use",
      "@x/tag",
      { "tsconfig.json": { extends: "./config/base.json" }, "config/base.json": paths("${configDir}/src/*") },
      "src/tag.ts",
    ],
  ])("is found by %s", (_, specifier, configs, path) => {
    expect(resolve(specifier, configs)).toEqual({ kind: "file", path });
  });

  it.each([
    ["that leads to no file", { "tsconfig.json": paths("./gone/*") }, "dead"],
    ["that no settings have", { "tsconfig.json": { extends: "@tsconfig/node20/tsconfig.json" } }, "none"],
    ["of settings that extend themselves", { "tsconfig.json": { extends: "./tsconfig.json" } }, "none"],
    ["of settings that are not there", { "tsconfig.json": { extends: "./gone.json" } }, "none"],
  ])("is not found: one %s", (_, configs, kind) => {
    expect(resolve("@x/tag", configs)).toEqual({ kind });
  });
});

describe("a reader", () => {
  it("parses each file once, for all callers", () => {
    let reads = 0;
    const tree = {
      has: () => true,
      read: () => {
        reads++;
        return "export const a = 1;";
      },
    };
    const reader = createSourceReader(tree);
    for (let i = 0; i < 3; i++) {
      reader.problems("a.ts");
      reader.exports("a.ts");
      reader.imports("a.ts");
      reader.tests("a.ts");
    }
    expect(reads).toBe(1);
  });

  it("knows what it can judge by the end of a name", () => {
    const reader = createSourceReader(aFileTree({ "a.py": "", "a.go": "" }));
    expect(reader.languageOf("a.py")).toBe("python");
    expect(reader.languageOf("a.go")).toBeUndefined();
    expect(reader.languageOf("a.MTS")).toBe("typescript");
  });

  it("fails on Python before its grammar is loaded", async () => {
    vi.resetModules();
    const { createSourceReader: createFresh } = await import("../../src/languages/create-source-reader.js");
    const reader = createFresh(aFileTree({ "a.py": "" }));
    expect(() => reader.tests("a.py")).toThrow("Python is read before its grammar is loaded");
  });

  it.each([
    ["a.ts", `${"[".repeat(50_000)}${"]".repeat(50_000)}`],
    ["a.ts", "1+".repeat(30_000)],
    ["a.ts", `export type A = ${"b extends c?d:".repeat(1_000)}e;`],
    ["a.ts", `const a = 1; ${"async ".repeat(10_000)}`],
    ["a.ts", `const a = 1; ${"export /* a */ ".repeat(10_000)}`],
    ["a.test.ts", doubledSuites(18)],
    ["a.py", `x = ${"[".repeat(50_000)}${"]".repeat(50_000)}\n`],
    ["a.py", `x = 1\n${"\\\n".repeat(30_000)}`],
    ["a.py", `x = ${"a\\\n".repeat(20_000)}`],
    ["a.py", `if a:\n  b\n${"# a\n".repeat(15_000)}`],
  ])("takes hostile text in %s for a problem of the file, not of its own", (path, text) => {
    const reader = createSourceReader(aFileTree({ [path]: text }));
    expect(reader.problems(path)).toEqual([{ line: 1, message: "Nested too deeply, or too entangled, to be read." }]);
    expect(reader.tests(path)).toEqual({ tests: [], outside: [], tags: [] });
  });

  it.each([
    ["long sums", "a.ts", `export const a = ${"1+".repeat(500)}1;`],
    ["continued lines", "a.py", `x = 1${" + \\\n  1".repeat(500)}\n`],
    ["comments", "a.py", `if a:\n  b\n${"# a\n".repeat(1_000)}`],
  ])("reads %s as people write them", (_, path, text) => {
    expect(createSourceReader(aFileTree({ [path]: text })).problems(path)).toEqual([]);
  });
});

/** Suites whose bodies are functions by name: each level has twice the tests of the one below. */
function doubledSuites(levels: number): string {
  const level = (n: number) => `const f${n} = () => { describe("a", f${n - 1}); describe("b", f${n - 1}); };`;
  const above = Array.from({ length: levels }, (_, n) => level(n + 1)).join("\n");
  return `const f0 = () => { it("x", () => {}); };\n${above}\ndescribe("all", f${levels});`;
}
