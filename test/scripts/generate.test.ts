import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPT = resolve(".github/scripts/generate.ts");
const TSX = resolve("node_modules/tsx/dist/cli.mjs");

describe("npm run generate", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "generate-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  // The bundle of the action and the references take seconds each, and have checks of their own.
  const generate = (...options: string[]) =>
    spawnSync(process.execPath, [TSX, SCRIPT, ...options, ".github/config", "action/README.md"], {
      cwd: folder,
      encoding: "utf8",
    });

  it("writes what is checked in, and checks it", () => {
    const missing = generate("--check");
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain(".github/config.schema.json is stale");

    expect(generate().status).toBe(0);
    expect(readFileSync(join(folder, "action/README.md"), "utf8")).toBe(readFileSync("action/README.md", "utf8"));
    const written = join(folder, ".github/config.schema.json");
    expect(readFileSync(written, "utf8")).toBe(readFileSync(".github/config.schema.json", "utf8"));
    expect(generate("--check").status).toBe(0);

    writeFileSync(written, "{}");
    expect(generate("--check").status).toBe(1);
    expect(readFileSync(written, "utf8")).toBe("{}");
  });

  it("finds the references as the code would write them", () => {
    const checked = spawnSync(process.execPath, [TSX, SCRIPT, "--check", ".github/reference/"], { encoding: "utf8" });
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
  });
});
