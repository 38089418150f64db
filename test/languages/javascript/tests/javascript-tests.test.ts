import { describe, expect, it } from "vitest";
import { naturesOf, testsOf } from "../../../support/read-tests.js";

const FILE = "test/a.test.ts";

describe("the tests of a JavaScript file", () => {
  it.each([
    [
      "a suite by name under each of its titles",
      `const f = () => { it("c", () => {}); }; describe("a", f); describe("b", f);`,
      ["a > c", "b > c"],
    ],
    [
      "a suite that is its own body once",
      `const f = () => { it("c", () => {}); describe("b", f); }; describe("a", f);`,
      ["a > c"],
    ],
    ["it and nested describe", `describe("a", () => { describe("b", () => { it("c", () => {}); }); });`, ["a > b > c"]],
    ["modifiers", `it.only("a", () => {}); test.concurrent("b", () => {}); it.skip("c", () => {});`, ["a", "b", "c"]],
    ["tables", `it.each([1, 2])("is %i", () => {}); test.each\`a\n\${1}\`("is $a", () => {});`, ["is %i", "is $a"]],
    ["conditions", `it.skipIf(win)("a", () => {}); it.runIf(mac)("b", () => {});`, ["a", "b"]],
    ["suites of tables", `describe.each([1])("for %i", () => { it("a", () => {}); });`, ["for %i > a"]],
    ["templates", "it(`tag ${name}`, () => {});", ["tag ${name}"]],
    ["joined titles", `it("tag " + name, () => {});`, ["tag ${name}"]],
    ["constant titles", `const TITLE = "a"; it(TITLE, () => {});`, ["a"]],
    [
      "context tests",
      `import test from "node:test"; test("a", async (t) => { await t.test("b", () => {}); });`,
      ["a", "a > b"],
    ],
    ["named functions", `import test from "node:test"; test(function named() {});`, ["named"]],
    ["renamed imports", `import { test as check } from "vitest"; check("a", () => {});`, ["a"]],
    [
      "extended tests",
      `import { test as base } from "vitest"; const it2 = base.extend({}); it2("a", () => {});`,
      ["a"],
    ],
    ["whole libraries", `const t = require("tap"); t.test("a", (t) => {});`, ["a"]],
    ["members of libraries", `const { test } = require("tap"); test("a", () => {});`, ["a"]],
    ["tape", `const test = require("tape"); test("a", (t) => { t.end(); });`, ["a"]],
    ["uvu", `import { suite } from "uvu"; const Tag = suite("tag"); Tag("a", () => {}); Tag.run();`, ["a"]],
    ["mocha's other words", `context("a", function () { specify("b", function () {}); });`, ["a > b"]],
    [
      "shared suites, where they are called",
      `function shared() { it("b", () => {}); } describe("a", () => { shared(); });`,
      ["a > b"],
    ],
    ["shared suites that nobody calls", `export function shared() { it("b", () => {}); }`, ["b"]],
  ])("are found in %s", (_, text, names) => {
    expect(
      testsOf(FILE, text)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...names].sort());
  });

  it.each([
    ["a regular expression's test", `const re = /a/; re.test("a");`],
    ["a local function called test", `function test(a: string) { return a; } test("a");`],
    ["a table that is never called", `it.each([1, 2]);`],
    ["an iteration", `import { it } from "./iterate.js"; const x = it;`],
  ])("are not seen in %s", (_, text) => {
    expect(testsOf(FILE, text)).toEqual([]);
  });

  it.each([
    ["skip", `it.skip("a", () => {});`, true],
    ["todo", `it.todo("a");`, true],
    ["xit", `xit("a", () => {});`, true],
    ["a skipped suite", `describe.skip("s", () => { it("a", () => {}); });`, true],
    ["an option", `import test from "node:test"; test("a", { skip: true }, () => {});`, true],
    ["a reason", `import test from "node:test"; test("a", { todo: "later" }, () => {});`, true],
    ["a test without a function", `it("a");`, true],
    ["a condition", `import test from "node:test"; test("a", { skip: isWindows }, () => {});`, false],
    ["an option that says no", `import test from "node:test"; test("a", { skip: false }, () => {});`, false],
  ])("are skipped by %s: %s", (_, text, skipped) => {
    expect(testsOf(FILE, text).map((test) => test.skipped)).toEqual([skipped]);
  });

  it("carry the tags above them, in them, in their title and of their suites, but not of their neighbours", () => {
    const [first, second, third] = testsOf(
      FILE,
      `// @clause CL-SUITE-001
describe("s", () => {
  // @clause CL-A-001
  it("a", () => {});
  /* @clause CL-B-001, CL-B-002 */
  it("b CL-B-003", () => {
    // @clause: CL-B-004
    run();
  });
});
it("c", () => {});
`,
    ).map(({ clauses }) => clauses.map(({ clauseId, line }) => `${clauseId}:${line}`));
    expect(first).toEqual(["CL-SUITE-001:1", "CL-A-001:3"]);
    expect(second).toEqual(["CL-SUITE-001:1", "CL-B-003:6", "CL-B-001:5", "CL-B-002:5", "CL-B-004:7"]);
    expect(third).toEqual([]);
  });

  it("keep the tags of a test inside a test apart", () => {
    const text = `import test from "node:test";
test("a", async (t) => {
  // @clause CL-B-001
  await t.test("b", () => {});
});`;
    const byName = new Map(
      testsOf(FILE, text).map(({ name, clauses }) => [name, clauses.map(({ clauseId }) => clauseId)]),
    );
    expect(byName.get("a")).toEqual([]);
    expect(byName.get("a > b")).toEqual(["CL-B-001"]);
  });
});

