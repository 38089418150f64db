/** Reads the command line of `factory sandbox` and the files it names; everything wrong is one sentence. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { gte } from "semver";
import { z } from "zod";
import { accept, type Outcome, refuse } from "../domain/refusal.js";
import type { Model } from "../sandbox/app-variables.js";
import type { FaultPlan } from "../sandbox/faults/fault-plan.js";
import { readFaultPlan } from "../sandbox/faults/read-fault-plan.js";

export type SandboxRequest = {
  readonly port: number;
  readonly data: string | undefined;
  readonly model: Model;
  readonly spec: string | undefined;
  readonly faults: FaultPlan | undefined;
};

const FLAGS = {
  port: { type: "string" },
  data: { type: "string" },
  spec: { type: "string" },
  model: { type: "string" },
  faults: { type: "string" },
} as const;

const Port = z.coerce.number().int().min(0).max(65_535);
const ModelName = z.enum(["recorded", "anthropic"]);

export async function readSandboxOptions(args: readonly string[]): Promise<Outcome<SandboxRequest>> {
  const flags = readFlags(args);
  if (!flags.ok) return flags;
  const { port = "0", model = "recorded", data } = flags.value;
  const number = /^\d+$/.test(port) ? Port.safeParse(port) : undefined;
  if (number?.success !== true)
    return refuse("flag", `--port must be a number from 0 (any free port) to 65535, not ${port}`);
  const name = ModelName.safeParse(model);
  if (!name.success) return refuse("flag", `--model must be recorded or anthropic, not ${model}`);
  if (name.data === "anthropic" && !process.env.ANTHROPIC_API_KEY) {
    return refuse(
      "flag",
      "--model anthropic needs ANTHROPIC_API_KEY in the environment; --model recorded needs nothing",
    );
  }
  const spec = await readNamed("--spec", flags.value.spec);
  if (!spec.ok) return spec;
  const plan = await readNamed("--faults", flags.value.faults);
  if (!plan.ok) return plan;
  const faults = plan.value === undefined ? accept(undefined) : readFaultPlan(flags.value.faults ?? "", plan.value);
  if (!faults.ok) return faults;
  return accept({ port: number.data, data, model: name.data, spec: spec.value, faults: faults.value });
}

function readFlags(args: readonly string[]): Outcome<{ [K in keyof typeof FLAGS]?: string }> {
  try {
    return accept(parseArgs({ args: [...args], options: FLAGS, strict: true, allowPositionals: false }).values);
  } catch (error) {
    // Node's own words name the flag; any other error is ours.
    if (!(error instanceof TypeError) || !("code" in error)) throw error;
    return refuse("flag", error.message);
  }
}

async function readNamed(flag: string, path: string | undefined): Promise<Outcome<string | undefined>> {
  if (path === undefined) return accept(undefined);
  try {
    return accept(await readFile(path, "utf8"));
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return refuse(
      "file",
      `${flag}: ${path} cannot be read (${error.code}). Give the path of a file that you may read.`,
    );
  }
}

/** `git merge-tree --write-tree`, on which every merge stands. */
const GIT_NEEDED = "2.38.0";

export function checkGit(): Promise<Outcome<string>> {
  return new Promise((resolve) => {
    execFile("git", ["--version"], (error, stdout) => {
      const version = /(\d+\.\d+(?:\.\d+)?)/.exec(stdout)?.[1]?.replace(/^\d+\.\d+$/, "$&.0");
      if (error !== null || version === undefined) {
        resolve(refuse("git", `git is not installed or not on the PATH. Install git ${GIT_NEEDED} or newer.`));
      } else if (!gte(version, GIT_NEEDED)) {
        resolve(refuse("git", `git ${version} is too old. Install git ${GIT_NEEDED} or newer.`));
      } else resolve(accept(version));
    });
  });
}
