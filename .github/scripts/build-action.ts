import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { isAbsent } from "../../src/languages/language-reader.js";
import { READERS } from "../../src/languages/readers.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { resolve } = createRequire(import.meta.url);

/** Names that CommonJS packages need inside an ECMAScript module. */
const BANNER = [
  'import { createRequire as factoryCreateRequire } from "node:module";',
  'import { fileURLToPath as factoryFileURLToPath } from "node:url";',
  "const require = factoryCreateRequire(import.meta.url);",
  "const __filename = factoryFileURLToPath(import.meta.url);",
  'const __dirname = factoryFileURLToPath(new URL(".", import.meta.url));',
].join("\n");

/** Every file of `action/dist`, by its path. Equal sources and packages give equal bytes. */
export function actionFiles(): ReadonlyMap<string, Uint8Array> {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: ["action/src/main.ts"],
    outfile: "action/dist/index.js",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    minify: true,
    legalComments: "linked",
    banner: { js: BANNER },
    logLevel: "error",
    write: false,
  });
  const built = outputFiles.map(
    ({ path, contents }) => [path.slice(join(ROOT, "action/dist/").length), contents] as const,
  );
  const beside = [
    ...grammarFiles().map((file) => [basename(file), resolve(file)] as const),
    ...presetFiles().map((file) => [`gate-presets/${file}`, join(ROOT, "gate-presets", file)] as const),
  ] as const;
  return new Map([...built, ...beside.map(([name, file]) => [name, new Uint8Array(readFileSync(file))] as const)]);
}

/** The files that the gates' languages need beside the bundle. */
function grammarFiles(): string[] {
  return READERS.flatMap(({ grammar }) => (isAbsent(grammar) ? [] : grammar.files));
}

function presetFiles(): string[] {
  const entries = readdirSync(join(ROOT, "gate-presets"), { recursive: true, withFileTypes: true });
  const prefix = join(ROOT, "gate-presets/");
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(prefix.length))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = join(ROOT, "action/dist");
  rmSync(target, { recursive: true, force: true });
  for (const [name, bytes] of actionFiles()) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), bytes);
  }
}
