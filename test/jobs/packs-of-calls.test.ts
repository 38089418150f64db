import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../src/code-index/code-index.js";
import { ContextPack } from "../../src/domain/artifacts/context-pack.js";
import { Contract } from "../../src/domain/contract/contract.js";
import { GateReport } from "../../src/domain/gates/gate-report.js";
import { moduleStatePath, planPath } from "../../src/domain/gates/state-paths.js";
import { moduleFolder } from "../../src/domain/index-entries/code-index-entry.js";
import { lockPlan } from "../../src/domain/plan/lock.js";
import { MicroPlan } from "../../src/domain/plan/micro-plan.js";
import { orThrow } from "../../src/domain/refusal.js";
import type { FactoryState } from "../../src/engine/factory-state.js";
import type { JobEffect, JobResult } from "../../src/engine/ports.js";
import { costOfUnused } from "../../src/features/budget/payments-for.js";
import { contextPackPath, gateReportPath } from "../../src/features/modules/artifacts/artifact-paths.js";
import type { ModuleStep } from "../../src/features/modules/module-work.js";
import type { ProductRound } from "../../src/features/spec/product-state.js";
import { runJob } from "../../src/jobs/run-job.js";
import { ConversationBroke, type Limited, type Question, type RoleOutcome } from "../../src/model/model-port.js";
import { createOpenAccounts } from "../../src/roles/asking/open-accounts.js";
import { createInProcessJobs } from "../../src/server/coordination/in-process-jobs.js";
import { readYaml, writeYaml } from "../../src/yaml/yaml.js";
import { jobAlarms } from "../support/alarms.js";
import { aUsageLine } from "../support/artifacts.js";
import { aContract } from "../support/contract.js";
import { aChallenge, amendedApproval, aPass, aProposal } from "../support/debate.js";
import { gateReport, gateRequest } from "../support/gate-report.js";
import { gates, haltOf, inWork, modules } from "../support/halted.js";
import { REPOSITORY, readerOf, writableStore } from "../support/job-ports.js";
import { FIRST_TASK, NOW, requested } from "../support/loop.js";
import { aBuiltDraft, aDraft, numberPlan } from "../support/micro-plan.js";
import { HEAD } from "../support/observed.js";
import { aViolation } from "../support/violation.js";

const REF = "MM-0001@1.0.0";
const PLAN = numberPlan(aDraft(aBuiltDraft("tag")));
const CONTRACT = aContract({
  dependencies: [],
  consumes: [],
  assertions: [
    {
      type: "assert",
      condition: "reads well",
      message: "Must read well",
      check: { type: "semantic", target: "src/tag.ts", criterion: "The code says what it does" },
    },
  ],
});
const contractText = writeYaml(CONTRACT, Contract);
const reports = Object.entries(gates().nonces).map(([part, nonce]) => {
  const request = gateRequest({ nonce, task: FIRST_TASK, module: REF, part: part as "judge" | "execute" });
  return [gateReportPath(FIRST_TASK, nonce), writeYaml(gateReport(request), GateReport)] as const;
});
const STORED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(haltOf().branch),
  ...Object.fromEntries(reports),
  [planPath(FIRST_TASK)]: writeYaml(PLAN, MicroPlan),
  [moduleStatePath(FIRST_TASK, "MM-0001", "contract.yml")]: contractText,
};
const folder = moduleFolder("MM-0001", "1.0.0");
const BRANCH = {
  ".factory/config.yml": "",
  [`${folder}/contract.yml`]: contractText,
  [`${folder}/examples.md`]: "# Examples\n",
  "src/tag.ts": "export const normaliseTag = (raw: string) => raw;\n",
  "src/index.ts": "export {};\n",
  "test/tag.test.ts": "// tests\n",
};

type Scene = { readonly state: FactoryState; readonly effect: JobEffect };

const ask = { kind: "ask-role", key: "k", task: FIRST_TASK, question: 5, attempt: 1, from: "head" } as const;

