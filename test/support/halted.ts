/** A project whose first task has halted, with the files of the state branch that a decision about it needs. */

import { Contract } from "../../src/domain/contract/contract.js";
import { GateReport } from "../../src/domain/gates/gate-report.js";
import { moduleStatePath, planPath } from "../../src/domain/gates/state-paths.js";
import { gitBlobSha } from "../../src/domain/hash.js";
import { lockPlan } from "../../src/domain/plan/lock.js";
import { MicroPlan } from "../../src/domain/plan/micro-plan.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import type { Observed, ObservedPull } from "../../src/engine/observation.js";
import type { DecisionInput } from "../../src/engine/situation.js";
import { requiredStateFiles } from "../../src/engine/state-files.js";
import type { GatesAwaited } from "../../src/features/gate-runs/gates-awaited.js";
import type { HaltCause } from "../../src/features/halts/escalation/causes.js";
import { AnswerFiles } from "../../src/features/modules/answer-files.js";
import { answerPath, examplesStatePath, gateReportPath } from "../../src/features/modules/artifacts/artifact-paths.js";
import type { ModuleStep, ModuleWork } from "../../src/features/modules/module-work.js";
import type { TaskWork } from "../../src/features/modules/task-work.js";
import { untouched } from "../../src/features/modules/task-work.js";
import { writeYaml } from "../../src/yaml/yaml.js";
import { aContract } from "./contract.js";
import { gateReport, gateRequest } from "./gate-report.js";
import { approved, decideOn, FIRST_TASK, mergedSpec, planning, say, stateOf, TASK_PULL, taskPull } from "./loop.js";
import { aPlan } from "./micro-plan.js";
import { HEAD } from "./observed.js";

export const PLAN = aPlan({ tag: [], line: ["tag"] });
const MODULE = "MM-0001@1.0.0";

/** The files that the start of the project wrote, with the task files. */
export const projectFiles = decideOn(approved, { pulls: [mergedSpec], comments: [say("/factory approve")] }).files;

export const gates = (run_type: GatesAwaited["run_type"] = "EXECUTION"): GatesAwaited => ({
  run_type,
  nonces: { judge: "1".repeat(32), execute: "2".repeat(32) },
  base_sha: HEAD,
  head_sha: HEAD,
  state_sha: HEAD,
  requested_at: "2026-03-01T11:00:00Z",
  lost: 0,
});

/** They show everything that the contract promises. */
const EXAMPLES = `# Examples

## A \`Tag\` by \`normaliseTag\`

It spells a tag in lower case, and appends a line to the audit-log.

\`\`\`ts
normaliseTag("Blue")
\`\`\`

\`\`\`ts
"blue"
\`\`\`

## \`EmptyTag\`

It is thrown for a text without a letter.

\`\`\`ts
normaliseTag("!")
\`\`\`

\`\`\`ts
EmptyTag: raw holds no letter
\`\`\`
`;

/** The first module's specification on its branch. */
export const SPECIFIED = { tests: "tests", contract: writeYaml(aContract(), Contract), examples: EXAMPLES };

const LOCK = {
  contract_blob: gitBlobSha(SPECIFIED.contract),
  test_blob: gitBlobSha(SPECIFIED.tests),
  examples_blob: gitBlobSha(SPECIFIED.examples),
  fingerprint: "d".repeat(64),
  head: HEAD,
};

const GATES_FAILING: HaltCause = {
  kind: "gates-failing",
  module: MODULE,
  attempts: 3,
  failures: [{ validator: "TASK_TEST_PASSES", message: "1 test fails" }],
};

/** A module before its green gates, which are not requested yet. */
export const AT_GREEN: Extract<ModuleStep, { step: "gating" }> = {
  step: "gating",
  activity: "implement",
  question: 3,
  head: HEAD,
  colour: "green",
  later: [],
  gates: null,
};

/** The plan's two modules. The first is built and checked; the second waits for it. */
export function modules(first: Partial<ModuleWork> = {}): ModuleWork[] {
  return [
    {
      ...untouched({ module_ref: MODULE, name: "Module tag", depends_on: [], reused: false }),
      step: { step: "failed", cause: GATES_FAILING },
      base: HEAD,
      lock: LOCK,
      concluded: gates(),
      written_in: 3,
      failures: [{ validator: "TASK_TEST_PASSES", message: "1 test fails", fix: "" }],
      ...first,
    },
    untouched({ module_ref: "MM-0002@1.0.0", name: "Module line", depends_on: ["MM-0001"], reused: false }),
  ];
}

