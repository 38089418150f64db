import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { commandHelp, helpText, roomFor } from "../../src/cli/help.js";
import { COMPILED_CLI } from "../support/compiled-cli.js";

const factory = (...args: string[]) => spawnSync(process.execPath, [COMPILED_CLI, ...args], { encoding: "utf8" });
const longest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

describe("help", () => {
  it.each([80, 100])("keeps within a terminal of %i columns, and below its own column", (columns) => {
    for (const text of [helpText(COMMANDS, columns), ...COMMANDS.map((command) => commandHelp(command, columns))]) {
      expect(longest(text)).toBeLessThanOrEqual(columns);
    }
    expect(helpText(COMMANDS, 80)).toContain("\n                  keyless, with a recorded model.\n");
  });

  it("loses no word to that", () => {
    const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");
    for (const command of COMMANDS) {
      expect(words(commandHelp(command, 70))).toEqual(words(commandHelp(command, 10_000)));
      expect(commandHelp(command, 10_000)).toContain(`Usage: ${command.usage}\n`);
    }
  });

  it("takes the terminal's room, between what is too narrow and what is too wide to read", () => {
    expect([undefined, 20, 80, 300].map((columns) => roomFor(columns === undefined ? {} : { columns }))).toEqual([
      100, 60, 80, 100,
    ]);
  });

  it("is there for help itself", () => {
    expect(factory("help", "help")).toMatchObject({ status: 0, stdout: helpText(COMMANDS, 100) });
  });

  it("names what there is where something else was asked for, in one line", () => {
    const { status, stderr, stdout } = factory("gate");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trim().split("\n")).toEqual([
      'factory: there is no command "gate". There are demo, sandbox, gates, status, trace, replay, reindex, doctor, conform; `factory help` says what each does.',
    ]);
  });
});