function aboutModule(activity: Extract<ModuleStep, { step: "asking" }>["activity"]): Scene {
  const violation = aViolation({ check: "signature_match" });
  const [module] = modules({
    step: { step: "asking", activity, question: 5, attempt: 1, from: "head" },
    failures: [],
    judged: { head: HEAD, gates: gates() },
    trail: {
      proposals: [aProposal()],
      challenges: [aChallenge(aPass())],
      adjudications: activity === "amend" ? [amendedApproval] : [],
    },
    ...(activity === "propose" ? { contract_failures: [[violation], [violation], [violation]] } : {}),
  });
  if (module === undefined) throw new Error("the plan has a module");
  const state = inWork({ modules: [module], head: HEAD, questions: 5, plan: lockPlan(PLAN) });
  return { state, effect: { ...ask, module: "MM-0001", activity } };
}

const round = {
  number: 1,
  kind: "fresh",
  spec_blob: "a".repeat(40),
  feedback: [],
  amends: 0,
  started_at: NOW,
} satisfies ProductRound;
const planningStage = { stage: "planning", question: 5, attempt: 1 } as const;
const PRODUCT: Scene = {
  state: requested,
  effect: { kind: "draft-spec", key: "k", base: null, round, request: requested.request },
};
const ROLES: readonly (readonly [role: string, scene: Scene])[] = [
  ["product", PRODUCT],
  [
    "planner",
    {
      state: inWork({ questions: 5, head: HEAD, plan: null, modules: [], stage: planningStage }),
      effect: { ...ask, module: null, activity: "plan" },
    },
  ],
  ["proposer that specifies", aboutModule("specify")],
  ["proposer that implements", aboutModule("implement")],
  ["proposer that revises", aboutModule("revise")],
  ["proposer that applies amendments", aboutModule("amend")],
  ["challenger", aboutModule("challenge")],
  ["arbiter", aboutModule("adjudicate")],
  ["judge", aboutModule("judge")],
  ["amendment proposer", aboutModule("propose")],
];

type Said = RoleOutcome<unknown> | Limited;

const usage = [aUsageLine({ at: NOW })];
const ENDINGS: readonly (readonly [how: string, said: Said | Error])[] = [
  ["was refused", { kind: "refused", why: "it will not", usage }],
  ["was cut off", { kind: "truncated", why: "too long", usage }],
  ["stayed invalid", { kind: "invalid", problems: ["sum: expected a number"], last: "{}", usage }],
  ["failed", { kind: "failed", why: "status 400", usage }],
  ["met an overloaded provider", { kind: "overloaded", why: "status 529", usage }],
  ["lost its connection", { kind: "failed", why: "connection error", passing: {}, usage }],
  ["met a limit of GitHub's", { kind: "limited", until: "2026-03-01T12:10:00.000Z", limit: "GitHub", usage }],
  ["broke in its middle", new ConversationBroke(usage, new Error("GitHub is away"))],
];

/** Runs the job of a scene with a model that says this, and notes what it was asked. */
function running({ state, effect }: Scene, say: (question: Question<unknown>) => Promise<Said>) {
  const asked: Question<unknown>[] = [];
  const { store, commits, state: kept } = writableStore(state, STORED);
  /** Packs that were on record when a question was put. */
  const announced: ContextPack[][] = [];
  const run = (signal: AbortSignal) =>
    runJob(REPOSITORY, effect, {
      state: { ...store, readBlob: async () => "# A product\n" },
      // What an earlier verdict was about is on no branch any more.
      reader: { ...readerOf(BRANCH), blob: async () => "" },
      model: {
        name: "fake",
        webSearch: { offered: false, why: "it is a fake" },
        ask: async (question) => {
          announced.push(commits.flatMap(packsIn));
          asked.push({ ...question, signal } as unknown as Question<unknown>);
          return (await say({ ...question, signal } as unknown as Question<unknown>)) as never;
        },
      },
      clock: { now: () => NOW },
      signal,
      forge: { perform: async () => false },
      indexOf: () => ({ search: async () => [] }) as unknown as CodeIndex,
      surfaceOf: () => Promise.reject(new Error("nothing is compiled here")),
      boundaryFor: () => "boundary",
      accounts: createOpenAccounts(),
      inTurn: (_, act) => act(),
    });
  return { asked, run, announced, state: kept };
}

function packsIn({ files }: Pick<JobResult, "files">): ContextPack[] {
  const paths = files.filter(({ path }) => path.startsWith(".factory/context-packs/"));
  return paths.map(({ path, text }) => orThrow(readYaml(path, text, ContextPack)));
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const cancelled = ({ signal }: Question<unknown>): Promise<Said> =>
  new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve({ kind: "failed", why: "The call was cancelled.", usage }));
  });

