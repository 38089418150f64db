import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { loadPresets, PRESETS_FOLDER } from "../../../src/gates/presets/load-presets.js";

const Lock = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ optionalDependencies: z.record(z.string(), z.string()).default({}) })),
});

const loaded = await loadPresets(PRESETS_FOLDER);
if (!loaded.ok) throw new TypeError(loaded.refusal.message);
const scaffolds = loaded.value
  .map(({ name, scaffold }) => ({ name, files: new Map(scaffold.map(({ path, text }) => [path, text])) }))
  .filter(({ files }) => files.has("package-lock.json"));

describe.each(scaffolds)("the lock file of the scaffold $name", ({ files }) => {
  const text = files.get("package-lock.json") ?? "";

  it("holds the package of every platform, not only of the one it was made on", () => {
    const { packages } = Lock.parse(JSON.parse(text));
    const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !foldersAbove(folder).some((above) => join(above, "node_modules", name) in packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  it("names no registry", () => {
    expect(text).not.toContain('"resolved"');
  });

  it("is one that npm ci accepts", () => {
    const folder = mkdtempSync(join(tmpdir(), "factory-lock-"));
    for (const name of ["package.json", "package-lock.json"]) writeFileSync(join(folder, name), files.get(name) ?? "");
    // Manifest and lock file are compared before anything is fetched, so that no registry is needed to see it fail.
    const options = ["--dry-run", "--offline", "--ignore-scripts", "--cache", join(folder, "cache")];
    try {
      execFileSync("npm", ["ci", ...options], { cwd: folder, stdio: "pipe" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it("a lock file is looked at for at least one scaffold with packages", () => {
  expect(scaffolds.map(({ name }) => name)).toContain("typescript");
});

/** Where Node looks for a package that the one in this folder asks for. */
function foldersAbove(folder: string): string[] {
  const at = folder.lastIndexOf("node_modules/");
  return at < 0 ? [folder] : [folder, ...foldersAbove(folder.slice(0, Math.max(at - 1, 0)))];
}
