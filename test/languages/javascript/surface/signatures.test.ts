import { describe, expect, it } from "vitest";
import { signaturesOf } from "../../../../src/languages/signatures.js";
import { summariseSource } from "../../../../src/languages/summarise-source.js";

const only = (text: string, path = "a.ts") => signaturesOf(path, text);

describe("signatures of a file", () => {
  it.each([
    [
      "a function",
      "export function f(a: number, b = 'X'): string { return 'X'; }",
      "export function f(a: number, b?): string;",
    ],
    ["an async default function", "export default async function f() { X; }", "export default async function f();"],
    [
      "a generic function",
      "export function f<T extends A>(...rest: T[]): T { return X; }",
      "export function f<T extends A>(...rest: T[]): T;",
    ],
    ["a destructured parameter", "export function f({ a = 'X' }: Options) {}", "export function f(options: Options);"],
    [
      "a const with a type",
      "export const a: Record<string, number> = { X: 1 };",
      "export const a: Record<string, number>;",
    ],
    ["a const without a type", "export const a = 'X';", "export const a;"],
    ["an arrow function", "export const f = (a?: number): void => X(a);", "export const f: (a?: number): void;"],
    ["a function expression", "export const f = function g(a: A) { X; };", "export const f: (a: A);"],
    [
      "an interface without comments",
      "export interface A { /** X */ b: string; // X\n c?(): void }",
      "export interface A { b: string; c?(): void; }",
    ],
    ["a type", "export type A = { b: 1 } | /* X */ 'c';", "export type A = { b: 1; } | 'c';"],
    ["a destructured const by its names", "export const { a = 'X', b: { c } } = X;", "export const a;"],
    ["a computed parent", "export class A extends mixin('X', B) {}", "export class A extends (computed) {  }"],
    ["a computed member", "export class A { ['X' + 1]() {} }", "export class A { [computed](); }"],
    [
      "a member by a symbol",
      "export class A { [Symbol.iterator]() { X; } }",
      "export class A { [Symbol.iterator](); }",
    ],
    ["an enum by its names", "export enum E { A = 'X', B = 2 }", "export enum E { A, B }"],
    ["a re-export", "export { a as b } from './x.js';", "export { a as b } from './x.js';"],
    ["everything of a file", "export * from './x.js';", "export * from './x.js';"],
    ["a default name", "const a = 'X'; export default a;", "export default a;"],
    ["a default function", "export default (a: number) => X;", "export default function (a: number);"],
    ["a default value", "export default { X: 1 };", "export default (a value);"],
  ])("show %s, and nothing of its inside", (_, text, signature) => {
    expect(only(text)?.[0]).toBe(signature);
    expect(only(text)?.join("")).not.toContain("X");
  });

  it("show a class by what is public of it", () => {
    const text = `export abstract class A<T> extends B<T> implements C {
      private secret = "X";
      #hidden = "X";
      name: string = "X";
      static count = 1;
      constructor(readonly a: number) { super("X"); }
      get size(): number { return X; }
      set size(value: number) { X; }
      protected run(b: T): void { X; }
      private helper() { X; }
      static { X; }
    }`;
    expect(only(text)).toEqual([
      "export abstract class A<T> extends B<T> implements C { name: string; count; constructor(a: number); get size(): number; set size(value: number); run(b: T): void; }",
    ]);
  });

  it("leave out what is not exported", () => {
    expect(only("const a = 1; function b() {} class C {} type D = 1;")).toEqual([]);
  });

  it.each(["a.ts", "a.tsx", "a.mts", "a.cts", "a.js", "a.jsx", "a.mjs", "a.cjs", "A.TS"])("are read in %s", (path) => {
    expect(only("export const a = 1;", path)).toEqual(["export const a;"]);
  });

  it.each(["a.pyi", "a.go", "Makefile", "a.constructor"])("are not known in %s", (path) => {
    expect(only("export const a = 1;", path)).toBeUndefined();
  });
});

describe("a summary of a file", () => {
  it("is its signatures where they can be read", () => {
    expect(summariseSource("a.ts", "export const a = 1;\nconst b = 2;")).toBe("a.ts exports:\nexport const a;");
    expect(summariseSource("a.ts", "const b = 2;")).toBe("a.ts exports nothing");
  });

  it.each(["(", "[", "!", "()=>", "if(a)"])("is the beginning of what is nested too deep to be read: %s", (nested) => {
    expect(summariseSource("a.ts", `const a = ${nested.repeat(20_000)}`)).toMatch(/^a\.ts begins:\nconst a = /);
  });

  it.each([
    [20, ""],
    [21, "\n[1 more lines are not part of a summary]"],
  ])("is the first lines of another language: of %i lines", (count, rest) => {
    const lines = Array.from({ length: count }, (_, n) => `line ${n}`);
    expect(summariseSource("a.go", lines.join("\n"))).toBe(["a.go begins:", ...lines.slice(0, 20)].join("\n") + rest);
  });
});
