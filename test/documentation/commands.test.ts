import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { COMMANDS as CLI } from "../../src/cli/commands.js";
import { allCommands } from "../../src/commands/all-commands.js";
import { readCommands } from "../../src/commands/read-commands.js";
import { orThrow } from "../../src/domain/refusal.js";
import { readYaml } from "../../src/yaml/yaml.js";
import { COMPILED_CLI } from "../support/compiled-cli.js";
import { PROOFS } from "./proofs.js";

const COMMANDS = allCommands();

const README = readFileSync("README.md", "utf8");
const DOCUMENTS = [
  README,
  ...[
    ".github/CONTRIBUTING.md",
    ".github/ARCHITECTURE.md",
    ".github/SECURITY.md",
    ".github/PULL_REQUEST_TEMPLATE.md",
    ".github/reference/operate.md",
    ".github/reference/troubleshooting.md",
    "action/README.md",
    ".env.example",
  ].map((file) => readFileSync(file, "utf8")),
];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

const factory = (...args: string[]) =>
  spawnSync(process.execPath, [COMPILED_CLI, ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), NO_COLOR: "1" },
  });

describe("what the documentation tells to run", () => {
  it("are scripts that exist", () => {
    const named = DOCUMENTS.flatMap((text) => [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("are subcommands that exist, each of which is told of", () => {
    const named = [...README.matchAll(/npx factory (\w+)/g)].map(([, name = ""]) => name);
    const known = [...CLI.map(({ name }) => name), "help"];
    expect(new Set(named)).toEqual(new Set(known));
  });

  it("are slash commands that exist", () => {
    const cells = README.split("## What you say")[1]?.split("\n## ")[0] ?? "";
    const said = [...cells.matchAll(/`(?:\/factory )?([a-z]+(?:-[a-z]+)?(?: [a-z]+)?)(?: <\w+>)?`/g)].map(
      ([, verb = ""]) => verb,
    );
    const verbs = new Set<string>(COMMANDS.map(({ verb }) => verb));
    expect(said.filter((verb) => !verbs.has(verb) && verb !== "approvers")).toEqual([]);
    expect([...verbs].filter((verb) => !said.includes(verb))).toEqual([]);
  });
});

describe("every command line that the documentation tells to type", () => {
  const blocks = DOCUMENTS.flatMap((text) => [...text.matchAll(/```(?:bash|text)\n([\s\S]*?)```/g)])
    .flatMap(([, block = ""]) => block.split("\n"))
    .map((line) => line.replace(/\s+#.*$/, "").replace(/^(npx factory .*?) {2,}.*$/, "$1"))
    .map((line) => line.trim());
  // Also those behind a `#`, and in the comments of .env.example. What follows a script's name there is how to steer it.
  const inSentences = DOCUMENTS.flatMap((text) => [
    ...text.matchAll(/`((?:npx factory|npm (?:ci|test|run)|node|docker|git push)\b[^`\n]*)`/g),
  ]).map(([, line = ""]) => line);
  const lines = [...blocks, ...inSentences].filter((line) => line !== "");

  it("is proved somewhere, and nothing else is", () => {
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => PROOFS[line] === undefined)).toEqual([]);
    expect(Object.keys(PROOFS).filter((line) => !lines.includes(line))).toEqual([]);
  });

  it.each(Object.entries(PROOFS))("%s is run where it is said to be", (_line, proof) => {
    switch (proof.kind) {
      case "test": {
        expect(proof.file).toMatch(/^test\/.*\.test\.ts$/);
        const text = readFileSync(proof.file, "utf8");
        expect(text).toContain(`"${proof.title}"`);
        return expect(text).toContain(proof.words);
      }
      case "ci-run":
        return expect(readFileSync(".ci/run", "utf8").split("\n")).toEqual(expect.arrayContaining([...proof.lines]));
      case "workflow":
        return expect(workflowSteps()).toContain(proof.step);
      case "by-hand":
        expect(proof.why).not.toBe("");
        return expect(existsSync(proof.nearest)).toBe(true);
      default:
        return proof satisfies never;
    }
  });
});

/** Every command of ci.yml that is run without a condition. */
function workflowSteps(): string[] {
  const Workflow = z.object({
    jobs: z.record(z.string(), z.object({ steps: z.array(z.looseObject({ run: z.string().optional() })) })),
  });
  const { jobs } = orThrow(readYaml("ci.yml", readFileSync(".github/workflows/ci.yml", "utf8"), Workflow));
  return Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run, ...step }) => (run === undefined || "if" in step ? [] : [run])),
  );
}

describe("an example of the command reference", () => {
  it.each(COMMANDS.map(({ verb, example }) => ({ verb, example })))("for $verb is accepted", ({ verb, example }) => {
    const read = readCommands(example);
    expect(read).toMatchObject({ ok: true, value: [{ outcome: { ok: true, value: { command: { verb } } } }] });
  });
});

describe("a command of the documentation that needs nothing", () => {
  it("factory help lists every subcommand", () => {
    const { status, stdout } = factory("help");
    expect(status).toBe(0);
    for (const { name } of CLI) expect(stdout).toContain(`  ${name} `);
  });

  it.each(CLI.map(({ name }) => name))("factory %s --help shows its usage", (name) => {
    const { status, stdout } = factory(name, "--help");
    expect(status).toBe(0);
    expect(stdout).toContain(`factory ${name}`);
  });

  it("factory help demo shows the same as factory demo --help", () => {
    expect(factory("help", "demo").stdout).toBe(factory("demo", "--help").stdout);
  });

  it.each(CLI.map((command) => [command.name, command] as const))(
    "factory %s takes every flag of its usage, each explained",
    (_name, { usage, flags }) => {
      const used = [...usage.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
      const explained = flags.map(([flag]) => flag.split(" ")[0]).filter((flag) => flag?.startsWith("--"));
      expect(new Set(explained)).toEqual(new Set(used));
    },
  );

  it.each([
    [["nonsense"], "there is no command"],
    [["gates"], "--plan"],
    [["doctor", "owner/name"], "APP_ID"],
    [["demo", "--nonsense"], "--nonsense"],
    [["status", tmpdir()], "Name a clone of the product's repository"],
    [["replay", "a/b/c"], "Name one of these"],
  ])("factory %j could not run as asked: exit code 2, and why", (args, why) => {
    const { status, stderr } = factory(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(why);
  });

  it("factory replay in this repository says that there is no state branch", () => {
    const { status, stdout, stderr } = factory("replay", ".");
    expect(status).toBe(1);
    expect(stdout + stderr).toContain("factory/state");
  });
});
