import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { COMMANDS as CLI } from "../../src/cli/commands.js";
import { COMMANDS } from "../../src/commands/command-table.js";
import { readCommands } from "../../src/commands/read-commands.js";

const README = readFileSync("README.md", "utf8");
const DOCUMENTS = [
  README,
  readFileSync(".github/CONTRIBUTING.md", "utf8"),
  readFileSync(".github/ARCHITECTURE.md", "utf8"),
];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));
const TSX = "node_modules/tsx/dist/cli.mjs";

const factory = (...args: string[]) =>
  spawnSync(process.execPath, [TSX, "src/cli.ts", ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NO_COLOR: "1" },
  });

describe("what the documentation tells to run", () => {
  it("are scripts that exist", () => {
    const named = DOCUMENTS.flatMap((text) => [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("are subcommands that exist, each of which is told of", () => {
    const named = [...README.matchAll(/npx factory (\w+)/g)].map(([, name = ""]) => name);
    const known = CLI.map(({ name }) => name);
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

describe("an example of the command reference", () => {
  it.each(COMMANDS.map(({ verb, example }) => ({ verb, example })))("for $verb is accepted", ({ verb, example }) => {
    const read = readCommands(example);
    expect(read).toMatchObject({ ok: true, value: [{ outcome: { ok: true, value: { verb } } }] });
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

  it.each([
    [["nonsense"], "there is no command"],
    [["gates"], "--plan"],
    [["doctor", "owner/name"], "APP_ID"],
    [["demo", "--nonsense"], "--nonsense"],
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
