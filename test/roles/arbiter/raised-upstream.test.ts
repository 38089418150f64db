import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { GateReport } from "../../../src/domain/gates/gate-report.js";
import { moduleStatePath, planPath } from "../../../src/domain/gates/state-paths.js";
import { moduleFolder } from "../../../src/domain/index-entries/code-index-entry.js";
import { lockPlan } from "../../../src/domain/plan/lock.js";
import { MicroPlan } from "../../../src/domain/plan/micro-plan.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { JobResult } from "../../../src/engine/ports.js";
import { ChangeAssessment } from "../../../src/features/interface-change/rules/assessment.js";
import { assessmentPath, interfaceChangePath } from "../../../src/features/interface-change/rules/change-file-paths.js";
import { InterfaceChangeRequest } from "../../../src/features/interface-change/rules/interface-change-request.js";
import { gateReportPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import type { ModuleStep } from "../../../src/features/modules/module-work.js";
import type { TaskEvent } from "../../../src/features/modules/task-event.js";
import { shipModule } from "../../../src/jobs/shipping/ship-module.js";
import type { RoleModel, Tool } from "../../../src/model/model-port.js";
import { adjudicateModule } from "../../../src/roles/arbiter/adjudicate-module.js";
import { challengeModule } from "../../../src/roles/challenger/challenge-module.js";
import type { JobPorts } from "../../../src/roles/reading/job-ports.js";
import { RAISE_INTERFACE_CHANGE } from "../../../src/roles/tool-names.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";
import { aChallenge, aPass, aProposal, approval } from "../../support/debate.js";
import { gateReport, gateRequest } from "../../support/gate-report.js";
import { gitReader } from "../../support/git-reader.js";
import { gates, haltOf, inWork, modules, pullsWith, readBy } from "../../support/halted.js";
import { REPOSITORY, storeOf } from "../../support/job-ports.js";
import { decideOn, FIRST_TASK, NOW, SECOND_TASK, stateOf } from "../../support/loop.js";
import { aBuiltDraft, aDraft, numberPlan } from "../../support/micro-plan.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";
import { createTempRepository, type TempRepository } from "../../support/temp-repository.js";

const UPSTREAM = "MM-0007@1.0.0";
const OWN = "MM-0001@1.0.0";
const FOLDER = moduleFolder("MM-0007", "1.0.0");
const FOLD = {
  module_id: "MM-0007",
  files: [
    { path: "src/fold.ts", action: "CREATE", reason: "the module" },
    { path: "test/fold.test.ts", action: "CREATE", reason: "its tests" },
  ],
  entry: "src/fold.ts",
  target_artifacts: ["src/fold.ts"],
  test_file: "test/fold.test.ts",
  assertions: [],
} satisfies Partial<Contract>;
const SHIPPED = aShippedContract(FOLD);
/** The same with one more promise, which nobody shipped. */
const PARTS = { name: "parts", type: "string[]", invariants: [] };
const DRIFTED = aShippedContract({ ...FOLD, outputs: [...SHIPPED.outputs, PARTS] });
const PLAN = numberPlan(aDraft(aBuiltDraft("tag", { depends_on: [UPSTREAM] })));
const CONTRACT = aContract({ dependencies: [{ ref: "MM-0007@^1.0.0", why: "folds Unicode" }] });
const contractText = writeYaml(CONTRACT, Contract);

const stage: { repository?: TempRepository } = {};
const repository = () => {
  if (stage.repository === undefined) throw new Error("there is no repository yet");
  return stage.repository;
};
beforeAll(() => {
  stage.repository = createTempRepository();
});
afterAll(() => stage.repository?.remove());

/** The task's branch with what the module rests on, as it lies there. */
function branchWith(upstream: Contract, others: Readonly<Record<string, string>> = {}): string {
  return repository().commit({
    ...others,
    ...shippedFiles(SHIPPED),
    [`${FOLDER}/contract.yml`]: writeYaml(upstream, Contract),
    [`${FOLDER}/examples.md`]: "# Examples\n",
    "src/tag.ts": "export const normaliseTag = (raw: string) => raw;\n",
    "src/index.ts": "export {};\n",
    "test/tag.test.ts": "// tests\n",
    [`${moduleFolder("MM-0001", "1.0.0")}/contract.yml`]: contractText,
    [`${moduleFolder("MM-0001", "1.0.0")}/examples.md`]: "# Examples\n",
  });
}

const TRAIL = { proposals: [aProposal()], challenges: [aChallenge(aPass())], adjudications: [] };

/** The first task builds MM-0001 on MM-0007, which the second one shipped. */
function stateAt(head: string, step: ModuleStep): FactoryState {
  // What is challenged has no challenge yet.
  const challenges = step.step === "asking" && step.activity === "challenge" ? [] : TRAIL.challenges;
  const trail = { ...TRAIL, challenges };
  const [module] = modules({ step, failures: [], judged: { head, gates: gates() }, trail });
  if (module === undefined) throw new Error("the plan has a module");
  const state = inWork({ modules: [module], head, questions: 5, plan: lockPlan(PLAN) });
  const { project } = state;
  const maker = project?.tasks[SECOND_TASK];
  if (project === null || maker === undefined) throw new Error("there are two tasks");
  const tasks = { ...project.tasks, [SECOND_TASK]: { ...maker, module_refs: [UPSTREAM] } };
  return { ...state, project: { ...project, tasks } };
}

const reports = Object.entries(gates().nonces).map(([part, nonce]) => {
  const request = gateRequest({ nonce, task: FIRST_TASK, module: OWN, part: part as "judge" | "execute" });
  return [gateReportPath(FIRST_TASK, nonce), writeYaml(gateReport(request), GateReport)] as const;
});
const STORED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(haltOf().branch),
  ...Object.fromEntries(reports),
  [planPath(FIRST_TASK)]: writeYaml(PLAN, MicroPlan),
  [moduleStatePath(FIRST_TASK, "MM-0001", "contract.yml")]: contractText,
  [moduleStatePath(SECOND_TASK, "MM-0007", "contract.yml")]: writeYaml(SHIPPED, Contract),
};

