import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { type GatesConfig, PresetName } from "../../../src/domain/config/gates-config.js";
import { choosePreset } from "../../../src/gates/presets/detect-preset.js";
import { fillCommand, quote } from "../../../src/gates/presets/fill-command.js";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";
import { commandsFor } from "../../../src/gates/presets/resolve-commands.js";

const loaded = await loadPresets(PRESETS_FOLDER);
if (!loaded.ok) throw new TypeError(loaded.refusal.message);
const presets = loaded.value;

function preset(name: string) {
  const found = presets.find((candidate) => candidate.name === name);
  if (found === undefined) throw new TypeError(`no preset ${name}`);
  return found;
}

const files = (texts: Readonly<Record<string, string>>) => ({
  has: (path: string) => path in texts,
  read: (path: string) => texts[path],
});

function commands(name: string, texts: Readonly<Record<string, string>>, gates: Partial<GatesConfig> = {}, rest = {}) {
  const config = Config.parse({ gates, ...rest });
  return commandsFor(preset(name), config, { base: files(texts), head: files(texts) });
}

const packageJson = (content: object) => ({ "package.json": JSON.stringify(content), "package-lock.json": "{}" });

describe("the built-in presets", () => {
  it("are those that the configuration names", () => {
    expect(presets.map(({ name }) => name).sort()).toEqual(PresetName.options.filter((name) => name !== "auto").sort());
  });

  it.each(presets.map((each) => [each.name, each] as const))("%s: its scaffold is detected as itself", (name, each) => {
    const paths = each.scaffold.map(({ path }) => path);
    expect(choosePreset(presets, "auto", paths)).toMatchObject({ ok: true, value: { name } });
    expect(paths.filter((path) => each.manifest_files.includes(path))).not.toEqual([]);
  });

  it.each(presets.map((each) => [each.name, each] as const))("%s: reaches a network only to install", (_, each) => {
    for (const step of ["typecheck", "lint", "build", "coverage"] as const) {
      expect(each[step].commands.filter(({ network }) => network)).toEqual([]);
    }
  });

  it.each(["node", "typescript"])("%s: installs and resolves without scripts", (name) => {
    const { setup, resolve } = preset(name);
    for (const { command } of [...setup.commands, ...resolve.commands]) expect(command).toContain("--ignore-scripts");
  });

  it.each(presets.map((each) => [each.name, each] as const))("%s: every placeholder is known", (_, each) => {
    const facts = { report: "/r", presets: "/p", testFiles: ["t"], changedFiles: ["c"], dependencies: [] };
    const all = [
      ...(["setup", "typecheck", "lint", "build", "coverage", "resolve"] as const).flatMap((step) =>
        each[step].commands.map(({ command }) => command),
      ),
      ...each.runners.flatMap(({ test, test_files }) => [test, test_files]),
    ];
    for (const command of all) expect(fillCommand(command, facts)).not.toMatch(/\{[a-z_]+\}/);
  });
});

describe("the preset of a repository", () => {
  it.each([
    [["package.json"], "node"],
    [["package.json", "tsconfig.json"], "typescript"],
    [["pyproject.toml"], "python"],
    [["go.mod"], "go"],
    [["Cargo.toml"], "rust"],
    [["pom.xml"], "java-maven"],
  ])("with %j is %s", (paths, name) => {
    expect(choosePreset(presets, "auto", paths)).toMatchObject({ ok: true, value: { name } });
  });

  it.each([
    [["README.md"], "preset-not-found"],
    [["examples/package.json"], "preset-not-found"],
    [["package.json", "go.mod"], "preset-ambiguous"],
  ])("with %j cannot be told: %s", (paths, code) => {
    expect(choosePreset(presets, "auto", paths)).toMatchObject({ ok: false, refusal: { code } });
  });

  it("is the one that the configuration names, whatever is there", () => {
    expect(choosePreset(presets, "go", ["package.json"])).toMatchObject({ ok: true, value: { name: "go" } });
  });
});

