import { describe, expect, it } from "vitest";
import { allCommands, commandRow } from "../../src/commands/all-commands.js";
import { Where } from "../../src/commands/define-command.js";
import { commandHelp, helpFor, helpText, whatFollows } from "../../src/commands/help.js";
import { parseMarkdown } from "../../src/commands/markdown/parse-markdown.js";
import { MAX_COMMENT } from "../../src/commands/read-commands.js";
import { commandsIn, onlyCommand, readingsOf } from "../support/commands.js";

const COMMANDS = allCommands();

describe("help", () => {
  it("knows every command once, grouped by where it applies", () => {
    const rows = commandHelp();
    expect(rows.map(({ verb }) => verb).sort()).toEqual(COMMANDS.map(({ verb }) => verb).sort());
    const groups = rows.map(({ where }) => Where.options.indexOf(where));
    expect(groups).toEqual([...groups].sort((a, b) => a - b));
  });

  it("has the same words as the table", () => {
    for (const row of commandHelp()) expect(commandRow(row.verb)).toMatchObject(row);
  });

  it("is one heading and one table a group, with a line for every command", () => {
    const { children } = parseMarkdown(helpText());
    expect(children.filter(({ type }) => type === "heading")).toHaveLength(Where.options.length);
    const tables = children.filter((node) => node.type === "table");
    expect(tables.map((table) => table.children.length - 1)).toEqual(
      Where.options.map((where) => COMMANDS.filter((row) => row.where === where).length),
    );
    for (const table of tables) for (const row of table.children) expect(row.children).toHaveLength(3);
    for (const row of COMMANDS) {
      expect(helpText()).toContain(`| \`${row.usage}\` | ${row.summary} | ${whatFollows(row)} |`);
    }
  });

  it("fits into a comment and is no command itself", () => {
    expect(helpText().length).toBeLessThan(MAX_COMMENT / 4);
    expect(readingsOf(helpText())).toEqual([]);
  });

  it("says what every command must obey", () => {
    for (const words of ["start of a line", "quote or code", "edited comment", "review thread", "`yaml` block"]) {
      expect(helpText()).toContain(words);
    }
  });

  it.each(COMMANDS.map(({ verb }) => verb))(
    "of %s shows usage, effect and an example to copy, and gives no command",
    (verb) => {
      const text = helpFor(verb);
      const { usage, summary, effect, also = "", example } = commandRow(verb);
      for (const words of [usage, summary, effect, also, "write permission"]) expect(text).toContain(words);
      expect(commandsIn(text)).toEqual([]);
      const code = parseMarkdown(text).children.find((node) => node.type === "code");
      expect(code?.value).toBe(example);
      expect(onlyCommand(code?.value ?? "").verb).toBe(verb);
    },
  );
});
