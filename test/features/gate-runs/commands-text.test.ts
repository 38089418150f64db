import { describe, expect, it } from "vitest";
import { commandsText } from "../../../src/features/gate-runs/commands-text.js";

const ran = (output: string, command = "node --check a.js") => {
  return commandsText([
    { name: "typecheck", command, status: "PASSED", required: true, exit_code: 0, duration_ms: 1, output },
  ]);
};

describe("the output of a run's commands", () => {
  it("is shown with the command, folded", () => {
    expect(ran("3 files are fine")).toContain("node --check a.js");
    expect(ran("3 files are fine")).toContain("```\n3 files are fine\n```");
  });

  it.each(["", "\n"])("is marked as empty instead of an empty box", (output) => {
    expect(ran(output)).toContain("It printed nothing.");
    expect(ran(output)).not.toContain("```");
  });

  it("has no command if none ran", () => {
    expect(ran("", "")).toContain("</summary>\n\nIt printed nothing.");
  });
});
