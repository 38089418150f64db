/**
 * Compiles the command line and the App before all tests, if the sources are newer: a process that compiles its own
 * sources starts three times as slowly. Files are replaced and none is removed, because another run may use them.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { COMPILED_CLI } from "../compiled-cli.js";

export async function setup(): Promise<void> {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join("src", path));
  if (Math.max(...sources.map(changedAt)) <= changedAt(COMPILED_CLI)) return;
  // As `npm run build` does.
  await build({
    entryPoints: sources,
    outdir: "dist",
    outbase: "src",
    platform: "node",
    format: "esm",
    target: "node20",
  });
}

const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
