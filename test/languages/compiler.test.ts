import typescript from "typescript";
import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
});

/** Not the compiler itself: awaiting it would ask it for `then`. */
const compiler = () => import("../../src/languages/compiler.js");

it("the compiler is loaded by the first script that is read, and not by what could read one", async () => {
  await import("../../src/cli/gates/run-gates.js");
  await import("../../src/gates/plan/run-plan.js");
  await import("../../src/languages/javascript/compiled-surface/surface-reader.js");
  const { parseScript } = await import("../../src/languages/javascript/parse-script.js");
  const { ts } = await compiler();
  expect(Object.keys(ts)).toEqual([]);
  expect(parseScript("a.ts", "export const a = 1;").statements).toHaveLength(1);
  expect(Object.keys(ts).length).toBeGreaterThan(1_000);
});

it("the compiler is loaded before a reader begins that may be cut off", async () => {
  const { withinBounds } = await import("../../src/languages/within-bounds.js");
  const { ts } = await compiler();
  expect(withinBounds(() => Object.keys(ts).length)).toBeGreaterThan(1_000);
});

it("the compiler is the compiler itself, whatever is asked of it first", async () => {
  const { ts } = await compiler();
  expect(ts.createSourceFile).toBe(typescript.createSourceFile);
  expect(ts.SyntaxKind).toBe(typescript.SyntaxKind);
  expect(Reflect.get(ts, "noSuchName")).toBeUndefined();
});
