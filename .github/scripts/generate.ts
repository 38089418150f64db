import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { configJsonSchema } from "../../src/domain/config/config-json-schema.js";
import { actionReadme } from "./action-readme.js";
import { actionFiles } from "./build-action.js";

/** A generated file: its path in the repository, and its content. */
type GeneratedFile = { readonly path: string; readonly content: string | Uint8Array };

/** Files that are generated together: their common path, and the generator. It runs only on demand. */
type GeneratedFiles = { readonly path: string; readonly make: () => Promise<readonly GeneratedFile[]> };

const one = (path: string, content: () => string | Promise<string>): GeneratedFiles => ({
  path,
  make: async () => [{ path, content: await content() }],
});

const GENERATED: readonly GeneratedFiles[] = [
  one(".github/config.schema.json", () => JSON.stringify(configJsonSchema())),
  one("action/README.md", actionReadme),
  // Loaded on demand, because they import the gates and a compiler.
  one(".github/reference/configuration.md", async () =>
    (await import("./configuration-reference.js")).configurationReference(),
  ),
  one(".github/reference/commands.md", async () => (await import("./commands-reference.js")).commandsReference()),
  one(".github/reference/gates.md", async () => (await import("./gates-reference.js")).gatesReference()),
  one(".github/reference/command-line.md", async () =>
    (await import("./command-line-reference.js")).commandLineReference(),
  ),
  one(".github/reference/languages.md", async () => (await import("./languages-reference.js")).languagesReference()),
  one(".github/reference/costs.md", async () => (await import("./costs-reference.js")).costsReference()),
  one("README.md", async () => (await import("./costs-reference.js")).readmeWithCosts()),
  // The bundle that runs in users' workflows is built from these sources.
  {
    path: "action/dist/",
    make: async () => [...actionFiles()].map(([name, content]) => ({ path: `action/dist/${name}`, content })),
  },
];

/** Formatted as `npm run check` requires, so that both always agree. */
function format({ path, content }: GeneratedFile): Buffer {
  if (!path.endsWith(".json") || path.startsWith("action/dist/")) return Buffer.from(content);
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  return execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${path}`], {
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    // The formatter would create an empty folder in the home.
    env: { ...process.env, XDG_CACHE_HOME: tmpdir() },
    input: content,
  });
}

function current(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** `generate [--check] [path ...]`: everything, or the files below the given paths. */
const requested = process.argv.slice(2).filter((word) => word !== "--check");
const chosen = GENERATED.filter(
  ({ path }) => requested.length === 0 || requested.some((prefix) => path.startsWith(prefix)),
);
const made = await Promise.all(chosen.map(({ make }) => make()));
const files = made.flat().map((file) => ({ path: file.path, bytes: format(file) }));
const stale = files.filter(({ path, bytes }) => current(path)?.equals(bytes) !== true);
if (process.argv.includes("--check")) {
  for (const { path } of stale) console.error(`${path} is stale: run \`npm run generate\` and commit the result`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { path, bytes } of stale) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    console.log(`wrote ${path}`);
  }
}
