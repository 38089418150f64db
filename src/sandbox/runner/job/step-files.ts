import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Outcome } from "../../../domain/refusal.js";
import { parseEnvironmentFile } from "./environment-file.js";
import { readBoundedFile } from "./read-bounded-file.js";

/** The files of a step, new for each step: GITHUB_ENV and the others. */
export type StepFiles = {
  readonly env: string;
  readonly path: string;
  readonly output: string;
  readonly summary: string;
  readonly state: string;
};

/** The content that a step wrote to its files. */
export type StepFileContents = {
  readonly env: Readonly<Record<string, string>>;
  readonly path: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Content that could not be used. Each problem fails the step, except a bad summary. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
};

/** GitHub's limit for a summary. Here it applies to all of these files. */
const MAX_BYTES = 1_048_576;

export async function createStepFiles(temp: string, key: string): Promise<StepFiles> {
  const folder = path.join(temp, "_runner_file_commands");
  await mkdir(folder, { recursive: true });
  const named = (prefix: string): string => path.join(folder, `${prefix}_${key}`);
  const files: StepFiles = {
    env: named("set_env"),
    path: named("add_path"),
    output: named("set_output"),
    summary: named("step_summary"),
    state: named("save_state"),
  };
  for (const file of Object.values(files)) await writeFile(file, "");
  return files;
}

export async function readStepFiles(files: StepFiles): Promise<StepFileContents> {
  const env = await readPairs("GITHUB_ENV", files.env);
  const outputs = await readPairs("GITHUB_OUTPUT", files.output);
  const additions = await readBoundedFile(files.path, MAX_BYTES);
  const summary = await readBoundedFile(files.summary, MAX_BYTES);
  // NODE_OPTIONS would let a step inject code into later actions. GitHub refuses it too.
  const { NODE_OPTIONS: blocked, ...allowed } = env.values;
  return {
    env: allowed,
    path: additions.ok ? additions.value.split(/\r?\n/).filter((line) => line !== "") : [],
    outputs: outputs.values,
    summary: summary.ok ? summary.value : "",
    problems: [
      ...env.problems,
      ...outputs.problems,
      ...(additions.ok ? [] : [`GITHUB_PATH: ${additions.refusal.message}`]),
    ],
    warnings: [
      ...(blocked === undefined ? [] : ["Can't store NODE_OPTIONS using GITHUB_ENV"]),
      ...(summary.ok ? [] : [`GITHUB_STEP_SUMMARY: ${summary.refusal.message}`]),
    ],
  };
}

async function readPairs(
  variable: string,
  file: string,
): Promise<{ values: Record<string, string>; problems: readonly string[] }> {
  const text = await readBoundedFile(file, MAX_BYTES);
  const parsed: Outcome<Record<string, string>> = text.ok ? parseEnvironmentFile(text.value) : text;
  if (parsed.ok) return { values: parsed.value, problems: [] };
  return { values: {}, problems: [`${variable}: ${parsed.refusal.message}`] };
}
