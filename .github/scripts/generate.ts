import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { configJsonSchema } from "../../src/domain/config/config-json-schema.js";

/** A file that is written by a program: where it stands, relative to the repository's root, and what it must contain. */
type GeneratedFile = { readonly path: string; readonly content: () => string };

const GENERATED: readonly GeneratedFile[] = [
  { path: ".github/config.schema.json", content: () => JSON.stringify(configJsonSchema()) },
];

/** Formatted as `npm run check` wants it, so that generating and formatting never disagree. */
function format({ path, content }: GeneratedFile): string {
  if (!path.endsWith(".json")) return content();
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  return execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${path}`], {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    input: content(),
    encoding: "utf8",
  });
}

function current(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const files = GENERATED.map((file) => ({ path: file.path, text: format(file) }));
const stale = files.filter((file) => current(file.path) !== file.text);
if (process.argv.includes("--check")) {
  for (const { path } of stale) console.error(`${path} is stale: run \`npm run generate\` and commit the result`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { path, text } of stale) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`wrote ${path}`);
  }
}
