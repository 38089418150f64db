import { describe, expect, it } from "vitest";
import { classifyFailure } from "../../../src/gates/readers/classify-failure.js";

const classify = (text: string, phase: "collecting" | "hook" | "test" = "test") =>
  classifyFailure({ text, phase, testFile: "test/a.test.js", root: "/repo" });

describe("a failure is classified by its text", () => {
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
    ["AttributeError: 'Cart' object has no attribute 'discount'", "missing-module"],
    ["AttributeError: type object 'Cart' has no attribute 'of'", "missing-module"],
    ["AttributeError: 'NoneType' object has no attribute 'name'", "setup"],
    ["AttributeError: 'MonkeyPatch' object has no attribute 'setatr'", "setup"],
    ["TypeError: Cart.__init__() got an unexpected keyword argument 'currency'", "missing-module"],
    ["TypeError: total() takes 1 positional argument but 2 were given", "missing-module"],
    ["TypeError: raises() got an unexpected keyword argument 'mach'", "setup"],
    ["NameError: name 'totl' is not defined", "setup"],
    ["assert 1 == 2", "assertion"],
    ["AssertionError: 1 != 2", "assertion"],
  ])("of pytest only what it says counts, not the source that it prints: %j is %s", (said, failure) => {
    const source = "    def test_it():\n        assert Cart().items == []\n>       x = Cart().discount(1)";
    const text = `${source}\nE       ${said}\n\ntests/test_cart.py:25: ${said.split(":")[0]}`;
    expect(classifyFailure({ text, phase: "test", testFile: "tests/test_cart.py", root: "/repo" })).toBe(failure);
  });

  it.each([
    ["cart", "missing-module"],
    ["shop.prices", "missing-module"],
    ["requests", "setup"],
    ["pytest", "setup"],
  ])("a module of Python is missing where it is the repository's or the manifest's: %s is %s", (module, failure) => {
    const text = `tests/test_cart.py:1: in <module>\n    import x\nE   ModuleNotFoundError: No module named '${module}'`;
    const ownFiles = ["src/cart.py", "shop/__init__.py", "tests/test_cart.py", "docs/requests.md"];
    const facts = { text, phase: "collecting", testFile: "tests/test_cart.py", root: "/repo", ownFiles } as const;
    expect(classifyFailure(facts)).toBe(failure);
  });

  it.each([
    ["at com.x.Cart.total(Cart.java:5)\n\tat com.x.CartTest.t(CartTest.java:9)", "assertion"],
    ["at com.x.CartTest.t(CartTest.java:9)", "setup"],
    ["at com.x.CartTest$Inner.t(CartTest.java:9)", "setup"],
    ["at java.base/java.util.List.of(List.java:1)\n\tat com.x.CartTest.t(CartTest.java:9)", "setup"],
    ["at java.base/java.util.List.of(List.java:1)\n\tat com.x.deep.Cart.t(Cart.java:9)", "assertion"],
    ["at org.lib.Json.read(Json.java:1)\n\tat com.x.CartTest.t(CartTest.java:9)", "setup"],
  ])("an exception of Java is the product's when its classes threw it: %j is %s", (frames, failure) => {
    const text = `java.lang.UnsupportedOperationException: later\n\t${frames}`;
    const facts = { text, phase: "test", testFile: null, testClass: "com.x.CartTest", root: "/repo" } as const;
    expect(classifyFailure(facts)).toBe(failure);
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
