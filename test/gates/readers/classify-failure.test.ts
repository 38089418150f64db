import { describe, expect, it } from "vitest";
import { classifyFailure } from "../../../src/gates/readers/classify-failure.js";

const classify = (text: string, phase: "collecting" | "hook" | "test" = "test") =>
  classifyFailure({ text, phase, testFile: "test/a.test.js", root: "/repo" });

describe("a failure is told by its words", () => {
  it.each([
    ["Cannot find module '/repo/src/a.js' imported from /repo/test/a.test.js", "missing-module"],
    ["Cannot find module '../src/a.js'", "missing-module"],
    ["Cannot find module '@/a'", "missing-module"],
    ["Cannot find module 'lodash'", "setup"],
    ["Cannot find module '/repo/node_modules/x/index.js'", "setup"],
    ["Cannot find package 'lodash' imported from /repo/test/a.test.js", "setup"],
    ["SyntaxError: The requested module '../src/a.js' does not provide an export named 'b'", "missing-module"],
    ["SyntaxError: Unexpected token ')'", "syntax"],
    ["ModuleNotFoundError: No module named 'cart'", "missing-module"],
    ["ModuleNotFoundError: No module named 'pytest'", "setup"],
    ["ImportError: cannot import name 'total' from 'cart'", "missing-module"],
    ["IndentationError: unexpected indent", "syntax"],
    ["error[E0432]: unresolved import `product::add`", "missing-module"],
    ["error: expected one of `;`, found `}`", "syntax"],
    ["cart_test.go:6:7: undefined: Total", "missing-module"],
    ["CartTest.java:[9,5] cannot find symbol", "missing-module"],
    ["ReferenceError: y is not defined", "setup"],
    ["SyntaxError: The requested module 'node:assert' does not provide an export named 'equls'", "setup"],
    ["SyntaxError: The requested module 'vitest' does not provide an export named 'expct'", "setup"],
    ["ImportError: cannot import name 'rases' from 'pytest' (/usr/lib/pytest/__init__.py)", "setup"],
  ] as const)("while collecting: %j is %s", (text, failure) => {
    expect(classify(text, "collecting")).toBe(failure);
  });

  it.each([
    ["AssertionError [ERR_ASSERTION]: 1 !== 2", "assertion"],
    ["AssertionError: expected 1 to be 2", "assertion"],
    ["E       assert 1 == 2", "assertion"],
    ["Failed: DID NOT RAISE <class 'ValueError'>", "assertion"],
    ["TypeError: parse is not a function", "missing-module"],
    ["TypeError: Cart is not a constructor", "missing-module"],
    ["TypeError: (0 , parse) is not a function", "missing-module"],
    ["TypeError: default.total is not a function", "missing-module"],
    ["TypeError: Class extends value undefined is not a constructor or null", "missing-module"],
    ["TypeError: assert.equls is not a function\n    at /repo/test/a.test.js:3:4", "setup"],
    ["assert.equls is not a function", "setup"],
    ["TypeError: assert.strict.equls is not a function", "setup"],
    ["TypeError: expect(...).toBee is not a function", "setup"],
    ["TypeError: t.equls is not a function", "setup"],
    ["TypeError: vi.fnn is not a function", "setup"],
    ["AttributeError: module 'pytest' has no attribute 'rases'", "setup"],
    ["AttributeError: module 'cart' has no attribute 'total'", "missing-module"],
    ["1 subtest failed", "assertion"],
    ["Error: boom\n    at parse (/repo/src/a.js:1:2)\n    at /repo/test/a.test.js:3:4", "assertion"],
    ["Error: boom\n    at /repo/test/a.test.js:3:4", "setup"],
    ["Error: boom\n    at x (/repo/node_modules/y/z.js:1:1)\n    at /repo/test/a.test.js:3:4", "setup"],
    ["Error: boom", "setup"],
  ] as const)("in a test: %j is %s", (text, failure) => {
    expect(classify(text)).toBe(failure);
  });

  it.each([
    ["AssertionError: no", "setup"],
    ["TypeError: server.listen is not a function", "setup"],
    ["TypeError: createCart is not a function", "missing-module"],
    ["Cannot find module '../src/a.js'", "missing-module"],
  ])("in a hook nothing is an assertion, and only a name of its own is a missing part: %j is %s", (text, failure) => {
    expect(classify(text, "hook")).toBe(failure);
  });
});
