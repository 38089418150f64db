import { describe, expect, it } from "vitest";
import { AvailableExport } from "../../../../src/domain/enforcement/execution-context.js";
import { availableExports, exportsOf } from "../../../../src/languages/exports/exports.js";

const found = (files: Readonly<Record<string, string>>, entry = "src/index.ts") =>
  exportsOf(entry, new Map(Object.entries(files))).map(({ name, kind, file }) => `${name} ${kind} ${file}`);
const here = (text: string) => found({ "src/index.ts": text }).map((line) => line.replace(" src/index.ts", ""));

describe("exports found by the compiler", () => {
  it.each([
    ["a function", "export function a() {}", ["a function"]],
    ["an async function", "export async function a() {}", ["a function"]],
    [
      "overloads once",
      "export function a(x: 1): 1; export function a(x: 2): 2; export function a(x: any) {}",
      ["a function"],
    ],
    [
      "consts, lets and patterns",
      "export const a = 1, { b, c: [d] } = x; export let e = 1;",
      ["a const", "b const", "d const", "e const"],
    ],
    ["a class", "export abstract class A {}", ["A class"]],
    ["a type", "export type A = 1;", ["A type"]],
    ["an interface", "export interface A {}", ["A interface"]],
    ["an enum", "export const enum A { B }", ["A enum"]],
    ["a namespace", "export namespace A { }", ["A const"]],
    ["a default function", "export default function a() {}", ["default function"]],
    ["a default function without a name", "export default function () {}", ["default function"]],
    ["a default class", "export default class {}", ["default class"]],
    ["a default arrow", "export default () => 1;", ["default function"]],
    ["a default class expression", "export default (class {});", ["default const"]],
    ["a default value", "export default 1;", ["default const"]],
    ["a default name", "function a() {} export default a;", ["default function"]],
    ["a list", "const a = 1; type B = 1; export { a, type B };", ["a const", "B type"]],
    ["an alias", "function a() {} export { a as b, a as default };", ["b function", "default function"]],
    ["a name from a package", "export { z as schema } from 'zod';", ["schema const"]],
    ["an imported name of a package", "import { z } from 'zod'; export { z };", ["z const"]],
    ["a namespace of a file", "export * as all from './x.js';", ["all const"]],
    ["nothing that is only declared", "function a() {} const b = 1; interface C {}", []],
    ["nothing of a missing file", "export * from './missing.js';", []],
    ["names whose declaration is missing", "export { a } from './missing.js';", ["a const"]],
  ])("are %s", (_, text, exports) => {
    expect(here(text)).toEqual(exports);
  });

  it("come through barrels, with the file that declares them", () => {
    const files = {
      "src/index.ts":
        "export * from './deep/index.js'; export { a as first } from './a.js'; import d from './d'; export { d };",
      "src/a.ts": "export function a() {} export default class {}",
      "src/deep/index.ts": "export * from '../a.js'; export type { T } from './types';",
      "src/deep/types.ts": "export interface T {}",
      "src/d.ts": "export default function d() {}",
    };
    expect(found(files)).toEqual([
      "a function src/a.ts",
      "T interface src/deep/types.ts",
      "first function src/a.ts",
      "d function src/d.ts",
    ]);
  });

  it.each([
    ["./x.js", "src/x.ts"],
    ["./x.js", "src/x.js"],
    ["./x.jsx", "src/x.tsx"],
    ["./x.mjs", "src/x.mts"],
    ["./x.cjs", "src/x.cts"],
    ["./x", "src/x.ts"],
    ["./x", "src/x/index.ts"],
    ["./x.ts", "src/x.ts"],
    ["../x.js", "x.ts"],
    [".", "src/index.tsx"],
  ])("resolve %s to %s", (specifier, file) => {
    expect(
      found({ "src/main.ts": `export * from "${specifier}";`, [file]: "export const x = 1;" }, "src/main.ts"),
    ).toEqual([`x const ${file}`]);
  });

  it("never leave the repository", () => {
    expect(
      found({ "src/main.ts": 'export * from "../../x.js";', "x.ts": "export const x = 1;" }, "src/main.ts"),
    ).toEqual([]);
  });

  it("end, when files export each other", () => {
    const files = {
      "src/index.ts": "export * from './b.js'; export const a = 1;",
      "src/b.ts": "export * from './index.js'; export const b = 1;",
    };
    expect(found(files).sort()).toEqual(["a const src/index.ts", "b const src/b.ts"]);
  });

  it("are found at once where every file passes on two others", () => {
    const layers = Array.from({ length: 40 }, (_, n) => n);
    const files = Object.fromEntries(
      layers.flatMap((n) =>
        ["a", "b"].map((side) => [
          `src/${side}${n}.ts`,
          `export * from "./a${n + 1}.js"; export * from "./b${n + 1}.js";`,
        ]),
      ),
    );
    const entry = "export * from './a0.js'; export { last, none } from './b0.js';";
    expect(found({ ...files, "src/index.ts": entry, "src/b40.ts": "export const last = 1;" })).toEqual([
      "last const src/b40.ts",
      "none const src/index.ts",
    ]);
  });

  it("are nothing of a file that no compiler comes to the end of", () => {
    expect(here(`export const a = 1;${" async".repeat(20_000)}`)).toEqual([]);
    expect(here(`export const a = ${"(".repeat(30_000)}`)).toEqual([]);
  });

  it("are nothing in another language or for a file that is not there", () => {
    expect(found({ "a.go": "export const a = 1" }, "a.go")).toEqual([]);
    expect(found({}, "src/none.ts")).toEqual([]);
  });

  it("become what a later module may import", () => {
    const exports = availableExports({
      module: "MM-0001@1.0.0",
      entry: "src/tag.ts",
      from: "./tag.js",
      sources: new Map([["src/tag.ts", "export function tag() {}"]]),
    });
    expect(exports.map((each) => AvailableExport.parse(each))).toEqual([
      { name: "tag", from: "./tag.js", type: "function", created_by: "MM-0001@1.0.0", file: "src/tag.ts" },
    ]);
  });
});
