import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runReplay } from "../../src/cli/replay/run-replay.js";
import { runStatus } from "../../src/cli/status/run-status.js";
import { StoredEvents, StoredState } from "../../src/engine/state-versions.js";
import { printed } from "../support/printed.js";

/** The state branch of the demo's product, as the first version of the state wrote it: 127 commits. */
const BUNDLE = resolve("fixtures/replay/state-v1.bundle");

let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "state-v1-"));
  folder = join(root, "product");
  execFileSync("git", ["clone", "--quiet", "--branch", "factory/state", BUNDLE, folder]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("a state branch of the first version", () => {
  it("is replayed to the state that it holds", async () => {
    const { exit, out, err } = await printed(() => runReplay([folder]));
    expect({ exit, err }).toEqual({ exit: 0, err: "" });
    expect(out).toContain("127 commits");
  });

  it("is shown by the status command", async () => {
    const { exit, out } = await printed(() => runStatus([folder]));
    expect(exit).toBe(0);
    expect(out).toContain("4 of 4 tasks shipped");
  });
});

describe("a file of the first version", () => {
  it("has its pending comments under their new name", () => {
    const text = execFileSync("git", ["-C", folder, "show", "HEAD:.factory/state.yml"], { encoding: "utf8" });
    expect(text).toContain("schema_version: 1");
    expect(text).toContain("owed:");
  });

  it("has its events under their new kinds", () => {
    const note = { key: "k", issue: 3, body: "b", answers: null };
    const old = [{ kind: "hand-noticed", at: "2026-03-01T10:00:00Z", note }];
    expect(StoredEvents.parse(old)).toEqual([{ ...old[0], kind: "manual-change-detected" }]);
  });

  it("is not taken for one of this version where it is broken", () => {
    expect(StoredState.safeParse({ schema_version: 1, inbox: { owed: 3 } }).success).toBe(false);
    expect(StoredState.safeParse({ schema_version: 4 }).success).toBe(false);
  });
});
