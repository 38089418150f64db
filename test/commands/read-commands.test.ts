import { describe, expect, it } from "vitest";
import { MAX_COMMANDS, MAX_COMMENT, readCommands } from "../../src/commands/read-commands.js";
import { commandsIn, onlyCommand, onlyRefusal, readingsOf } from "../support/commands.js";

const verbsIn = (body: string) => commandsIn(body).map(({ verb }) => verb);

describe("several commands in one comment", () => {
  it("are read in order", () => {
    expect(verbsIn("/factory pause\n\nBack on Monday.\n\n/factory status\n/factory help")).toEqual([
      "pause",
      "status",
      "help",
    ]);
  });

  it("are read once each, also when they are the same", () => {
    expect(verbsIn("/factory status\n/factory status")).toEqual(["status", "status"]);
  });

  it("are not read from one line: the second is not lost, the first is refused", () => {
    const refusal = onlyRefusal("/factory approve /factory status");
    expect(refusal.code).toBe("words-unexpected");
    expect(refusal.message).toContain("One command a line");
  });

  it("do not hide each other's mistakes", () => {
    const readings = readingsOf("/factory approve\n/factory undo\n/factory status");
    expect(readings.map(({ outcome }) => outcome.ok)).toEqual([true, false, true]);
  });

  it(`are at most ${MAX_COMMANDS}; one more and none is run`, () => {
    expect(verbsIn("/factory status\n".repeat(MAX_COMMANDS))).toHaveLength(MAX_COMMANDS);
    expect(readCommands("/factory status\n".repeat(MAX_COMMANDS + 1))).toMatchObject({
      ok: false,
      refusal: { code: "too-many-commands" },
    });
  });

  it("are not counted where they are only shown", () => {
    const shown = `\`\`\`\n${"/factory status\n".repeat(MAX_COMMANDS + 1)}\`\`\`\n`;
    expect(verbsIn(`${shown}/factory approve`)).toEqual(["approve"]);
  });
});

describe("the words of a command", () => {
  it("end with its line where it takes no more", () => {
    expect(onlyCommand("/factory budget 40\nAnd not a cent more.")).toEqual({ verb: "budget", usd: 40 });
  });

  it("go on to the end of the comment where reasons are given, lists, quotes and code included", () => {
    const reasons = "Too big:\n\n- no export\n\n> as agreed\n\n```ts\nlist();\n```\n\nThanks.";
    expect(onlyCommand(`Hello.\n/factory reject ${reasons}\n`)).toEqual({ verb: "reject", reasons });
  });

  it("may be one long paragraph", () => {
    const feedback = "Drop the `export`, and say *why* it went. ".repeat(80).trim();
    expect(onlyCommand(`/factory amend ${feedback}`)).toEqual({ verb: "amend", feedback });
  });

  it("may begin on the line below", () => {
    expect(onlyCommand("/factory amend\n\nDrop the export.")).toEqual({ verb: "amend", feedback: "Drop the export." });
  });

  it("end with the next command, known or not", () => {
    expect(commandsIn("/factory amend Drop the export.\n\nPlease.\n/factory status")).toEqual([
      { verb: "amend", feedback: "Drop the export.\n\nPlease." },
      { verb: "status" },
    ]);
    expect(commandsIn("/factory amend Drop it.\n/factory frobnicate")).toEqual([
      { verb: "amend", feedback: "Drop it." },
    ]);
  });

  it("do not end with a command that is only shown", () => {
    const feedback = "Explain this:\n\n```\n/factory status\n```\n\nin the README.";
    expect(onlyCommand(`/factory amend ${feedback}`)).toEqual({ verb: "amend", feedback });
  });

  it("have LF line ends, whatever the comment had", () => {
    expect(onlyCommand("/factory amend One.\r\nTwo.\rThree.\r\n")).toEqual({
      verb: "amend",
      feedback: "One.\nTwo.\nThree.",
    });
  });

  it("may mention another command in the middle of a line", () => {
    expect(onlyCommand("/factory reject see /factory help for more")).toMatchObject({
      reasons: "see /factory help for more",
    });
  });
});

describe("a comment that is too much", () => {
  it("is read up to GitHub's own limit", () => {
    const filled = `/factory status\n${`\n${"A line. ".repeat(20)}\n`.repeat(MAX_COMMENT / 160)}`;
    expect(verbsIn(filled.slice(0, MAX_COMMENT))).toEqual(["status"]);
    expect(readCommands(filled.slice(0, MAX_COMMENT + 1))).toMatchObject({
      ok: false,
      refusal: { code: "comment-too-long" },
    });
  });

  it("is refused as a whole when it cannot be read safely, and not when it has no command", () => {
    const deep = `${">".repeat(100)} x\n\n`;
    expect(readCommands(`${deep}/factory approve`)).toMatchObject({
      ok: false,
      refusal: { code: "comment-too-complex" },
    });
    expect(readingsOf(deep)).toEqual([]);
  });
});
