import { describe, expect, it } from "vitest";
import { parseStat, runningProcesses, startEnvironment } from "../../../../src/sandbox/runner/process/process-table.js";

describe("the process table", () => {
  it.each([
    ["12 (bash) S 1 10 9 0", [{ pid: 12, name: "bash", group: 10, session: 9 }]],
    ["12 (a) S 9 9 (b) R 1 10 9 0", [{ pid: 12, name: "a) S 9 9 (b", group: 10, session: 9 }]],
    ["12 (bash) Z 1 10 9 0", []],
    ["12 (bash) X 1 10 9 0", []],
    ["", []],
    ["nonsense", []],
  ])("reads %j", (stat, processes) => {
    expect(parseStat(stat)).toEqual(processes);
  });

  it("knows this process", () => {
    expect(runningProcesses()?.map(({ pid }) => pid)).toContain(process.pid);
  });

  it("has no environment for a process that does not exist", () => {
    expect(startEnvironment(0)).toEqual([""]);
  });
});
