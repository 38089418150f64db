import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deadlineOf, type Soak } from "./soak-part.js";

const ROOT = "test";

/** Every property from another seed, round after round; a round that fails says what fast-check found and from which seed. */
export const soak: Soak = async ({ minutes, seed, print }) => {
  const deadline = deadlineOf(minutes);
  const files = await filesWithProperties();
  let rounds = 0;
  for (let number = seed; Date.now() < deadline; number += 1, rounds += 1) {
    await playFrom(number, files);
    print(`seed ${number}: the properties of ${files.length} files hold`);
  }
  print(`${rounds} rounds, nothing found`);
};

async function filesWithProperties(): Promise<string[]> {
  const names = (await readdir(ROOT, { recursive: true })).filter((name) => name.endsWith(".test.ts")).sort();
  const texts = await Promise.all(names.map(async (name) => [name, await readFile(join(ROOT, name), "utf8")] as const));
  return texts.filter(([, text]) => text.includes("fc.assert(")).map(([name]) => join(ROOT, name));
}

async function playFrom(seed: number, files: readonly string[]): Promise<void> {
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  try {
    await promisify(execFile)(process.execPath, [vitest, "run", "--testTimeout=300000", ...files], {
      env: { ...process.env, PROPERTY_SEED: String(seed), NO_COLOR: "1" },
      maxBuffer: 2 ** 26,
    });
  } catch (error) {
    throw new Error(`PROPERTY_SEED=${seed}\n${(error as { stdout?: string }).stdout ?? error}`);
  }
}
