import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { type GatesConfig, PresetName } from "../../../src/domain/config/gates-config.js";
import { choosePreset } from "../../../src/gates/presets/detect-preset.js";
import { fillCommand, quote, shownCommand } from "../../../src/gates/presets/fill-command.js";
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

describe("the canaries", () => {
  const texts = presets
    .flatMap(({ runners }) => runners.map(({ canary }) => canary))
    .flatMap((canary) => (canary.kind === "file" ? [canary.text] : [canary.module, canary.script ?? canary.module]));

  it("are what the presets name, and each has a place for its name", () => {
    const folder = join(PRESETS_FOLDER, "canaries");
    const inFiles = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(new Set(texts)).toEqual(new Set(inFiles));
    for (const text of texts) expect(text).toContain("{canary}");
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
    [{ devDependencies: { mocha: "12", chai: "6" } }, "mocha"],
    [{ devDependencies: { tape: "5" } }, "tape"],
    [{ devDependencies: { mocha: "12", vitest: "4" } }, "vitest"],
    [{ dependencies: { vitest: "4" } }, "vitest"],
  ])("package.json with %j is tested by %s", (content, runner) => {
    expect(commands("node", packageJson(content)).runner.name).toBe(runner);
  });

  it.each(["node", "typescript"])(
    "of %s lint by ESLint 8 and 9 alike: scripts only, and nothing without any",
    (name) => {
      const { lint } = commands(name, packageJson({ devDependencies: { eslint: "8" } }));
      if (lint.kind === "none") throw new TypeError(lint.reason);
      const given = (changedFiles: string[]) =>
        fillCommand(lint.command, { report: "", presets: "", testFiles: [], changedFiles, dependencies: [] });
      const lints = (changed: string[]) =>
        execFileSync("/bin/sh", ["-c", `npx() { echo "$@"; }\n${given(changed)}`], { encoding: "utf8" }).trim();
      expect(lints(["README.md", "src/a b.ts"])).toBe("--no-install eslint --no-error-on-unmatched-pattern src/a b.ts");
      expect(lints(["README.md"])).toBe("");
    },
  );

  it.each(["setup", "resolve"] as const)("bring uv for the %s of a uv.lock, or say that it is missing", (step) => {
    const found = commands("python", { "pyproject.toml": "", "uv.lock": "" })[step];
    if (found.kind === "none") throw new TypeError(found.reason);
    const home = mkdtempSync(join(tmpdir(), "factory-uv-"));
    const run = (python3: string) => {
      const script = `uv() { echo "uv $@"; }\npython3() { ${python3}; }\n${found.command.replace("command -v uv", "test -d $HOME/uv")}`;
      return spawnSync("/bin/sh", ["-c", script], { encoding: "utf8", env: { HOME: home, PATH: "/usr/bin:/bin" } });
    };
    expect(run("false")).toMatchObject({ status: 1, stderr: expect.stringContaining("uv.lock needs uv") });
    const pip = 'mkdir -p "$HOME/uv/bin" && printf "#!/bin/sh\\n" > "$HOME/uv/bin/pip" && chmod +x "$HOME/uv/bin/pip"';
    expect(run(pip)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^uv (?:sync --frozen|add --no-sync)/) });
    rmSync(home, { recursive: true });
  });

  it.each([
    ["[tool.ruff]\nline-length = 100\n", "lint", "ruff check"],
    ["[tool.ruff.lint]\nselect = []\n", "lint", "ruff check"],
    ["[tool.mypy]\nstrict = true\n", "typecheck", "mypy ."],
    ['[project]\ndependencies = [\n  "requests>=2",\n]\n', "setup", "pip"],
    ['[dependency-groups]\ndev = ["pytest"]\n', "setup", "pip"],
  ] as const)("of Python read pyproject.toml: %j has %s by %s", (text, step, words) => {
    const found = commands("python", { "pyproject.toml": text })[step];
    expect(found).toMatchObject({ kind: "command", command: expect.stringContaining(words) });
  });

  it("of Python install nothing and lint nothing where pyproject.toml asks for neither", () => {
    const { setup, lint } = commands("python", { "pyproject.toml": '[project]\nname = "x"\ndependencies = []\n' });
    expect([setup.kind, lint.kind]).toEqual(["none", "none"]);
  });

  it("of Python install what pyproject.toml declares, and pytest, without building the project", {
    tags: ["python"],
  }, () => {
    const text =
      '[project]\ndependencies = [\n  "requests>=2",\n]\n[project.optional-dependencies]\ntest = ["httpx"]\n';
    const { setup } = commands("python", { "pyproject.toml": text });
    if (setup.kind === "none") throw new TypeError(setup.reason);
    const home = mkdtempSync(join(tmpdir(), "factory-pip-"));
    writeFileSync(join(home, "pyproject.toml"), text);
    const script = setup.command
      .replace('python3 -m venv "$HOME/venv"', "true")
      .replace('"$HOME/venv/bin/pip"', "echo");
    const run = spawnSync("/bin/sh", ["-c", script], {
      encoding: "utf8",
      cwd: home,
      env: { ...process.env, HOME: home },
    });
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("--only-binary=:all: -r") });
    expect(readFileSync(join(home, "requirements.txt"), "utf8")).toBe("pytest\nrequests>=2\nhttpx\n");
    rmSync(home, { recursive: true });
  });

  it.each([
    [undefined, { format: "node-test", report: "stdout" }],
    ["npx tap --reporter=tap", { format: "tap", report: "stdout" }],
    ["npx tap --reporter=tap > {report}", { format: "tap", report: "{report}" }],
  ] as const)("read the report of %s as the override says", (command, read) => {
    const override = command === undefined ? { required: true } : { command, format: "tap" as const };
    const { test, runner } = commands("node", packageJson({}), { overrides: [{ name: "test", ...override }] });
    expect(test).toMatchObject(read);
    expect(runner.format).toBe("node-test");
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

  it.each([
    ["rust", { name: "coverage", required: true, threshold: 80 }, { required: true }],
    ["rust", { name: "coverage", threshold: 80 }, { required: false }],
    ["node", { name: "lint", required: true }, { required: true }],
    ["node", { name: "build", required: true }, { required: true }],
  ] as const)("of %s remember that %j was asked for where there is no command", (name, override, asked) => {
    const steps = commands(name, packageJson({}), { overrides: [override] });
    expect(steps[override.name]).toMatchObject({ kind: "none", asked });
  });

  it.each([
    { name: "lint", required: false },
    { name: "setup", required: true },
  ] as const)("do not owe a step for %j", (override) => {
    const texts = { "package.json": "{}" };
    expect(commands("node", texts, { overrides: [override] })[override.name]).not.toHaveProperty("asked");
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
    changedFiles: ["src/a.js", "src/view.jsx", "README.md", "b.py"],
    dependencies: [{ name: "zod", range: "^4.0.0" }],
  };

  it.each([
    ["run {test_files}", "run 'test/a b.test.js' ./-x.js"],
    ["run --out={report} {presets}/x", "run --out=/out/report /presets/x"],
    ["check {changed_scripts}", "check src/a.js"],
    ["lint {changed_sources}", "lint src/a.js src/view.jsx"],
    ["check {changed_python}", "check b.py"],
    ["npm install {dependencies}", "npm install 'zod@^4.0.0'"],
    ["uv add {python_dependencies}", "uv add 'zod^4.0.0'"],
    ["awk '{print}' {unknown}", "awk '{print}' {unknown}"],
  ])("%s is %s", (command, filled) => {
    expect(fillCommand(command, facts)).toBe(filled);
  });

  it("is shown with the files it is about, and without the places of one run", () => {
    expect(shownCommand("run {presets}/x --out={report} {test_files}", facts)).toBe(
      "run gate-presets/x --out=report 'test/a b.test.js' ./-x.js",
    );
  });

  it("names Go packages and Java classes after files", () => {
    const of = (...testFiles: string[]) => ({ ...facts, testFiles });
    expect(fillCommand("{test_packages}", of("a/x_test.go", "a/y_test.go", "product/b"))).toBe("./a product/b");
    expect(fillCommand("{test_classes}", of("src/test/java/p/ATest.java", "BTest.java"))).toBe("ATest,BTest");
  });

  it.each([
    ["a library", ["tests/out.rs", "src/a.rs", "src/b.rs"], ["Cargo.toml", "src/lib.rs"], "--test=out --lib"],
    ["a binary", ["src/cart.rs"], ["Cargo.toml", "src/main.rs"], "--bins"],
    ["both", ["src/cart.rs"], ["Cargo.toml", "src/main.rs", "src/lib.rs"], "--lib --bins"],
    ["a second binary", ["src/bin/tool.rs"], ["Cargo.toml", "src/lib.rs"], "--bin=tool"],
    ["a folder of tests", ["tests/cart/main.rs", "tests/cart/sum.rs"], ["Cargo.toml"], "--test=cart"],
    [
      "a member of a workspace",
      ["crates/x/tests/y.rs"],
      ["Cargo.toml", "crates/x/Cargo.toml"],
      "--manifest-path=crates/x/Cargo.toml --test=y",
    ],
    ["two members", ["a/tests/y.rs", "b/tests/y.rs"], ["Cargo.toml", "a/Cargo.toml", "b/Cargo.toml"], ""],
    ["code that tests share", ["tests/common/mod.rs"], ["Cargo.toml"], ""],
  ])("names the cargo targets of %s", (_, testFiles, others, filled) => {
    expect(fillCommand("{cargo_targets}", { ...facts, testFiles, ownFiles: [...others, ...testFiles] })).toBe(filled);
  });

  it("names no cargo target for what is not in the repository, so that everything runs", () => {
    expect(fillCommand("{cargo_targets}", { ...facts, testFiles: ["product"], ownFiles: ["Cargo.toml"] })).toBe("");
  });

  it.each(["it's", 'a"b', "$(id)", "`id`", "a;b", "a\nb", "ä", ""])("keeps %j one word of the shell", (word) => {
    const echoed = execFileSync("/bin/sh", ["-c", `printf %s ${quote(word)}`], { encoding: "utf8" });
    expect(echoed).toBe(word);
  });
});