describe.each(ROLES)("what the %s was given is kept with the result of its call", (_, scene) => {
  it.each(ENDINGS)("which %s", async (_how, said) => {
    const { asked, run } = running(scene, async () => {
      if (said instanceof Error) throw said;
      return said;
    });
    const result = await run(new AbortController().signal);
    expect(asked).toHaveLength(1);
    expect(packsIn(result)).toEqual([asked[0]?.pack]);
    const cost = costOfUnused(result);
    expect(cost.events).toMatchObject([{ kind: "calls-charged", usage }]);
    // And that is all that is left of one that comes too late.
    expect(cost.files.map(({ path }) => path)).toEqual([contextPackPath(asked[0]?.pack.context_pack_id ?? "")]);
  });

  it("which a pause cancelled", async () => {
    const { asked, run } = running(scene, cancelled);
    const brought: JobResult[] = [];
    const jobs = createInProcessJobs({
      later: jobAlarms().later,
      run: (_repository, _effect, signal) => run(signal),
      bringBack: async (_repository, result) => void brought.push(result),
      onError: (error) => {
        throw error;
      },
    });
    jobs.start(REPOSITORY, scene.effect);
    while (asked.length === 0) await settled();
    jobs.cancelAll(REPOSITORY);
    await jobs.stop();
    expect(brought).toMatchObject([{ events: [{ kind: "calls-charged", usage }] }]);
    expect(brought.flatMap(packsIn)).toEqual([asked[0]?.pack]);
  });

  it("and before it, also when its process is killed; whoever asks again pays for both", async () => {
    const killed = running(scene, () => new Promise(() => {}));
    void killed.run(new AbortController().signal);
    while (killed.asked.length === 0) await settled();
    expect(killed.announced).toEqual([[killed.asked[0]?.pack]]);
    const left = { ...scene, state: killed.state() };
    const run = killed.asked[0]?.pack.created_for.run_id ?? "";
    expect(left.state.under_way).toMatchObject({ [run]: { pack: killed.asked[0]?.pack.context_pack_id } });
    const next = running(left, async () => ({ kind: "refused", why: "it will not", usage }));
    expect(packsIn(await next.run(new AbortController().signal))).toEqual([killed.asked[0]?.pack]);
    expect(next.asked[0]?.given).toEqual(killed.asked[0]?.given);
    const { estimate_usd } = left.state.under_way?.[run] ?? {};
    expect(estimate_usd).toBeGreaterThan(0);
    expect(next.state().spent.project).toMatchObject({ calls: 1, known_usd: estimate_usd });
  });
});

describe("a job that breaks after its model was called", () => {
  it("is logged, paid, counted as a failure and not tried again at once", async () => {
    const { run } = running(PRODUCT, () => Promise.reject(new ConversationBroke(usage, new Error("GitHub is away"))));
    const brought: JobResult[] = [];
    const errors: unknown[] = [];
    const { later, alarms } = jobAlarms();
    const jobs = createInProcessJobs({
      later,
      run: (_repository, _effect, signal) => run(signal),
      bringBack: async (_repository, result) => void brought.push(result),
      onError: (error) => void errors.push(error),
    });
    jobs.start(REPOSITORY, PRODUCT.effect);
    while (brought.length === 0) await settled();
    jobs.start(REPOSITORY, PRODUCT.effect);
    await jobs.stop();
    expect(errors).toMatchObject([{ message: "GitHub is away" }]);
    const failed = {
      kind: "job-failed",
      job: PRODUCT.effect.key,
      what: "draft-spec",
      task: null,
      why: "GitHub is away",
    };
    expect(brought).toMatchObject([{ events: [{ kind: "calls-charged", usage }, failed] }]);
    expect(alarms.map(({ ms }) => ms)).toEqual([120_000]);
  });

  it("counts as a failure, and pays nothing, when no call was made", async () => {
    const away = new Error("GitHub is away");
    const { run } = running(PRODUCT, () => Promise.reject(away));
    const result = await run(new AbortController().signal);
    expect(result.broken).toBe(away);
    expect(result.events).toMatchObject([{ kind: "job-failed", job: PRODUCT.effect.key, why: "GitHub is away" }]);
  });
});
