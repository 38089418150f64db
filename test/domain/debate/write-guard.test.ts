import { describe, expect, it } from "vitest";
import { guardReviewer, isWriteAttempt } from "../../../src/domain/debate/write-guard.js";

const bash = (command: string) => ({ name: "bash", input: { command } });

describe("a write attempt", () => {
  it.each([
    "write",
    "edit",
    "delete",
    "write_file",
    "fs.write",
    "str_replace_based_edit_tool",
    "applyPatch",
    "Write",
    "create-file",
    "git_commit",
    "move",
  ])("is the tool %s", (name) => {
    expect(isWriteAttempt({ name, input: {} })).toBe(true);
  });

  it.each([
    "read",
    "list",
    "grep",
    "glob",
    "search_code_index",
    "rewritten_view",
    "raise_interface_change_exception",
    "credit",
  ])("is not the tool %s", (name) => {
    expect(isWriteAttempt({ name, input: { command: "rm -rf / > x" } })).toBe(false);
  });

  it.each([
    "echo x > a",
    "echo x >> a",
    "cat a | tee b",
    "sed -i s/a/b/ f",
    "sed -ni p f",
    "sed --in-place s/a/b/ f",
    "mv a b",
    "cp a b",
    "rm a",
    "touch a",
    "git commit -m x",
    "git  push",
    "mkdir d",
  ])("is the shell command %j", (command) => {
    expect(isWriteAttempt(bash(command))).toBe(true);
  });

  it.each(["cat a", "ls -la", "grep -rn mv_count src", "sed -n 1,5p f", "git log", "git diff", "rg teepee"])(
    "is not the shell command %j",
    (command) => {
      expect(isWriteAttempt(bash(command))).toBe(false);
    },
  );

  it("is found however deep the command lies, and in every shell", () => {
    expect(isWriteAttempt({ name: "run_shell", input: [{ args: ["-c", "rm a"] }] })).toBe(true);
    expect(isWriteAttempt({ name: "exec", input: "rm a" })).toBe(true);
    expect(isWriteAttempt({ name: "exec", input: null })).toBe(false);
    expect(isWriteAttempt({ name: "exec", input: 7 })).toBe(false);
  });
});

describe("a reviewer", () => {
  it("that only reads is heard, however often it was discarded", () => {
    expect(guardReviewer([], 0)).toEqual({ next: "accept" });
    expect(guardReviewer([bash("cat a"), { name: "read", input: {} }], 1)).toEqual({ next: "accept" });
  });

  it("that writes is discarded and asked once more, then escalated", () => {
    const calls = [{ name: "read", input: {} }, { name: "edit", input: {} }, bash("rm a")];
    expect(guardReviewer(calls, 0)).toEqual({ next: "discard-and-ask-again", attempted: ["edit", "bash"] });
    expect(guardReviewer(calls, 1)).toEqual({ next: "escalate", cause: "write-attempt", attempted: ["edit", "bash"] });
  });
});