describe("the commands of a repository", () => {
  it.each([
    [{}, "node --test"],
    [{ devDependencies: { vitest: "4" } }, "vitest"],
    [{ devDependencies: { jest: "30" } }, "jest"],
    [{ dependencies: { vitest: "4" } }, "vitest"],
  ])("package.json with %j is tested by %s", (content, runner) => {
    expect(commands("node", packageJson(content)).runner.name).toBe(runner);
  });

  it("say why a step is missing", () => {
    const { lint, build, coverage } = commands("node", packageJson({}));
    expect([lint, build, coverage]).toMatchObject([
      { kind: "none", reason: "package.json names no linter and no lint script" },
      { kind: "none", reason: "package.json has no build script" },
      { kind: "none", reason: "no coverage is asked for in gates.overrides" },
    ]);
  });

  it("are changed by overrides, one step at a time", () => {
    const { lint, build, typecheck } = commands("node", packageJson({ scripts: { build: "x" } }), {
      overrides: [
        { name: "lint", command: "make lint", required: false },
        { name: "build", required: false },
      ],
    });
    expect(lint).toMatchObject({ kind: "command", command: "make lint", required: false, network: false });
    expect(build).toMatchObject({ kind: "command", command: "npm run --silent build", required: false });
    expect(typecheck).toMatchObject({ kind: "command", required: true });
  });

  it("measure coverage when a threshold is set", () => {
    const { coverage } = commands("node", packageJson({}), { overrides: [{ name: "coverage", threshold: 80 }] });
    expect(coverage).toMatchObject({ kind: "command", threshold: 80, format: "lcov", required: false });
  });

  it("take test_command and validation_command before everything", () => {
    const texts = packageJson({});
    const overrides: GatesConfig["overrides"] = [{ name: "test", command: "make test" }];
    expect(commands("node", texts, { overrides }).test.command).toBe("make test");
    const both = commands("node", texts, { overrides }, { test_command: "make all", validation_command: "make types" });
    expect(both.test.command).toBe("make all");
    expect(both.typecheck).toMatchObject({ command: "make types", required: true });
  });

  it("include additional gates, without network", () => {
    const { additional } = commands("node", packageJson({}), {
      additional: [{ name: "check-migrations", command: "make migrations", required: false }],
    });
    expect(additional).toEqual([
      { name: "check-migrations", command: "make migrations", required: false, network: false },
    ]);
  });

  it("judge by the base's manifest, and install what the head locks", () => {
    const base = files({ "package.json": JSON.stringify({ scripts: { lint: "true" } }) });
    const head = files(packageJson({ scripts: {} }));
    const both = commandsFor(preset("node"), Config.parse({}), { base, head });
    expect(both.lint).toMatchObject({ kind: "command", command: "npm run --silent lint" });
    expect(both.setup).toMatchObject({ kind: "command" });
    expect(both.baseSetup).toMatchObject({ kind: "none" });
  });

  it("of a manifest that cannot be read have no scripts", () => {
    expect(commands("node", { "package.json": "{" }).build.kind).toBe("none");
  });
});

describe("a filled command", () => {
  const facts = {
    report: "/out/report",
    presets: "/presets",
    testFiles: ["test/a b.test.js", "-x.js"],
    changedFiles: ["src/a.js", "README.md", "b.py"],
    dependencies: [{ name: "zod", range: "^4.0.0" }],
  };

  it.each([
    ["run {test_files}", "run 'test/a b.test.js' ./-x.js"],
    ["run --out={report} {presets}/x", "run --out=/out/report /presets/x"],
    ["check {changed_scripts}", "check src/a.js"],
    ["check {changed_python}", "check b.py"],
    ["npm install {dependencies}", "npm install 'zod@^4.0.0'"],
    ["uv add {python_dependencies}", "uv add 'zod^4.0.0'"],
    ["awk '{print}' {unknown}", "awk '{print}' {unknown}"],
  ])("%s is %s", (command, filled) => {
    expect(fillCommand(command, facts)).toBe(filled);
  });

  it("names Go packages, cargo targets and Java classes after files", () => {
    const of = (...testFiles: string[]) => ({ ...facts, testFiles });
    expect(fillCommand("{test_packages}", of("a/x_test.go", "a/y_test.go", "product/b"))).toBe("./a product/b");
    expect(fillCommand("{cargo_targets}", of("tests/out.rs", "src/a.rs", "src/b.rs"))).toBe("--test=out --lib");
    expect(fillCommand("{test_classes}", of("src/test/java/p/ATest.java", "BTest.java"))).toBe("ATest,BTest");
  });

  it.each(["it's", 'a"b', "$(id)", "`id`", "a;b", "a\nb", "ä", ""])("keeps %j one word of the shell", (word) => {
    const echoed = execFileSync("/bin/sh", ["-c", `printf %s ${quote(word)}`], { encoding: "utf8" });
    expect(echoed).toBe(word);
  });
});
