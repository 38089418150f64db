import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { hideOthers, makeBarePath } from "../../.github/scripts/fresh-clone/bare-programs.js";

const VITEST = "node_modules/vitest/vitest.mjs";
/** A small file, one test of which needs no database. */
const TESTS = "test/server/queue/open-boss.test.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "bare-"));
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("a PATH of a bare machine", () => {
  it("leads to Node, npm, git and a shell, to what is asked for, and to nothing that is not named", () => {
    const folder = join(root, "some");
    writeFileSync(join(root, "extra"), "#!/bin/sh\n", { mode: 0o755 });
    vi.stubEnv("PATH", `${process.env.PATH}:${root}`);
    const names = makeBarePath(folder, ["extra", "no-such-program"]);
    expect(names).toEqual(expect.arrayContaining(["node", "npm", "git", "sh", "extra"]));
    expect(readdirSync(folder).sort()).toEqual([...names].sort());
    for (const hidden of ["bwrap", "chromium", "psql", "script", "go", "cargo", "python3", "mvn", "unshare"])
      expect(names).not.toContain(hidden);
  });

  it("is taken for the folders of programs as well, where a wall can be built", () => {
    const args = hideOthers(["node", "sh"]);
    expect(args.slice(0, 2)).toEqual(["--tmpfs", expect.stringMatching(/\/bin$/)]);
    expect(args).toEqual(expect.arrayContaining([expect.stringMatching(/\/sh$/)]));
    expect(args.filter((arg) => /\/(bwrap|git)$/.test(arg))).toEqual([]);
  });
});

describe("tests on a bare machine", () => {
  const run = (env: Readonly<Record<string, string>>) => {
    const path = mkdtempSync(join(root, "path-"));
    makeBarePath(join(path, "bin"), []);
    return spawnSync(process.execPath, [VITEST, "run", TESTS], {
      encoding: "utf8",
      env: { PATH: join(path, "bin"), HOME: root, TMPDIR: root, NO_COLOR: "1", ...env },
    });
  };

  it("are skipped when they need more, by name, and with the package that brings it", () => {
    const { status, stdout } = run({});
    expect(stdout).toMatch(/Tests {2}1 passed \| 2 skipped \(3\)/);
    expect(stdout).toMatch(
      /2 tests skipped for want of a program:\n {2}2 tests need PostgreSQL \(apt-get install postgresql\)\n {4}test\/server\/queue\/open-boss\.test\.ts > the queue's tables \(2\)\n$/,
    );
    expect(status).toBe(0);
  });

  it("fail when the program has to be there", () => {
    const { status, stderr } = run({ FACTORY_REQUIRE_PROGRAMS: "postgresql" });
    expect(stderr).toContain("asks for what is not here: PostgreSQL (apt-get install postgresql)");
    expect(status).toBe(1);
  });
});
