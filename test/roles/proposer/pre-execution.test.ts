import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../../src/code-index/code-index.js";
import { Contract } from "../../../src/domain/contract/contract.js";
import { planPath } from "../../../src/domain/gates/state-paths.js";
import { moduleFolder } from "../../../src/domain/index-entries/code-index-entry.js";
import { lockPlan } from "../../../src/domain/plan/lock.js";
import { MicroPlan } from "../../../src/domain/plan/micro-plan.js";
import { applyTaskEvent } from "../../../src/features/modules/apply-task-event.js";
import type { ModuleStep, ModuleWork } from "../../../src/features/modules/module-work.js";
import { buildModule } from "../../../src/roles/proposer/build-module.js";
import type { JobPorts } from "../../../src/roles/reading/job-ports.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";
import { aChallenge, aFail, aProposal, rejection } from "../../support/debate.js";
import { haltOf, inWork, modules, PLAN } from "../../support/halted.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { FIRST_TASK, NOW } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";

const ASKED: ModuleStep = { step: "asking", activity: "specify", question: 5, attempt: 1, from: "head" };
const folder = moduleFolder("MM-0001", "1.0.0");
const rejected = { proposals: [aProposal()], challenges: [aChallenge(aFail())], adjudications: [rejection] };
const approved = { ...rejection, decision: "APPROVE", ship_directive: "SHIP" } as const;

/** The second module is to be specified; it consumes this, and the first one stands like that and exports a source. */
async function build({
  consumes = [] as string[],
  first = { step: "shipped", head: HEAD } as ModuleStep,
  source = "",
  review = {} as Partial<ModuleWork>,
}) {
  const [tag, line] = modules({ step: first, ...review });
  if (tag === undefined || line === undefined) throw new Error("the plan has two modules");
  const plan = MicroPlan.parse({
    ...PLAN,
    modules: PLAN.modules.map((module) => (module.module_id === "MM-0002" ? { ...module, consumes } : module)),
  });
  const work = { questions: 5, head: HEAD, plan: lockPlan(plan), modules: [tag, { ...line, step: ASKED }] };
  const state = inWork(work);
  const stored = {
    ...Object.fromEntries(haltOf().branch),
    [planPath(FIRST_TASK)]: writeYaml(plan, MicroPlan),
  };
  const contract = aContract({ creates: ["checktag"], dependencies: [] });
  const asked: string[] = [];
  const ports: JobPorts = {
    state: storeOf(state, stored),
    reader: readerOf({
      ".factory/config.yml": "",
      [`${folder}/contract.yml`]: writeYaml(contract, Contract),
      [`${folder}/examples.md`]: "# Examples\n",
      "src/tag.ts": source,
    }),
    model: {
      name: "listening",
      webSearch: { offered: false, why: "it is a fake" },
      ask: async (question) => {
        asked.push(question.role);
        return { kind: "refused", why: "only listening", usage: [] };
      },
    },
    clock: { now: () => NOW },
    forge: { perform: async () => false },
    signal: new AbortController().signal,
    indexOf: () => ({ search: async () => [] }) as unknown as CodeIndex,
    boundaryFor: () => "boundary",
    surfaceOf: () => Promise.reject(new Error("nothing is compiled")),
  };
  const effect = {
    kind: "ask-role",
    key: "k",
    role: "proposer",
    activity: "specify",
    task: FIRST_TASK,
    module: "MM-0002",
    question: 5,
    attempt: 1,
    from: "head",
  } as unknown as Parameters<typeof buildModule>[1];
  const { events, files } = await buildModule(REPOSITORY, effect, ports);
  const [event] = events;
  if (event?.kind !== "work-updated" || event.event.kind !== "question-failed") throw new Error("the question failed");
  const updated = applyTaskEvent(state.work[FIRST_TASK] as NonNullable<(typeof state.work)[string]>, event.event);
  return { asked, cause: event.event.cause, files, moved: updated };
}

describe("before a module is built", () => {
  it.each([
    ["is exported by what it depends on, as the compiler finds it", ["fold"], "export function fold() {}"],
    ["was promised by its contract, which was verified at ship", ["checktag"], ""],
    ["is nothing", [], ""],
  ])("the Proposer is asked when what it consumes %s", async (_, consumes, source) => {
    const { asked, cause } = await build({ consumes, source });
    expect(asked).toEqual(["proposer"]);
    expect(cause.kind).toBe("call-failed");
  });

  it("nobody is asked when nothing provides what it consumes, and the reason is a card's", async () => {
    const {
      asked,
      cause,
      files,
      moved: updated,
    } = await build({ consumes: ["fold", "checktag"], source: "const fold = 1;" });
    expect(asked).toEqual([]);
    expect(files).toEqual([]);
    expect(cause).toEqual({
      kind: "preconditions-missing",
      module: "MM-0002@1.0.0",
      blockers: ['export "fold" is consumed but no shipped module provides it'],
    });
    expect(updated.ok && updated.value.modules[1]?.step).toEqual({ step: "failed", cause });
  });

  it("nobody is asked when what it depends on has not shipped", async () => {
    const { asked, cause } = await build({ first: ASKED });
    expect(asked).toEqual([]);
    expect(cause).toMatchObject({
      kind: "preconditions-missing",
      blockers: ["dependency MM-0001 (Module tag) has status IN_PROGRESS; it must be SHIPPED"],
    });
  });

  it("nobody is asked when the review of what it depends on failed, although it counts as shipped", async () => {
    const { asked, cause } = await build({ review: { trail: rejected } });
    expect(asked).toEqual([]);
    expect(cause).toMatchObject({
      kind: "preconditions-missing",
      blockers: ["dependency MM-0001 (Module tag) has a review verdict of FAIL"],
    });
  });

  it.each<[string, Partial<ModuleWork>]>([
    ["the Arbiter approved it in the end", { trail: { ...rejected, adjudications: [rejection, approved] } }],
    ["a person shipped it without further debate", { trail: rejected, overridden_in: "ESC-0a1b2c3d" }],
  ])("the Proposer is asked when its review failed once and %s", async (_, review) => {
    expect((await build({ review })).asked).toEqual(["proposer"]);
  });
});