type Asked = { readonly role: string; readonly tools: readonly Tool[]; readonly said: string[] };

/** Calls the tool with each of these, if it has it, and then gives its answer. */
function caller(calls: readonly unknown[], answer: unknown) {
  const asked: Asked[] = [];
  const model: RoleModel = {
    name: "caller",
    webSearch: { offered: false, why: "it is a fake" },
    async ask(question) {
      const said: string[] = [];
      asked.push({ role: question.role, tools: question.tools, said });
      const tool = question.tools.find(({ name }) => name === RAISE_INTERFACE_CHANGE);
      const run = (input: unknown) => tool?.run(input) ?? Promise.resolve({ text: "there is no such tool" });
      for (const call of calls) said.push((await run(call)).text);
      const checked = await question.check(question.Answer.parse(answer));
      if (!checked.ok) return { kind: "invalid", problems: [checked.refusal.message], last: "", usage: [] };
      return { kind: "answered", value: checked.value, sources: [], usage: [] };
    },
  };
  return { model, asked };
}

function portsFor(state: FactoryState, model: RoleModel): JobPorts {
  const unused = () => {
    throw new Error("nobody asks for this");
  };
  return {
    state: storeOf(state, STORED),
    reader: gitReader(repository()),
    model,
    clock: { now: () => NOW },
    signal: new AbortController().signal,
    boundaryFor: () => "boundary",
    indexOf: unused,
    surfaceOf: unused,
    forge: { perform: unused },
  };
}

const NOBODY = caller([], null).model;
const activityOf = ({ events }: JobResult): TaskEvent | undefined => {
  const [event] = events;
  return event?.kind === "work-updated" ? event.event : undefined;
};
function stored<S extends typeof InterfaceChangeRequest | typeof ChangeAssessment>(
  result: JobResult,
  path: string,
  schema: S,
) {
  const read = readYaml(path, result.files.find((file) => file.path === path)?.text ?? "", schema);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.value;
}

const ship = { kind: "ship-module", key: "k", task: FIRST_TASK, module: "MM-0001", question: 6 } as const;

