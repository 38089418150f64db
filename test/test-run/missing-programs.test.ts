import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findOnPath } from "../support/programs/find-on-path.js";
import { findPostgresql } from "../support/programs/find-postgresql.js";
import { howToGet, missingPrograms, refuseMissing, requiredPrograms } from "../support/programs/missing-programs.js";
import { findChromium, PROGRAM_NAMES } from "../support/programs/program-table.js";
import { describeSkipped } from "../support/programs/skipped-tests.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "programs-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string): string {
  const file = join(folder, name);
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o755);
  return file;
}

describe("a program", () => {
  it("is found in a folder of PATH, the first name first", () => {
    const [first, second] = [program("first"), program("second")];
    vi.stubEnv("PATH", `/nonexistent::${folder}`);
    expect(findOnPath("second")).toBe(second);
    expect(findOnPath("missing", "first", "second")).toBe(first);
  });

  it("is not found when it is a folder, or a file that cannot be run", () => {
    mkdirSync(join(folder, "folder"));
    chmodSync(program("text"), 0o644);
    vi.stubEnv("PATH", folder);
    expect(findOnPath("folder", "text")).toBeUndefined();
  });

  it("is not found anywhere else: an empty PATH hides every one of the table", async () => {
    vi.stubEnv("CHROMIUM", undefined);
    vi.stubEnv("PATH", folder);
    expect(await missingPrograms()).toEqual(PROGRAM_NAMES);
  });

  it("that CHROMIUM names counts, when it is there", () => {
    vi.stubEnv("PATH", "");
    vi.stubEnv("CHROMIUM", join(folder, "browser"));
    expect(findChromium()).toBeUndefined();
    const browser = program("browser");
    expect(findChromium()).toBe(browser);
  });

  it("of PostgreSQL's needs its neighbours", () => {
    vi.stubEnv("PATH", folder);
    program("initdb");
    expect(findPostgresql()).toBeUndefined();
  });
});

describe("FACTORY_REQUIRE_PROGRAMS", () => {
  it("asks for nothing when it is not set, for everything, or for what it names", () => {
    expect(requiredPrograms(undefined)).toEqual([]);
    expect(requiredPrograms("")).toEqual([]);
    expect(requiredPrograms("all")).toEqual(PROGRAM_NAMES);
    expect(requiredPrograms("chromium, go")).toEqual(["chromium", "go"]);
    expect(() => requiredPrograms("chrome")).toThrow("chrome is no program that tests need");
  });

  it("turns what is missing into an error that says what to install", () => {
    expect(() => refuseMissing(["go"], [])).not.toThrow();
    expect(() => refuseMissing(["go"], ["chromium"])).not.toThrow();
    expect(() => refuseMissing(["go", "rust", "chromium"], ["chromium", "rust"])).toThrow(
      "not here: Rust with rustfmt (apt-get install cargo rustfmt); Chromium (apt-get install chromium)",
    );
  });

  it("knows a package for every program", () => {
    for (const name of PROGRAM_NAMES) expect(howToGet(name)).toMatch(/^.+ \(apt-get install [a-z0-9 -]+\)$/);
  });
});

describe("the end of a run", () => {
  it("says that nothing was skipped", () => {
    expect(describeSkipped([])).toBe("0 tests skipped for want of a program");
  });

  it("counts what was skipped by program, and names it", () => {
    const file = "test/a.test.ts";
    expect(
      describeSkipped([
        { program: "chromium", file, group: "pages" },
        { program: "go", file, group: "a test" },
        { program: "chromium", file, group: "pages" },
        { program: "chromium", file: "test/b.test.ts", group: "pages" },
      ]),
    ).toBe(
      [
        "4 tests skipped for want of a program:",
        "  3 tests need Chromium (apt-get install chromium)",
        "    test/a.test.ts > pages (2)",
        "    test/b.test.ts > pages (1)",
        "  1 test needs Go (apt-get install golang-go)",
        "    test/a.test.ts > a test (1)",
      ].join("\n"),
    );
  });
});
