import { describe, expect, it } from "vitest";
import { parseWorkflowCommand } from "../../../../src/sandbox/runner/log/workflow-command.js";

describe("a workflow command", () => {
  it.each([
    ["::error::boom", "error", {}, "boom"],
    ["  ::notice::indented", "notice", {}, "indented"],
    ["::ERROR::boom", "error", {}, "boom"],
    [
      "::warning file=a.ts,line=3,endLine=4,col=5::w",
      "warning",
      { file: "a.ts", line: "3", endline: "4", col: "5" },
      "w",
    ],
    ["::error title=a%3Ab%2Cc::x%0Ay%25z%0D", "error", { title: "a:b,c" }, "x\ny%z\r"],
    // Data keeps what only a property escapes.
    ["::error::100%3A", "error", {}, "100%3A"],
    ["::group::a::b", "group", {}, "a::b"],
    ["::endgroup::", "endgroup", {}, ""],
    ["::error file=,line::x", "error", { file: "" }, "x"],
  ])("%s", (line, name, properties, data) => {
    expect(parseWorkflowCommand(line)).toEqual({ name, properties, data });
  });

  it.each(["plain", "a ::error::b", "::error:b", ":: ::x", "", "::", "::::"])("%j is none", (line) => {
    expect(parseWorkflowCommand(line)).toBeUndefined();
  });
});
