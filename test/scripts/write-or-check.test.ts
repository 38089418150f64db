import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeOrCheck } from "../../.github/scripts/write-or-check.js";

const FILES = new Map([
  ["deep/one.txt", Buffer.from("one")],
  ["two.txt", Buffer.from("two")],
]);

describe("files that a script makes", () => {
  let root: string;
  const printed = { log: vi.spyOn(console, "log"), error: vi.spyOn(console, "error") };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "write-or-check-"));
    for (const spy of Object.values(printed)) spy.mockReset().mockImplementation(() => {});
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const run = (check: boolean) => writeOrCheck(FILES, { command: "npm run make", root, check });

  it("are written, and found as they were written", async () => {
    expect(await run(false)).toBe(0);
    expect(readFileSync(join(root, "deep/one.txt"), "utf8")).toBe("one");
    expect(await run(true)).toBe(0);
    expect(printed.error).not.toHaveBeenCalled();
  });

  it("are stale when they are missing or another's, and a check writes nothing", async () => {
    await run(false);
    rmSync(join(root, "deep"), { recursive: true });
    writeFileSync(join(root, "two.txt"), "too");
    expect(await run(true)).toBe(1);
    expect(printed.error.mock.calls).toEqual([
      ["deep/one.txt is stale: run `npm run make` and commit the result"],
      ["two.txt is stale: run `npm run make` and commit the result"],
    ]);
    expect(readFileSync(join(root, "two.txt"), "utf8")).toBe("too");
  });
});