describe("what an assertion looks at", () => {
  const inTest = (body: string) => `
    import { expect, it, vi, expectTypeOf } from "vitest";
    import assert, { equal, throws } from "node:assert";
    import { expect as chai } from "chai";
    import sinon from "sinon";
    import { subject } from "../src/subject.js";
    it("a", async (t) => { ${body} });`;

  it.each([
    ["expect(subject()).toBe(1);", ["value"]],
    ["expect(subject()).not.toBe(1);", ["value"]],
    ["await expect(subject()).resolves.toBe(1);", ["value"]],
    ["expect.soft(subject()).toBe(1);", ["value"]],
    ["expectTypeOf(subject).toBeFunction();", ["value"]],
    ["chai(subject()).to.be.true;", ["value"]],
    ["chai(subject()).to.be.a('string').and.equal('x');", ["value"]],
    ["subject().should.equal(1);", ["value"]],
    ["subject().should.be.ok;", ["value"]],
    ["assert(subject());", ["value"]],
    ["assert.deepEqual(subject(), 1);", ["value"]],
    ["assert.strict.equal(subject(), 1);", ["value"]],
    ["equal(subject(), 1);", ["value"]],
    ["t.assert.equal(subject(), 1);", ["value"]],
    ["await request(subject).get('/').expect(200);", ["value"]],
    ["expect(() => subject()).not.toThrow();", ["value"]],
    ["assert.doesNotThrow(() => subject());", ["value"]],
    ["if (subject() !== 1) throw new Error('wrong');", ["value"]],
    ["subject(() => { throw new Error('must not be called'); });", ["value"]],
    ["expect(() => subject()).toThrow();", ["failure"]],
    ["await expect(subject()).rejects.toThrow('x');", ["failure"]],
    ["chai(() => subject()).to.throw();", ["failure"]],
    ["throws(() => subject());", ["failure"]],
    ["await assert.rejects(subject());", ["failure"]],
    ["await request(subject).get('/').expect(404);", ["failure"]],
    ["expect(subject()).toMatchSnapshot();", ["snapshot"]],
    ["expect(subject()).toMatchInlineSnapshot();", ["snapshot"]],
    ["expect(subject()).toMatchInlineSnapshot(`1`);", ["value"]],
    ["expect(spy).toHaveBeenCalledTimes(1);", ["mock"]],
    ["sinon.assert.calledOnce(spy);", ["mock"]],
    ["expect.assertions(1);", ["count"]],
    ["expect.hasAssertions();", ["count"]],
    ["expect(true).toBe(true);", ["tautology"]],
    ["expect(1 + 1).toEqual(2);", ["tautology"]],
    ["expect([1, { a: 'b' }]).toEqual([1, { a: 'b' }]);", ["tautology"]],
    ["const x = subject(); expect(x.y).toBe(x.y);", ["tautology"]],
    ["assert.ok(true, 'message');", ["tautology"]],
    ["assert('always');", ["tautology"]],
    ["assert.equal(undefined, null);", ["tautology"]],
    ["expect(subject()).toBe(subject());", ["value"]],
    ["const x = subject(); expect(x).not.toBe(x);", ["value"]],
    ["subject(() => { assert.ok(true); });", ["value"]],
    ["try { subject(); } catch { assert.ok(true); }", ["failure"]],
    ["assert.equls(subject(), 1);", []],
    ["assert.strict.equls(subject(), 1);", []],
    ["expect(subject());", []],
    ["expect(subject()).toBeTruthy;", []],
    ["expect(subject()).toBe;", []],
    ["expect(subject()).not;", []],
    ["expect(subject()).resolves;", []],
    ["expect(subject()).toRender;", []],
    ["expect.soft(subject()).toBe;", []],
    ["chai(subject).to.throw;", []],
    ["chai(subject()).to.be;", []],
    ["chai(subject()).to.deep;", []],
    ["subject().should.equal;", []],
    ["subject().should.be;", []],
    ["chai(subject()).to.not.be.empty;", ["value"]],
    ["chai(subject()).to.exist;", ["value"]],
    ["chai(subject()).to.be.NaN;", ["value"]],
    ["await chai(subject()).to.be.fulfilled;", ["value"]],
    ["await chai(subject()).to.be.rejected;", ["failure"]],
    ["chai(spy).to.have.been.calledOnce;", ["mock"]],
    ["expect('**x**').toRender('<b>x</b>');", ["value"]],
    ["chai('x').to.be.rendered('y');", ["value"]],
    ["expect('x').toContain('x');", ["tautology"]],
    ["chai('x').to.be.a('string').and.equal('x');", ["tautology"]],
    ["chai(true).to.be.true;", ["tautology"]],
    ["expect(spy.mock.calls.length).toBe(1);", ["mock"]],
    ["expect(spy.mock.calls[0]).toEqual([1]);", ["mock"]],
    ["expect(spy.mock.results[0].value).toEqual([1]);", ["mock"]],
    ["assert.equal(spy.mock.callCount(), 1);", ["mock"]],
    ["chai(spy.calledOnce).to.be.true;", ["mock"]],
    ["chai(spy.callCount).to.equal(1);", ["mock"]],
    ["spy.calledOnce.should.be.true;", ["mock"]],
    ["const fn = vi.fn().mockReturnValue(3); expect(fn()).toBe(3);", ["mock"]],
    ["const fn = vi.fn(() => 3); const got = await fn(); expect(got).toBe(3);", ["mock"]],
    ["const fn = t.mock.fn(() => 3); assert.equal(fn(), 3);", ["mock"]],
    ["const fake = sinon.stub().returns(3); chai(fake()).to.equal(3);", ["mock"]],
    ["const store = { get: vi.fn(() => 3) }; expect(store.get()).toBe(3);", ["mock"]],
    ["const store = { get: vi.fn(), size: 3 }; expect(store.size).toBe(subject());", ["value"]],
    ["const got = subject(vi.fn()); expect(got).toBe(3);", ["value"]],
    ["if (a) return; expect(subject()).toBe(1);", ["value"]],
    ["return check(); function check() { expect(subject()).toBe(1); }", ["value", "value"]],
    ["return expect(subject()).resolves.toBe(1);", ["value"]],
    ["switch (a) { case 1: return; default: expect(subject()).toBe(1); }", ["value"]],
    ["expect.extend({});", []],
    ["subject();", []],
    ["throw new Error('stub');", []],
    ["vi.fn(() => { throw new Error('down'); });", []],
  ])("%s", (body, natures) => {
    expect(naturesOf(FILE, inTest(body))).toEqual(natures);
  });
});

