import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { z } from "zod";
import { PRESETS_FOLDER } from "../../gates/presets/load-presets.js";
import type { Confinement } from "../../gates/run/confine.js";
import { COMMAND_LIMITS } from "../../gates/run/run-command.js";
import { openWorkbench } from "../../gates/run/workbench.js";
import { runGit } from "../../git/run-git.js";
import type { Forge } from "../forge/forge.js";

export type BuiltProduct = {
  readonly files: readonly string[];
  readonly log: readonly string[];
  /** Null: they need packages, which a run without a network cannot install. */
  readonly tests: string | null;
};

/**
 * The finished product, inspected from outside: a new clone, with its own tests run. A failing test is a failure here.
 */
export async function inspectProduct(
  { host, repo }: Pick<Forge, "host" | "repo">,
  { token, confinement }: { readonly token: string; readonly confinement: Confinement },
): Promise<BuiltProduct> {
  const folder = await mkdtemp(join(tmpdir(), "factory-demo-product-"));
  const clone = join(folder, "clone");
  try {
    await git(["clone", "--quiet", `http://demo:${token}@${host}/${repo.owner}/${repo.repo}.git`, clone]);
    const files = await git(["ls-files"], clone);
    const log = await git(["log", "--format=%h %s"], clone);
    const runs = await runsWithoutPackages(clone);
    const tests = runs ? await runTests(join(clone, ".git"), confinement) : null;
    return { files: linesOf(files), log: linesOf(log), tests };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

async function git(args: readonly string[], cwd?: string): Promise<string> {
  const { code, stdout, stderr } = await runGit(args, cwd === undefined ? {} : { cwd });
  if (code !== 0) throw new Error(`git ${args[0]} failed with ${code}: ${stderr}`);
  return stdout.toString("utf8");
}

/** JavaScript without packages, which needs Node alone. */
async function runsWithoutPackages(clone: string): Promise<boolean> {
  const file = join(clone, "package.json");
  if (!existsSync(file)) return false;
  const { dependencies, devDependencies } = Manifest.parse(JSON.parse(await readFile(file, "utf8")));
  return Object.keys({ ...dependencies, ...devDependencies }).length === 0;
}

/** A model may have written the tests. So they run as confined as in the gates, without this process's environment. */
async function runTests(gitDir: string, confinement: Confinement): Promise<string> {
  const PATH = [dirname(process.execPath), process.env.PATH ?? ""].join(delimiter);
  const bench = await openWorkbench(
    { gitDir, tree: "HEAD" },
    {
      confinement,
      jobEnv: { PATH },
      presetsFolder: PRESETS_FOLDER,
      limits: COMMAND_LIMITS,
      randomId: () => "0".repeat(16),
    },
  );
  try {
    const { end, stdout, tail } = await bench.run("node --test --test-reporter=spec");
    if (end.kind === "exited" && end.code === 0) return stdout;
    throw new Error(`the product's own tests failed in a fresh clone of it:\n${tail}`);
  } finally {
    await bench.close();
  }
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
