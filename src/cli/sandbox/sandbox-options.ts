/** Parses the command line of `factory sandbox` and reads the files that it names. A problem is one sentence. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gte } from "semver";
import { z } from "zod";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { runGit } from "../../git/run-git.js";
import type { Model } from "../../sandbox/app-variables.js";
import type { FaultPlan } from "../../sandbox/faults/fault-plan.js";
import { readFaultPlan } from "../../sandbox/faults/read-fault-plan.js";
import { type ForgeProfile, readProfile } from "../../sandbox/forge/profile.js";
import { type LocalRepository, readLocalRepository } from "../../sandbox/local-repository.js";
import { STORY_FILE } from "../../sandbox/recorded-story/read-story.js";
import { whyNotWritable, whyUnreadable } from "../../server/start/why-unreadable.js";
import { readFlags } from "../read-flags.js";

export type SandboxRequest = {
  readonly port: number;
  /** Absolute, because git runs in other folders than this process. */
  readonly data: string | undefined;
  /** Which of GitHub's products the local GitHub behaves like. */
  readonly as: ForgeProfile;
  readonly model: Model;
  readonly spec: string | undefined;
  /** The repository to begin with; undefined: a new one. */
  readonly repository: LocalRepository | undefined;
  readonly faults: FaultPlan | undefined;
  /** Whether a model's code may run without confinement. */
  readonly unconfined: boolean;
  /** The folder for a recorded story, absolute; undefined: nothing is recorded. */
  readonly record: string | undefined;
  /** One line for a program, nothing for a person. */
  readonly json: boolean;
};

const FLAGS = {
  port: { type: "string" },
  data: { type: "string" },
  as: { type: "string" },
  repo: { type: "string" },
  spec: { type: "string" },
  model: { type: "string" },
  faults: { type: "string" },
  record: { type: "string" },
  unconfined: { type: "boolean" },
  json: { type: "boolean" },
} as const;

const Port = z.coerce.number().int().min(0).max(65_535);
const Name = z.enum(["recorded", "anthropic"]);

export async function readSandboxOptions(args: readonly string[]): Promise<Outcome<SandboxRequest>> {
  const flags = readFlags("sandbox", args, { options: FLAGS });
  if (!flags.ok) return flags;
  const { port = "0", json = false, unconfined = false, ...named } = flags.value.values;
  const number = /^\d+$/.test(port) ? Port.safeParse(port) : undefined;
  if (number?.success !== true)
    return refuse("flag", `--port must be a number from 0 (any free port) to 65535, not ${port}`);
  const as = readProfile(named.as ?? "github.com");
  if (!as.ok) return as;
  const model = readModelName(named.model, process.env);
  if (!model.ok) return model;
  const spec = await readNamed("--spec", named.spec);
  if (!spec.ok) return spec;
  if (spec.value?.trim() === "")
    return refuse("file", `--spec: ${named.spec} is empty. Write down what the product is, in your own words.`);
  if (spec.value !== undefined && model.value === "recorded" && !(await isRecorded(spec.value)))
    return refuse(
      "file",
      `--spec: the recorded model knows the demo's SPEC.md and cannot answer to ${named.spec}: add --model anthropic, which needs ANTHROPIC_API_KEY, or leave out --spec`,
    );
  const repository = named.repo === undefined ? accept(undefined) : await readLocalRepository(resolve(named.repo));
  if (!repository.ok) return refuse(repository.refusal.code, `--repo: ${repository.refusal.message}`);
  const plan = await readNamed("--faults", named.faults);
  if (!plan.ok) return plan;
  const faults = plan.value === undefined ? accept(undefined) : readFaultPlan(named.faults ?? "", plan.value);
  if (!faults.ok) return faults;
  const data = named.data === undefined ? undefined : resolve(named.data);
  const record = readRecordFlag(named.record, { data, model: model.value, spec: spec.value });
  if (!record.ok) return record;
  return accept({
    port: number.data,
    data,
    as: as.value,
    model: model.value,
    spec: spec.value,
    repository: repository.value,
    faults: faults.value,
    unconfined,
    record: record.value,
    json,
  });
}

/** A story begins with a SPEC.md and is what a real model answers. One that exists is continued only with its data. */
function readRecordFlag(
  folder: string | undefined,
  { data, model, spec }: Pick<SandboxRequest, "data" | "model" | "spec">,
): Outcome<string | undefined> {
  if (folder === undefined) return accept(undefined);
  if (model !== "anthropic" || spec === undefined)
    return refuse("flag", "--record keeps what a real model answers to a SPEC.md: add --model anthropic and --spec");
  if (data === undefined && existsSync(join(folder, STORY_FILE)))
    return refuse("file", `--record: ${folder} has a recorded story already. Give the path of a new folder.`);
  const why = whyNotWritable(resolve(folder));
  if (why !== null) return refuse("file", `--record: nothing can be written to ${folder}: ${why}.`);
  return accept(resolve(folder));
}

const DEMO_SPEC = new URL("../../../fixtures/demo/SPEC.md", import.meta.url);

/** Whether the recorded model can answer for this SPEC.md. The user knows the content of recordings in REPLAY_FROM. */
async function isRecorded(spec: string): Promise<boolean> {
  return Boolean(process.env.REPLAY_FROM) || spec === (await readFile(DEMO_SPEC, "utf8"));
}

/** The model that plays the roles. A real model needs its key in the environment. */
export function readModelName(
  given: string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): Outcome<Model> {
  const name = Name.safeParse(given ?? "recorded");
  if (!name.success) return refuse("flag", `--model must be recorded or anthropic, not ${given}`);
  if (name.data === "anthropic" && !variables.ANTHROPIC_API_KEY) {
    return refuse(
      "flag",
      "--model anthropic needs ANTHROPIC_API_KEY in the environment; --model recorded needs nothing",
    );
  }
  return accept(name.data);
}

async function readNamed(flag: string, path: string | undefined): Promise<Outcome<string | undefined>> {
  if (path === undefined) return accept(undefined);
  try {
    return accept(await readFile(path, "utf8"));
  } catch (error) {
    const why = whyUnreadable(error);
    return refuse("file", `${flag}: ${path} cannot be read: ${why}. Give the path of a file that you may read.`);
  }
}

/** Every merge needs `git merge-tree --write-tree`. */
const GIT_NEEDED = "2.38.0";

export async function checkGit(): Promise<Outcome<string>> {
  const answer = await runGit(["--version"]).catch(() => undefined);
  const said = /(\d+\.\d+(?:\.\d+)?)/.exec(answer?.stdout.toString("utf8") ?? "");
  const version = said?.[1]?.replace(/^\d+\.\d+$/, "$&.0");
  if (answer?.code !== 0 || version === undefined)
    return refuse("git", `git is not installed or not on the PATH. Install git ${GIT_NEEDED} or newer.`);
  if (!gte(version, GIT_NEEDED)) return refuse("git", `git ${version} is too old. Install git ${GIT_NEEDED} or newer.`);
  return accept(version);
}
