import { afterEach, describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { LimitedUntil } from "../../../src/domain/errors.js";
import type { FactoryEvent } from "../../../src/engine/event.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { JobEffect } from "../../../src/engine/ports.js";
import { paymentsFor } from "../../../src/features/budget/payments-for.js";
import { spend } from "../../../src/features/budget/spent.js";
import type { ProductRound } from "../../../src/features/spec/product-state.js";
import type { Question, RoleModel, RoleOutcome } from "../../../src/model/model-port.js";
import type { Announce } from "../../../src/roles/asking/announce-question.js";
import { askAgainLater } from "../../../src/roles/asking/ask-again-later.js";
import { createOpenAccounts } from "../../../src/roles/asking/open-accounts.js";
import { BudgetReached, budgetResult, withinBudget } from "../../../src/roles/asking/within-budget.js";
import { askReviewer } from "../../../src/roles/reviewers/ask-reviewer.js";
import { anthropicModel } from "../../support/anthropic-model.js";
import { type AnthropicServer, anthropicServer, reply } from "../../support/anthropic-server.js";
import { aUsageLine } from "../../support/artifacts.js";
import { pullsWith } from "../../support/halted.js";
import { REPOSITORY, storeOf } from "../../support/job-ports.js";
import { decideOn, FIRST_TASK, NOW, planning } from "../../support/loop.js";
import { A_SUM, aQuestion, echo, type Sum } from "../../support/question.js";

const SUM = { calls: 0, known_usd: 0, unknown_cost_calls: 0, input_tokens: 0, output_tokens: 0 };
const subject = { task: FIRST_TASK, module: null, activity: "plan", attempt: 1 };
const ASK_ROLE = {
  kind: "ask-role",
  key: "k",
  task: FIRST_TASK,
  module: null,
  activity: "plan",
  question: 1,
  attempt: 1,
  from: "head",
} as const;

function ledgerOf(state: FactoryState, accounts = createOpenAccounts()) {
  return { repository: REPOSITORY, store: storeOf(state), begun: undefined, accounts, announce: async () => {} };
}

function spentState(spent: Omit<FactoryState["spent"], "roles">, change: Partial<FactoryState> = {}): FactoryState {
  return { ...planning, spent: { ...spent, roles: {} }, ...change };
}

function fake(ask: RoleModel["ask"]): RoleModel {
  return { name: "m", webSearch: { offered: false, why: "it is a fake" }, ask };
}

async function ask(spent: Omit<FactoryState["spent"], "roles">, change: Partial<FactoryState> = {}) {
  const asked: string[] = [];
  const model = fake(async (question) => {
    asked.push(question.role);
    return { kind: "failed", why: "a test", usage: [] };
  });
  const outcome = await withinBudget(model, ledgerOf(spentState(spent, change)))
    .ask(aQuestion({ subject }))
    .catch((error: unknown) => error);
  return { asked, outcome };
}

describe("asking within a budget", () => {
  it("asks while there is money for the call", async () => {
    expect((await ask({ project: SUM, tasks: {} })).asked).toHaveLength(1);
  });

  it("does not ask when the call could pass the project's limit, even if what is spent has not", async () => {
    const { asked, outcome } = await ask({ project: { ...SUM, known_usd: 24.9999 }, tasks: {} });
    expect(asked).toEqual([]);
    expect(outcome).toBeInstanceOf(BudgetReached);
  });

  it.each([
    [{ task: FIRST_TASK, estimate_usd: 24.9999 }, "not while a question of another replica may cost the rest", 0],
    [{ task: null, estimate_usd: 1 }, "while what others have under way leaves enough", 1],
  ])("asks %o: %s", async (other, _when, times) => {
    const running = { since: NOW, pack: "CP-0000000b", role: "planner", module: null, model: "m", prompt_version: "v" };
    const newest = { ...planning, under_way: { theirs: { ...running, ...other } } } as FactoryState;
    const asked: string[] = [];
    const model = fake(async ({ role }) => {
      asked.push(role);
      return { kind: "failed", why: "a test", usage: [] };
    });
    const announce: Announce = async (_, mayAsk) => mayAsk(newest, NOW);
    const outcome = await withinBudget(model, { ...ledgerOf(planning), announce })
      .ask(aQuestion({ subject }))
      .catch((error: unknown) => error);
    expect(asked).toHaveLength(times);
    if (times === 0) expect(outcome).toBeInstanceOf(LimitedUntil);
  });

  it("goes by the limit that a person set", async () => {
    const limits = { warn_usd: 5, hard_usd: 100 };
    const { asked } = await ask(
      { project: { ...SUM, known_usd: 24.9999 }, tasks: {} },
      { checkpoint: { ...planning.checkpoint, limits } },
    );
    expect(asked).toHaveLength(1);
  });

  it("tells whose limit it was: a task halts, the project comes to a checkpoint, a draft waits", async () => {
    const ofTask = (await ask({ project: SUM, tasks: { [FIRST_TASK]: { ...SUM, known_usd: 10 } } })).outcome;
    if (!(ofTask instanceof BudgetReached)) throw new Error("the task's limit is reached");
    expect(budgetResult(ofTask, ASK_ROLE, NOW).events).toMatchObject([
      { kind: "work-updated", event: { kind: "work-failed", cause: { kind: "task-budget-exhausted", used: 10 } } },
    ]);
    const ofProject = (await ask({ project: { ...SUM, known_usd: 25 }, tasks: {} })).outcome;
    if (!(ofProject instanceof BudgetReached)) throw new Error("the project's limit is reached");
    expect(budgetResult(ofProject, ASK_ROLE, NOW).events).toMatchObject([
      { kind: "checkpoint-reached", triggers: ["budget-exhausted"], hard_usd: 25 },
    ]);
    const ofCalls = (await ask({ project: { ...SUM, calls: 2_000 }, tasks: {} })).outcome;
    if (!(ofCalls instanceof BudgetReached)) throw new Error("the project's calls are made");
    // No threshold of money is taken for crossed.
    expect(budgetResult(ofCalls, ASK_ROLE, NOW).events).toMatchObject([
      { kind: "checkpoint-reached", triggers: ["calls-exhausted"], record: { fired: [] } },
    ]);
    const round = {
      number: 2,
      kind: "fresh",
      spec_blob: "a".repeat(40),
      feedback: [],
      amends: 0,
      started_at: NOW,
    } satisfies ProductRound;
    const drafting: JobEffect = { kind: "draft-spec", key: "d", base: null, round, request: planning.request };
    expect(budgetResult(ofProject, drafting, NOW).events).toMatchObject([{ kind: "draft-failed", round: 2 }]);
  });
});

const servers: AnthropicServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe("a conversation of many calls", () => {
  /** A dollar a call, and each could cost 0.65 by its estimate: after two of them 2.5 dollars have no room for a third. */
  const dear = { output: 100_000 };
  const reading = reply({ calls: [{ name: "read", input: { text: "a" } }], usage: { input: 0, ...dear } });
  const submitting = reply({ calls: [{ name: "submit", input: A_SUM }], usage: { input: 0, ...dear } });

  async function converse(budgets: object) {
    const server = await anthropicServer([reading, reading, submitting]);
    servers.push(server);
    const model = anthropicModel({ apiKey: "k", baseUrl: server.url, clock: { now: () => NOW } });
    const config = Config.parse({ budgets });
    const question = aQuestion({ subject, config, tools: [echo("read")] });
    const outcome = await withinBudget(model, ledgerOf(planning))
      .ask(question)
      .catch((error: unknown) => error);
    return { outcome, requests: server.requests.length };
  }

  it("ends before the call that could pass the project's limit: two are made, paid, and a person is asked", async () => {
    const { outcome, requests } = await converse({ hard_usd: 2.5, warn_usd: 2 });
    expect(requests).toBe(2);
    if (!(outcome instanceof BudgetReached)) throw new Error("the third call was made");
    const { events, files } = budgetResult(outcome, ASK_ROLE, NOW);
    expect(files.map(({ path }) => path)).toEqual([".factory/context-packs/CP-0000000a.yml"]);
    const { state } = decideOn(planning, { pulls: pullsWith({}) }, { given: [...events] });
    expect(state?.spent.project).toMatchObject({ calls: 2, known_usd: 2 });
    expect(state?.spent.tasks[FIRST_TASK]).toMatchObject({ calls: 2, known_usd: 2 });
    expect(state?.checkpoint.open?.triggers).toEqual(["budget-exhausted"]);
  });

  it("ends before the call that could pass the task's limit, and the halt says what the two before it cost", async () => {
    const { outcome, requests } = await converse({ per_task_usd: 2.5 });
    expect(requests).toBe(2);
    if (!(outcome instanceof BudgetReached)) throw new Error("the third call was made");
    expect(budgetResult(outcome, ASK_ROLE, NOW).events).toMatchObject([
      {
        kind: "work-updated",
        event: {
          kind: "work-failed",
          cause: { kind: "task-budget-exhausted", used: 2 },
          question: 1,
          usage: [{ cost_usd: 1 }, { cost_usd: 1 }],
        },
      },
    ]);
  });

  it("goes to its end where there is money for all of it", async () => {
    const { outcome, requests } = await converse({});
    expect(requests).toBe(3);
    expect(outcome).toMatchObject({ kind: "answered", value: A_SUM });
  });
});

describe("a reviewer that is asked twice", () => {
  it("is not asked again when its first answer has used up the limit, and the first answer is paid", async () => {
    const line = aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 9.9 });
    const calls = [{ name: "write_file", input: {} }];
    let times = 0;
    const model = fake(async () => {
      times += 1;
      return { kind: "failed", why: "it wrote", usage: [line], calls };
    });
    const bounded = withinBudget(model, ledgerOf(planning));
    const later = askAgainLater(bounded, { job: "k", now: () => NOW, postponed: async () => undefined });
    const outcome = await askReviewer(later.model, aQuestion({ subject })).catch((error: unknown) => error);
    expect(times).toBe(1);
    if (!(outcome instanceof BudgetReached)) throw new Error("it was asked again");
    expect(budgetResult(outcome, ASK_ROLE, NOW).events).toMatchObject([
      { event: { kind: "work-failed", usage: [line] } },
    ]);
  });
});

