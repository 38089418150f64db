import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { noDecorativeTests } from "../../../../src/gates/validators/contract/no-decorative-tests.js";
import { testHasAssertions } from "../../../../src/gates/validators/contract/test-has-assertions.js";
import { testSyntaxValid } from "../../../../src/gates/validators/contract/test-syntax-valid.js";
import { createSourceReader } from "../../../../src/languages/create-source-reader.js";
import type { FileTree } from "../../../../src/languages/file-tree.js";
import { aGateContext } from "../../../support/gate-context.js";

const MODULES = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

/** A folder on disk as a tree. */
function treeAt(root: string): FileTree {
  const file = (name: string) => path.join(root, name);
  return {
    has: (name) => existsSync(file(name)) && statSync(file(name)).isFile(),
    read: (name) => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : undefined),
    paths: () => readdirSync(root, { recursive: true, encoding: "utf8" }),
    blob: () => undefined,
  };
}

/** Packages that ship the tests their authors trust: tape, node:test, mocha with helpers, vitest, jest's globals. */
const SUITES = [
  { name: "minimist", files: /^test\/[^/]+\.js$/ },
  { name: "fast-uri", files: /^test\/[^/]+\.test\.js$/ },
  { name: "process-warning", files: /^test\/[^/]+\.test\.js$/ },
  { name: "bottleneck", files: /^test\/(?!context|bottleneck\.)[^/]+\.js$/ },
  { name: "@mswjs/interceptors", files: /^src\/.*\.test\.ts$/ },
  { name: "sonic-boom", files: /^test\/[^/]+\.test\.js$/ },
  { name: "@pinojs/redact", files: /^test\/[^/]+\.test\.js$/ },
];

const cases = SUITES.flatMap(({ name, files }) => {
  const tree = treeAt(path.join(MODULES, name));
  const sources = createSourceReader(tree);
  return tree
    .paths()
    .filter((file) => files.test(file))
    .map((file) => ({ name, file, tree, sources }));
});

describe("the test suites of installed packages", () => {
  it.each(SUITES)("$name ships tests to look at", ({ name }) => {
    const own = cases.filter((one) => one.name === name);
    const tests = own.flatMap(({ file, sources }) => sources.tests(file).tests);
    expect(own.length).toBeGreaterThan(0);
    expect(tests.length).toBeGreaterThanOrEqual(own.length);
  });

  it.each(cases)("raise no false alarm in $name/$file", ({ file, tree, sources }) => {
    const manifest = { files: [{ path: file, action: "CREATE" as const }], testFile: file, entry: null };
    const context = { ...aGateContext(), head: tree, sources, manifest };
    for (const { code, check } of [testSyntaxValid, testHasAssertions, noDecorativeTests]) {
      const { status, message, places, details } = check(context);
      const told = `${code}: ${message} ${JSON.stringify(places)}`;
      // That a test shows only that nothing is thrown is true, and no alarm.
      expect(["PASSED", "WARNING"], told).toContain(status);
      expect(JSON.stringify(details), told).not.toContain("not understood");
    }
  });
});
