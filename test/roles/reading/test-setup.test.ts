import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { testLayout } from "../../../src/roles/reading/test-layout.js";
import { testSetup } from "../../../src/roles/reading/test-setup.js";

function treeOf(files: Readonly<Record<string, string>>) {
  const paths = Object.keys(files);
  return {
    entries: paths.map((path) => ({ path, blob: "a".repeat(40), size: 1, mode: "100644" as const })),
    blobs: new Map(paths.map((path) => [path, "a".repeat(40)])),
    readMany: async (asked: readonly string[]) =>
      new Map(asked.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]] as const]))),
  };
}
const setupOf = async (files: Readonly<Record<string, string>>, config: object = {}) =>
  new Map((await testSetup(treeOf(files), Config.parse(config))).map(({ name, text }) => [name, text]));

describe("how tests are set up", () => {
  it("names runner, type check and linter, and has the settings word for word", async () => {
    const manifest = '{ "devDependencies": { "vitest": "3.0.0", "@biomejs/biome": "2.0.0" } }';
    const setup = await setupOf({
      "package.json": manifest,
      "tsconfig.json": '{ "compilerOptions": { "strict": true } }',
      "test/parse.test.ts": "",
      "test/format.test.ts": "",
    });
    expect(setup.get("how it is judged")).toContain("test runner: vitest\ntype check: `npx --no-install tsc --noEmit`");
    expect(setup.get("how it is judged")).toContain("linter: `npx --no-install biome lint");
    expect(setup.get("tsconfig.json")).toContain('"strict": true');
    expect(setup.get("package.json")).toBe(manifest);
    expect(setup.get("where tests lie")).toBe("test/: 2 files, such as format.test.ts, parse.test.ts");
  });

  it("names a command of the configuration, and says what is not known", async () => {
    const python = await setupOf({ "pyproject.toml": "" }, { test_command: "make test {report}" });
    expect(python.get("how it is judged")).toContain("test runner: pytest, started by `make test {report}`");
    expect(python.get("where tests lie")).toBe("there are none yet");
    expect((await setupOf({ "main.zig": "" })).get("how it is judged")).toContain("unknown: no preset fits");
  });

  it("names long settings and counts many, instead of sending them", async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`tsconfig.${index}.json`, "{}"]));
    const setup = await setupOf({ "package.json": `{}${" ".repeat(7_000)}`, ...many });
    expect(setup.get("package.json")).toBe("7002 characters: `read` shows it");
    expect(setup.get("further settings")).toBe("tsconfig.5.json, tsconfig.6.json, tsconfig.7.json, tsconfig.8.json");
  });

  it("shows at most eight folders of tests, and counts the others", () => {
    const paths = Array.from({ length: 10 }, (_, index) => `packages/p${index}/src/a.test.ts`);
    expect(testLayout(paths).split("\n")).toHaveLength(9);
    expect(testLayout(paths)).toMatch(/and 2 more folders$/);
    expect(testLayout(["tests/test_parse.py", "parse_test.go", "src/parse.ts"])).toBe(
      "(top): 1 file, such as parse_test.go\ntests/: 1 file, such as test_parse.py",
    );
  });
});
