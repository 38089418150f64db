import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasCode } from "../../src/domain/errors.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Writes generated files by their path in the repository, and reports them. With `--check` it writes nothing and
 * reports stale files. Returns the exit code.
 */
export async function writeOrCheck(
  files: ReadonlyMap<string, Uint8Array>,
  {
    command,
    root = ROOT,
    check = process.argv.includes("--check"),
  }: { readonly command: string; readonly root?: string; readonly check?: boolean },
): Promise<0 | 1> {
  if (!check) {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), bytes);
      console.log(`wrote ${path}`);
    }
    return 0;
  }
  const stale: string[] = [];
  for (const [path, bytes] of files) if ((await current(join(root, path)))?.equals(bytes) !== true) stale.push(path);
  for (const path of stale) console.error(`${path} is stale: run \`${command}\` and commit the result`);
  return stale.length === 0 ? 0 : 1;
}

async function current(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