describe("ship, when what the module was built on is not what shipped", () => {
  it("raises the difference as an interface change of its own accord, asking nobody, and the task halts", async () => {
    const head = branchWith(DRIFTED);
    const state = stateAt(head, { step: "approved" });
    const result = await shipModule(REPOSITORY, ship, portsFor(state, NOBODY));
    const event = activityOf(result);
    if (event?.kind !== "interface-change-raised") throw new Error(`expected an exception, not ${event?.kind}`);
    expect(event).toMatchObject({ question: null, usage: [], module_id: "MM-0001" });
    expect(event.exception).toMatchObject({ target_module: UPSTREAM, raised_by: { role: "ship" }, type: "INCOMPLETE" });
    expect(event.exception.proposed_contract_delta.added_outputs).toMatchObject([{ name: "parts" }]);
    expect(event.exception.evidence[0]).toContain("Interface fingerprint mismatch");
    const id = event.exception.exception_id;
    expect(stored(result, interfaceChangePath(id), InterfaceChangeRequest)).toEqual(event.exception);
    expect(stored(result, assessmentPath(id), ChangeAssessment)).toMatchObject({
      shipped: { outputs: SHIPPED.outputs },
    });

    const branch = new Map(
      Object.entries({ ...STORED, ...Object.fromEntries(result.files.map((f) => [f.path, f.text])) }),
    );
    const given = { files: branch, given: result.events };
    const halted = decideOn(state, { pulls: pullsWith({ head }) }, given);
    expect(halted.refused).toEqual([]);
    expect(halted.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    expect(halted.state?.interface_changes[id]).toMatchObject({
      target_module: UPSTREAM,
      stage: { stage: "deciding" },
    });
    for (const { path, text } of halted.files) branch.set(path, text);
    const files = readBy(stateOf(halted), branch);
    const card = decideOn(stateOf(halted), { pulls: pullsWith({ head }) }, { files }).pending.find(
      (effect) => effect.kind === "say" && effect.key.startsWith("card:"),
    );
    expect(card?.kind === "say" ? card.body : "").toContain("/factory ice approve");
  });

  it("raises nothing where the contract is what shipped, and goes on to its own evidence", async () => {
    const head = branchWith(SHIPPED);
    const result = shipModule(REPOSITORY, ship, portsFor(stateAt(head, { step: "approved" }), NOBODY));
    const event = activityOf(await result);
    // The verdict of this fixture is about other files, which is looked at next.
    expect(event).toMatchObject({ kind: "module-failed", cause: { kind: "module-digest-mismatch" } });
  });

  it("raises nothing against what this very task has built: that is its own to revise", async () => {
    const head = branchWith(DRIFTED);
    const state = stateAt(head, { step: "approved" });
    const work = state.work[FIRST_TASK];
    const [module] = work?.modules ?? [];
    if (work === undefined || module === undefined) throw new Error("the task is in work");
    const own = { ...module, module_ref: UPSTREAM, step: { step: "shipped", head } as const };
    const built = { ...state, work: { [FIRST_TASK]: { ...work, modules: [module, own] } } };
    const event = activityOf(await shipModule(REPOSITORY, ship, portsFor(built, NOBODY)));
    expect(event?.kind).not.toBe("interface-change-raised");
  });
});

const call = (target_module: string) => ({
  type: "CANNOT_SUPPORT",
  target_module,
  reason: "The work relies on parts, which this contract does not promise",
  evidence: ["CL-OUTPUT-001 speaks of one string only"],
  proposed_delta: { added_outputs: [{ name: "parts", type: "string[]", invariants: [] }] },
  compatibility: "BACKWARD_COMPATIBLE",
  urgency: "BLOCKING",
});
const met = (criterion: string, evidence: string) => ({ criterion, assessment: "MET", evidence });
const passing = {
  verdict: "PASS",
  rubric_assessments: [
    met(
      "R1",
      "Inputs: `raw` by CL-INPUT-001; outputs: `tag` by CL-OUTPUT-001; errors: `EmptyTag` by CL-ERROR-001; effects: `audit-log` by CL-AUDIT-001; modes: sync.",
    ),
    met("R2", "CL-HAPPY-001, CL-OUTPUT-001 and CL-ERROR-001 each have a test."),
    met("R3", "CL-ERROR-001 decides the one declared failure."),
    met("R4", "IMPORT_REALITY_CHECK passed over every import."),
    met("R5", "CL-HAPPY-001 and CL-ERROR-001 trace both criteria."),
    met("R6", "One behaviour, one export `normaliseTag`, local tests."),
  ],
  failures: [],
  sop_findings: [],
};
const asking = (activity: "challenge" | "adjudicate"): ModuleStep => ({
  step: "asking",
  activity,
  question: 5,
  attempt: 1,
  from: "head",
});
const ask = (activity: "challenge" | "adjudicate") =>
  ({
    kind: "ask-role",
    key: "k",
    task: FIRST_TASK,
    module: "MM-0001",
    activity,
    question: 5,
    attempt: 1,
    from: "head",
  }) as const;

describe("the Challenger, when a shipped contract does not promise what the work relies on", () => {
  it("raises it by its tool: the task halts, and nothing of its verdict is used", async () => {
    const state = stateAt(branchWith(SHIPPED), asking("challenge"));
    const { model, asked } = caller([call(UPSTREAM), call(UPSTREAM)], passing);
    const result = await challengeModule(REPOSITORY, ask("challenge"), portsFor(state, model));
    expect(activityOf(result)).toMatchObject({
      kind: "interface-change-raised",
      question: 5,
      exception: { target_module: UPSTREAM, raised_by: { role: "challenger", artifact_ref: aProposal().proposal_id } },
    });
    expect(asked[0]?.said[0]).toContain('"task_halted":true');
    expect(asked[0]?.said[1]).toContain("the task is halted");
    expect(result.files.some(({ path }) => path.includes("/challenges/"))).toBe(false);
    const halted = decideOn(
      state,
      { pulls: pullsWith({}) },
      { files: new Map(Object.entries(STORED)), given: result.events },
    );
    expect(halted.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    expect(halted.state?.work[FIRST_TASK]?.modules[0]?.trail.challenges).toHaveLength(0);
  });

  it("cannot raise it against the module being built: the tool says so, and its verdict counts", async () => {
    const state = stateAt(branchWith(SHIPPED), asking("challenge"));
    const { model, asked } = caller([call(OWN)], passing);
    const result = await challengeModule(REPOSITORY, ask("challenge"), portsFor(state, model));
    expect(asked[0]?.said[0]).toContain("its own contract is changed by revising it");
    expect(activityOf(result)).toMatchObject({ kind: "module-challenged", challenge: { verdict: "PASS" } });
  });
});

describe("the Arbiter", () => {
  it("has no tool to raise anything: it rejects, and the Proposer may raise it then", async () => {
    const state = stateAt(branchWith(SHIPPED), asking("adjudicate"));
    const { adjudication_id: _a, target_artifact_id: _ta, bound_to: _bt, ...ruling } = approval;
    const { model, asked } = caller([call(UPSTREAM)], ruling);
    const result = await adjudicateModule(REPOSITORY, ask("adjudicate"), portsFor(state, model));
    expect(asked).toMatchObject([{ role: "arbiter", tools: [], said: ["there is no such tool"] }]);
    expect(activityOf(result)?.kind).toBe("module-adjudicated");
  });
});

describe("work that is more than its reviewer can read with care", () => {
  it.each([
    ["challenge", challengeModule],
    ["adjudicate", adjudicateModule],
  ] as const)("is not put before it to %s: the task halts, and a split is recommended", async (activity, run) => {
    const settings = { ".factory/config.yml": "sizing:\n  reviewer_working_memory: 1000000\n" };
    const state = stateAt(branchWith(SHIPPED, settings), asking(activity));
    const { model, asked } = caller([], null);
    const result = await run(REPOSITORY, ask(activity), portsFor(state, model));
    expect(asked).toEqual([]);
    expect(activityOf(result)).toMatchObject({
      kind: "question-failed",
      usage: [],
      cause: { kind: "task-too-large", allowed_tokens: 0 },
    });
    const halted = decideOn(state, {}, { files: new Map(Object.entries(STORED)), given: [...result.events] });
    expect(halted.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    expect(halted.state?.work[FIRST_TASK]?.stage).toMatchObject({ stage: "halted", cause: { kind: "task-too-large" } });
  });
});