describe("several jobs at a time", () => {
  /** Each call costs three dollars; its question is answered when the test says so. */
  function slowModel() {
    const open: (() => void)[] = [];
    const model = fake(
      <T>({ subject: { attempt } }: Question<T>) =>
        new Promise<RoleOutcome<T>>((resolve) => {
          const usage = [aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 3, request_id: `req_${attempt}` })];
          open.push(() => resolve({ kind: "answered", value: A_SUM as T, sources: [], usage }));
        }),
    );
    return { model, open };
  }
  const asking = (attempt: number, changes: Partial<Question<Sum>> = {}) =>
    aQuestion({ subject: { ...subject, attempt }, ...changes });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const config = (budgets: object) => Config.parse({ budgets });

  it("wait for each other where there is not enough for both, and the second counts what the first cost", async () => {
    const { model, open } = slowModel();
    const accounts = createOpenAccounts();
    const bounded = () => withinBudget(model, ledgerOf(planning, accounts));
    const limits = { config: config({ per_task_usd: 1 }) };
    const first = bounded().ask(asking(1, limits));
    await turn();
    const second = bounded()
      .ask(asking(2, limits))
      .catch((error: unknown) => error);
    await turn();
    expect(open).toHaveLength(1);
    open[0]?.();
    await first;
    // The state knows nothing of the first one yet.
    expect(await second).toBeInstanceOf(BudgetReached);
    expect(open).toHaveLength(1);
  });

  it("run side by side where there is enough for both", async () => {
    const { model, open } = slowModel();
    const accounts = createOpenAccounts();
    const both = [1, 2].map((attempt) => withinBudget(model, ledgerOf(planning, accounts)).ask(asking(attempt)));
    await turn();
    expect(open).toHaveLength(2);
    for (const answer of open) answer();
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(["answered", "answered"]);
  });

  it("do not wait on when the project is paused", async () => {
    const { model, open } = slowModel();
    const accounts = createOpenAccounts();
    const limits = { config: config({ per_task_usd: 1 }) };
    const first = withinBudget(model, ledgerOf(planning, accounts)).ask(asking(1, limits));
    await turn();
    const pause = new AbortController();
    const second = withinBudget(model, ledgerOf(planning, accounts)).ask(
      asking(2, { ...limits, signal: pause.signal }),
    );
    await turn();
    pause.abort();
    await turn();
    // A cancelled question goes to the model, which makes no call for it.
    for (const answer of open) answer();
    await Promise.all([first, second]);
    expect(open).toHaveLength(2);
  });

  it("count a call once, from the job that paid it or from the state that stores it", () => {
    const line = aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 3 });
    const account = createOpenAccounts().of(REPOSITORY, planning);
    account.charge([line]);
    expect(account.spent(planning).project).toMatchObject({ calls: 1, known_usd: 3 });
    const committed = { ...planning, spent: spend(planning.spent, [line]) };
    expect(account.spent(committed)).toMatchObject({
      project: { calls: 1 },
      tasks: { [FIRST_TASK]: { known_usd: 3 } },
    });
  });

  it.each([
    ["another issue", { issue: 99 }],
    ["the same issue, labelled again", { requested_at: "2026-03-02T10:00:00Z" }],
  ])("begin a new request with nothing spent: %s", (_, asked) => {
    const accounts = createOpenAccounts();
    accounts.of(REPOSITORY, planning).charge([aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 3 })]);
    const next = { ...planning, request: { ...planning.request, ...asked } };
    expect(accounts.of(REPOSITORY, next).spent(next).project.calls).toBe(0);
  });
});

it("what was paid stays paid when the halt that came with it is too late", () => {
  const usage = [aUsageLine({ at: NOW, task: FIRST_TASK, cost_usd: 3 })];
  const charged: FactoryEvent = { kind: "calls-charged", at: NOW, usage };
  const late: FactoryEvent = {
    kind: "checkpoint-reached",
    at: NOW,
    triggers: ["budget-exhausted"],
    record: planning.checkpoint.record,
  };
  expect(paymentsFor([charged, late])).toEqual([charged]);
});
