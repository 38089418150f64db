import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Forge } from "../forge/forge.js";

const run = promisify(execFile);

export type BuiltProduct = {
  readonly files: readonly string[];
  readonly log: readonly string[];
  readonly tests: string;
};

/** What was built, looked at from outside: cloned afresh, its own tests run. A failing test fails this. */
export async function inspectProduct(
  { host, repo }: Pick<Forge, "host" | "repo">,
  token: string,
): Promise<BuiltProduct> {
  const folder = await mkdtemp(join(tmpdir(), "factory-demo-product-"));
  const [clone, temporary] = [join(folder, "clone"), join(folder, "tmp")];
  // What the product's tests leave in their temporary folder goes with it.
  const inside = { cwd: clone, maxBuffer: 16_000_000, env: { ...process.env, TMPDIR: temporary } };
  try {
    await mkdir(temporary);
    await run("git", ["clone", "--quiet", `http://demo:${token}@${host}/${repo.owner}/${repo.repo}.git`, clone]);
    const { stdout: files } = await run("git", ["ls-files"], inside);
    const { stdout: log } = await run("git", ["log", "--format=%h %s"], inside);
    const { stdout: tests } = await run(process.execPath, ["--test", "--test-reporter=spec"], inside);
    return { files: linesOf(files), log: linesOf(log), tests };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
