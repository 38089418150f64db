import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { ts } from "../../../src/languages/compiler.js";
import { mutateScript } from "../../../src/languages/javascript/mutants/mutate-script.js";

/** What a script leaves in `result`, with one of its mutants active. */
function run(text: string, active: string | undefined): unknown {
  const file = mutateScript("src/a.ts", text);
  if (file === undefined) throw new TypeError("the script can be read");
  const prepared = ts.transpile(file.prepared(String), { target: ts.ScriptTarget.ES2022 });
  const scope: { result: unknown; process?: unknown } = {
    process: { env: { FACTORY_MUTANT: active } },
    result: undefined,
  };
  runInNewContext(prepared, scope);
  return scope.result;
}

const changes = (text: string, path = "src/a.js") =>
  (mutateScript(path, text)?.mutants ?? []).map(({ line, operator, change }) => `${line} ${operator}: ${change}`);

describe("the mutants of a script", () => {
  it("are comparisons, limits, conditions, arithmetic, constants, results and statements, each with its line", () => {
    expect(
      changes(
        'function f(a) {\n  if (a >= 5) log(a);\n  return a * 2;\n}\nconst NAME = "x";\nthrow new Error(NAME);\n',
      ),
    ).toEqual([
      "2 boundary: `>=` becomes `>`",
      "2 comparison: `>=` becomes `<`",
      "2 branch: a condition becomes `true`",
      "2 branch: a condition becomes `false`",
      "2 constant: a number is one more",
      "2 statement: a statement is removed",
      "3 arithmetic: `*` becomes `/`",
      "3 return: a returned value becomes `undefined`",
      "3 constant: a number is one more",
      "5 constant: a text becomes empty",
      "6 statement: a `throw` is removed",
    ]);
  });

  it.each([
    'import { a } from "./b.js";',
    'export * from "./b.js";',
    '"use strict";',
    'type A = "x" | 5; interface B { c: 5 }',
    "enum A { B = 5 }",
    'declare const a: "x";',
    'const a = require("x");',
    "const { a: b } = c;",
  ])("leave alone what is no value: %s", (text) => {
    expect(changes(text, "src/a.ts")).toEqual([]);
  });

  const SCRIPTS: readonly string[] = [
    "const f = (a: number) => a ?? 5\nconst g = [1, 2]\nresult = [f(1), g[0] === 1 && g.length]",
    'let n = 0\nfor (let i = 0; i < 3; i++) n += i\nif (n > 2) result = `n is ${n}`\nelse result = "small"',
    "class A { #x = 1; get x() { return this.#x } static y = 2 }\nresult = new A().x + A.y",
    'const o = { "a-b": 1, c: { d: "e" as const } }\nswitch (o.c.d) { case "e": result = o["a-b"]; break; default: result = 0 }',
    "const f = () => ({ a: 1 })\nresult = f().a as number\n;[result] = [result]",
    "function f(x: number) { if (x) g(x); else h(); function g(y: number) { result = y } function h() { result = -1 } }\nf(0)",
    "let a = null ?? (0 || 7)\nresult = a ** 2 - (a % 4) // a comment\n",
  ];
  it.each(SCRIPTS)("are all in one file, which does the same as before while none is active: %s", (text) => {
    const scope: { result: unknown; process?: unknown } = { result: undefined };
    runInNewContext(ts.transpile(text, { target: ts.ScriptTarget.ES2022 }), scope);
    expect(run(text, undefined)).toEqual(scope.result);
  });

  it("change what the file does, one at a time", () => {
    const text = "result = 3 < 3 ? 1 : 2";
    const all = changes(text);
    const seen = all.map((_, name) => run(text, String(name)));
    expect(Object.fromEntries(all.map((change, index) => [change, seen[index]]))).toEqual({
      "1 statement: a statement is removed": undefined,
      "1 boundary: `<` becomes `<=`": 1,
      "1 comparison: `<` becomes `>=`": 1,
      "1 branch: a condition becomes `true`": 1,
      "1 branch: a condition becomes `false`": 2,
      "1 constant: a number is one more": expect.anything(),
    });
  });

  it("name the outermost function around them, so that a sample is spread over functions", () => {
    const file = mutateScript(
      "src/a.js",
      "const one = () => 1;\nfunction two() { return [1].map((x) => x + 1); }\nlet a = 2;\n",
    );
    expect(new Set(file?.mutants.map(({ within }) => within))).toEqual(new Set(["one", "two", ""]));
  });

  it("are none in a file that cannot be read", () => {
    expect(mutateScript("src/a.js", "function (")).toBeUndefined();
  });
});