describe("helpers that assert", () => {
  const SUPPORT = `
    import { expect } from "vitest";
    export function check(value: unknown) { inner(value); }
    function inner(value: unknown) { expect(value).toBe(1); }
    export { check as verify };
    export default check;
    export const silent = () => {};`;
  const others = {
    "tsconfig.json": '{ "extends": "./tsconfig.base.json" }',
    "tsconfig.base.json": '{ "compilerOptions": { "paths": { "@test/*": ["./test/*"], "@app/*": ["./src/*"] } } }',
    "src/product.ts": "export function assertTag(raw: string) { if (raw === '') throw new Error('EmptyTag'); }",
    "test/support.ts": SUPPORT,
    "test/helpers/index.ts": `
      export * from "./circle.js";
      export * from "../support.js";
      export { default as certify } from "./certify.js";
      export { Checker, checks } from "./checker.js";
      export * as All from "../support.js";
      import { kept } from "./checker.js";
      export { kept };`,
    "test/helpers/circle.ts": 'export * from "./index.js";',
    "test/helpers/certify.ts":
      'import { expect } from "vitest"; export default function certify(v: unknown) { expect(v).toBe(1); }',
    "test/helpers/checker.ts": `
      import { expect } from "vitest";
      export class Checker { isOne() { expect(this.value).toBe(1); } }
      export const checks = { isTwo: (value: number) => { expect(value).toBe(2); } };
      export const kept = (value: number) => { expect(value).toBe(1); };`,
  };
  const count = (text: string) =>
    testsOf(FILE, `import { it } from "vitest";\n${text}`, others).flatMap(({ assertions }) => assertions).length;

  it.each([
    ["a function of the file", `function own() { expect(1).toBe(x); } it("a", () => { own(); });`],
    [
      "an arrow function handed over",
      `const own = () => { expect(1).toBe(x); }; it("a", () => { items.forEach(own); });`,
    ],
    ["the function itself as the test", `const own = () => { expect(1).toBe(x); }; it("a", own);`],
    ["a function that makes the test", `const make = (v: number) => () => { expect(v).toBe(x); }; it("a", make(1));`],
    ["a named import", `import { check } from "./support.js"; it("a", () => { check(1); });`],
    ["an alias", `import { verify } from "./support.js"; it("a", () => { verify(1); });`],
    ["a default", `import check from "./support.js"; it("a", () => { check(1); });`],
    ["a namespace", `import * as support from "./support.js"; it("a", () => { support.check(1); });`],
    ["a require", `const { check } = require("./support"); it("a", () => { check(1); });`],
    ["a method", `class Page { expectTitle() { expect(1).toBe(x); } } it("a", () => { new Page().expectTitle(); });`],
    ["a barrel's star", `import { check } from "./helpers"; it("a", () => { check(1); });`],
    ["a barrel's default", `import { certify } from "./helpers"; it("a", () => { certify(1); });`],
    ["a barrel that imports first", `import { kept } from "./helpers"; it("a", () => { kept(1); });`],
    ["a namespace of a barrel", `import * as H from "./helpers/index.js"; it("a", () => { H.check(1); });`],
    ["a renamed member of it", `import * as H from "./helpers"; it("a", () => { H.certify(1); });`],
    ["a namespace that a barrel makes", `import { All } from "./helpers"; it("a", () => { All.check(1); });`],
    ["a class of a barrel", `import { Checker } from "./helpers"; it("a", () => { new Checker(1).isOne(); });`],
    ["an object of a barrel", `import { checks } from "./helpers"; it("a", () => { checks.isTwo(2); });`],
    ["an alias of the compiler", `import { check } from "@test/support"; it("a", () => { check(1); });`],
    ["an alias to a barrel", `import { check } from "@test/helpers"; it("a", () => { check(1); });`],
    ["a circle of helpers", `function a() { b(); } function b() { a(); expect(1).toBe(x); } it("t", () => { a(); });`],
  ])("are followed through %s", (_, text) => {
    expect(count(text)).toBe(1);
  });

  it("are looked for at once where every barrel passes on every other one", () => {
    const names = Array.from({ length: 30 }, (_, index) => `b${index}`);
    const stars = names.map((name) => `export * from "./${name}.js";`).join("\n");
    const barrels = Object.fromEntries(names.map((name) => [`test/${name}.ts`, stars]));
    const text = `import { check } from "./b0.js"; it("a", () => { check(1); new Checker().isOne(); });`;
    expect(testsOf(FILE, text, barrels).map(({ assertions }) => assertions)).toEqual([[]]);
  });

  it.each([
    ["a helper that does not assert", `import { silent } from "./support.js"; it("a", () => { silent(); });`],
    ["a file that is not there", `import { check } from "./gone.js"; it("a", () => { check(1); });`],
    ["what a barrel does not have", `import { gone } from "./helpers"; it("a", () => { gone(1); });`],
    ["a silent helper of a barrel", `import { silent } from "./helpers"; it("a", () => { silent(); });`],
    ["an alias to the product", `import { assertTag } from "@app/product"; it("a", () => { assertTag("A"); });`],
    ["a namespace of the product", `import * as tag from "../src/product.js"; it("a", () => { tag.assertTag("A"); });`],
    ["a package's function", `import { run } from "some-package"; it("a", () => { run(1); });`],
  ])("are not seen in %s", (_, text) => {
    expect(count(text)).toBe(0);
  });
});