/** The state with the given work of the first task, before it is observed again. */
export function inWork(change: Partial<TaskWork>): FactoryState {
  const work = planning.work[FIRST_TASK];
  if (work === undefined) throw new Error("the first task is in work");
  const building = {
    ...work,
    stage: { stage: "building" },
    questions: 4,
    plan: lockPlan(PLAN),
    modules: modules(),
    ...change,
  } as const;
  return { ...planning, next_module: 3, work: { [FIRST_TASK]: building } };
}

/** The files of the state branch after planning, specifying and checking the first module. */
const answer: AnswerFiles = {
  message: "factory: a fix",
  files: [
    { path: "src/tag.ts", text: "x" },
    { path: "test/tag.test.ts", text: SPECIFIED.tests },
    { path: "test/line.test.ts", text: SPECIFIED.tests },
  ],
  deletions: [],
};
const BUILT: readonly (readonly [string, string])[] = [
  [planPath(FIRST_TASK), writeYaml(PLAN, MicroPlan)],
  [answerPath(FIRST_TASK, 3), writeYaml(answer, AnswerFiles)],
  [answerPath(FIRST_TASK, 4), writeYaml(answer, AnswerFiles)],
  [moduleStatePath(FIRST_TASK, "MM-0001", "contract.yml"), SPECIFIED.contract],
  [examplesStatePath(FIRST_TASK, "MM-0001"), SPECIFIED.examples],
  [
    moduleStatePath(FIRST_TASK, "MM-0002", "contract.yml"),
    writeYaml(aContract({ module_id: "MM-0002", dependencies: [] }), Contract),
  ],
  [examplesStatePath(FIRST_TASK, "MM-0002"), SPECIFIED.examples],
  ...Object.values(gates().nonces).map((nonce) => {
    const report = gateReport(gateRequest({ nonce, task: FIRST_TASK, module: MODULE }));
    return [gateReportPath(FIRST_TASK, nonce), writeYaml(report, GateReport)] as const;
  }),
];

export type Halted = {
  readonly state: FactoryState;
  /** The files that the loop would read. */
  readonly files: ReadonlyMap<string, string>;
  /** All files of the state branch. */
  readonly branch: ReadonlyMap<string, string>;
};

/** Decides on the given work, which must halt. */
export function haltOf(
  change: Partial<TaskWork> = {},
  seen: Partial<Observed> = {},
  also: Partial<Pick<DecisionInput, "config">> = {},
): Halted {
  const decision = decideOn(inWork(change), { pulls: pullsWith({}), ...seen }, { files: new Map(BUILT), ...also });
  const files = new Map([...projectFiles, ...decision.files].map(({ path, text }) => [path, text]));
  for (const [path, text] of BUILT) files.set(path, text);
  const { inbox, ...rest } = stateOf(decision);
  const state = { ...rest, inbox: { ...inbox, pending: [] } }; // what was said before the halt stands
  if (state.project?.tasks[FIRST_TASK]?.status !== "HALTED") throw new Error("the task was to halt");
  return { state, files: readBy(state, files), branch: files };
}

/** The first module is finished. The second, which does not depend on it here, failed. */
export function halfDone(): Partial<TaskWork> {
  const [first, second] = modules({ step: { step: "shipped", head: HEAD } });
  if (first === undefined || second === undefined) throw new Error("the plan has two modules");
  const failed: ModuleStep = { step: "failed", cause: GATES_FAILING };
  return { modules: [first, { ...second, depends_on: [], base: HEAD, step: failed, written_in: 4 }] };
}

/** Only the files that the loop would read. A decision that needs more fails here. */
export function readBy(state: FactoryState, files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    requiredStateFiles(state).map((path) => {
      const text = files.get(path);
      if (text === undefined) throw new Error(`${path} is not on the state branch`);
      return [path, text];
    }),
  );
}

export const pullsWith = (change: Partial<ObservedPull>) => [mergedSpec, { ...taskPull, ...change }];

/** A comment in the halted task's pull request. */
export const sayHere = (body: string, overrides: Partial<Parameters<typeof say>[1]> = {}) =>
  say(body, { id: 60, issue: TASK_PULL, createdAt: "2026-03-01T13:30:00Z", ...overrides });
