import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { runningProcesses, startEnvironment } from "../../src/sandbox/runner/process/process-table.js";
import type { RunConclusion } from "../../src/sandbox/runner/run-event.js";
import { type RunHandle, type RunRequest, startRun } from "../../src/sandbox/runner/start-run.js";
import { createFakeRunnerHost, type FakeRunnerHost } from "./fake-runner-host.js";
import { PATIENCE_MS } from "./patience.js";
import { createTempRepository, type TempRepository } from "./temp-repository.js";

export const WORKFLOW = ".github/workflows/gates.yml";

/** Runs one workflow in one repository, with the real runner and the fake host. */
export type Bench = {
  readonly repository: TempRepository;
  readonly host: FakeRunnerHost;
  /** The parent folder of job folders. */
  readonly tempRoot: string;
  readonly start: (workflow: string, request?: Partial<RunRequest>) => RunHandle;
  readonly run: (workflow: string, request?: Partial<RunRequest>) => Promise<RunConclusion>;
  /** What runs left in their temporary folder. The expected result is nothing. */
  readonly leftFolders: () => string[];
  /** Processes with one of its folders in their environment. */
  readonly leftProcesses: () => string[];
};

/** Short time limits, and no confinement unless a test asks for it. */
const MACHINE = {
  graceMs: 300,
  drainMs: PATIENCE_MS,
  probeConfinement: async () => ({ kind: "bubblewrap", bwrap: "/usr/bin/bwrap", disableUserns: true }) as const,
};

/** A bench for each test, removed afterwards. */
export function useBench(options: { readonly cloneUrl?: (name: string) => string } = {}): () => Bench {
  let bench: (Bench & { remove: () => void }) | undefined;
  beforeEach(() => {
    bench = createBench(options);
  });
  afterEach(() => bench?.remove());
  return () => {
    if (bench === undefined) throw new TypeError("the bench exists inside a test only");
    return bench;
  };
}

function createBench(options: { readonly cloneUrl?: (name: string) => string }): Bench & { remove: () => void } {
  const repository = createTempRepository();
  const host = createFakeRunnerHost(repository, options);
  const tempRoot = realpathSync(mkdtempSync(path.join(tmpdir(), "factory-test-runner-")));
  const start = (workflow: string, request: Partial<RunRequest> = {}): RunHandle => {
    const commit = repository.commit({ [WORKFLOW]: workflow });
    return startRun({
      host,
      repository: { id: 7, fullName: "octo/widgets", ownerId: 3 },
      run: { id: 42, number: 5, attempt: 1 },
      workflowPath: WORKFLOW,
      ref: "refs/heads/main",
      commit,
      inputs: {},
      actor: { id: 9, login: "octocat" },
      event: { inputs: { task: "T-1" } },
      ...request,
      machine: { ...MACHINE, tempRoot, ...request.machine },
    });
  };
  return {
    repository,
    host,
    tempRoot,
    start,
    run: (workflow, request) => start(workflow, request).done,
    leftFolders: () => readdirSync(tempRoot),
    leftProcesses: () =>
      (runningProcesses() ?? [])
        .filter(({ pid }) => startEnvironment(pid).some((entry) => entry.includes(tempRoot)))
        .map(({ name }) => name),
    remove: () => {
      repository.remove();
      rmSync(tempRoot, { recursive: true, force: true });
    },
  };
}

/** A workflow with one job, `job`, and these steps (indented YAML list items). */
export function oneJob(steps: string, extra = ""): string {
  return `name: gates
on:
  workflow_dispatch:
permissions: {}
${extra}
jobs:
  job:
    runs-on: ubuntu-latest
    steps:
${steps
  .trim()
  .split("\n")
  .map((line) => `      ${line}`)
  .join("\n")}
`;
}