describe("what an assertion rests on", () => {
  const namesOf = (body: string) => {
    const [test] = testsOf(
      FILE,
      `import { expect, it } from "vitest";\nimport { subject, other } from "../src/subject.js";\n${body}`,
    );
    return test?.assertions[0]?.restsOn().names ?? new Set();
  };

  it.each([
    ["a variable", `it("a", () => { const x = subject(); expect(x).toBe(1); });`],
    [
      "a chain of variables",
      `it("a", () => { const x = subject(); const { y } = x; const z = y + 1; expect(z).toBe(1); });`,
    ],
    ["a hook", `let x; beforeEach(() => { x = subject(); }); it("a", () => { expect(x).toBe(1); });`],
    [
      "a callback that fills a list",
      `it("a", () => { const seen = []; subject((v) => seen.push(v)); expect(seen).toEqual([1]); });`,
    ],
    ["a callback's parameter", `it("a", async () => { await subject(async (x) => { expect(x).toBe(1); }); });`],
    ["a function of the file", `const run = () => subject(); it("a", () => { expect(run()).toBe(1); });`],
  ])("leads back through %s", (_, body) => {
    expect(namesOf(body)).toContain("subject");
  });

  it("does not lead to code that is only near it", () => {
    expect(namesOf(`it("a", () => { expect(other()).toBe(1); expect(subject()).toBe(1); });`)).not.toContain("subject");
  });
});

describe("an assertion where the run never comes", () => {
  it.each([
    "return; expect(subject()).toBe(1);",
    "throw new Error('stub'); expect(subject()).toBe(1);",
    "{ return; } expect(subject()).toBe(1);",
    "if (a) return; else return; expect(subject()).toBe(1);",
    "if (a) { return; expect(subject()).toBe(1); }",
    "switch (a) { case 1: return; expect(subject()).toBe(1); }",
  ])("is void in %s", (body) => {
    const text = `import { expect, it } from "vitest"; import { a, subject } from "../src/a.js"; it("a", () => { ${body} });`;
    const [strength] = testsOf(FILE, text).flatMap(({ assertions }) => assertions.map((one) => one.strength()));
    expect(strength).toMatchObject({ verdict: "void", missing: "run" });
  });
});
