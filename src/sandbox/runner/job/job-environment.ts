import path from "node:path";
import type { Json } from "../expressions/expression-scope.js";
import { TRACKING_VARIABLE } from "../process/end-leftovers.js";
import { exportGithub, type GithubContext } from "./github-context.js";
import type { JobFolders } from "./job-folders.js";

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "X64", arm64: "ARM64", arm: "ARM", ia32: "X86" };

/** The `runner` context. */
export function runnerContext(folders: JobFolders): Readonly<Record<string, Json>> {
  return {
    name: "factory-local",
    os: "Linux",
    arch: ARCHITECTURES[process.arch] ?? process.arch.toUpperCase(),
    temp: folders.temp,
    tool_cache: folders.toolCache,
    workspace: path.dirname(folders.workspace),
    environment: "self-hosted",
  };
}

/** The parts of the environment of one process. */
export type EnvironmentParts = {
  readonly searchPath: string;
  readonly pathAdditions: readonly string[];
  readonly folders: JobFolders;
  readonly github: GithubContext;
  readonly trackingId: string;
  /** The merged variables of workflow, job, GITHUB_ENV and step. */
  readonly userEnv: Readonly<Record<string, string>>;
  /** INPUT_* of an action. */
  readonly inputs?: Readonly<Record<string, string>>;
};

/**
 * The whole environment of a step. Nothing is inherited. A workflow may set PATH, HOME or CI, but not GitHub's own
 * variables about the run.
 */
export function stepEnvironment(parts: EnvironmentParts): Record<string, string> {
  const { folders, userEnv } = parts;
  const runner = Object.entries(runnerContext(folders)).map(([key, value]) => [
    `RUNNER_${key.toUpperCase()}`,
    String(value),
  ]);
  return {
    HOME: folders.home,
    LANG: "C.UTF-8",
    TMPDIR: folders.scratch,
    CI: "true",
    ...userEnv,
    // The last addition comes first, like on GitHub.
    PATH: [...parts.pathAdditions.toReversed(), userEnv.PATH ?? parts.searchPath].join(path.delimiter),
    ...parts.inputs,
    ...exportGithub(parts.github),
    ...Object.fromEntries(runner),
    GITHUB_ACTIONS: "true",
    [TRACKING_VARIABLE]: parts.trackingId,
  };
}

/** `my input` becomes INPUT_MY_INPUT. A hyphen stays. */
export function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value]),
  );
}
