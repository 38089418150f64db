import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/domain/factory/factory-state.js";
import type { Decision } from "../../../src/loop/decide.js";
import { aConfig } from "../../support/config.js";
import { HALTS } from "../../support/halt-causes.js";
import { AT_GREEN, haltOf, inWork, modules, pullsWith, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, kinds, owedKinds, planning, REQUEST, SECOND_TASK, stateOf } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";

const SUM = { calls: 1, known_usd: 0, unknown_cost_calls: 0, input_tokens: 0, output_tokens: 0 };
const pulls = pullsWith({});
const spent = (known_usd: number, state: FactoryState = planning): FactoryState => ({
  ...state,
  inbox: { ...state.inbox, owed: [] },
  spent: { project: { ...SUM, known_usd }, tasks: {} },
});
const say = (body: string, id = 60) => sayHere(body, { id, issue: REQUEST, createdAt: `2026-03-01T13:${id - 30}:00Z` });
const answer = ({ owed }: Decision) =>
  owed.flatMap((effect) => (effect.kind === "say" && effect.key.startsWith("answer:") ? [effect.body] : []))[0];
const cardOf = ({ owed }: Decision) =>
  owed.flatMap((effect) => (effect.kind === "say" && effect.key.startsWith("checkpoint:") ? [effect] : []))[0];
/** As it is after somebody was asked, and the card stands. */
const asked = (state: FactoryState) => {
  const next = stateOf(decideOn(state, { pulls }));
  return { ...next, inbox: { ...next.inbox, owed: [] } };
};

describe("a checkpoint", () => {
  it.each([
    [4.99, null],
    [5, ["budget-warning"]],
    [22.5, ["budget-critical", "budget-warning"]],
    [25, ["budget-exhausted", "budget-critical", "budget-warning"]],
  ])("at %d USD: %j", (usd, triggers) => {
    const decision = decideOn(spent(usd), { pulls });
    expect(decision.state?.checkpoint.open?.triggers ?? null).toEqual(triggers);
    expect(owedKinds(decision).includes("ask-role")).toBe(triggers === null);
  });

  it("is one card in the issue, and what the status comment waits for", () => {
    const decision = decideOn(spent(5), { pulls });
    expect(kinds(decision)).toEqual(["checkpoint-reached", "person-asked"]);
    expect(cardOf(decision)).toMatchObject({ key: "checkpoint:1", issue: REQUEST });
    for (const verb of ["continue", "adjust", "budget", "abort"])
      expect(cardOf(decision)?.body).toContain(`/factory ${verb}`);
    expect(decision.owed).toContainEqual(
      expect.objectContaining({ kind: "keep-comment", body: expect.stringContaining("`/factory continue`") }),
    );
    expect(kinds(decideOn(asked(spent(5)), { pulls }))).toEqual([]);
  });

  it("dispatches nothing while it is open", () => {
    const { [FIRST_TASK]: _gone, ...work } = planning.work;
    const first = planning.project?.tasks[FIRST_TASK];
    if (first === undefined || planning.project === null) throw new Error("there is a project");
    const tasks = {
      ...planning.project.tasks,
      [FIRST_TASK]: { ...first, status: "SHIPPED", shipped_at: "2026-03-01T12:00:00Z", merge_sha: HEAD } as const,
    };
    const state = { ...planning, work, project: { ...planning.project, tasks } };
    expect(decideOn(spent(5, state), {}).state?.project?.tasks[SECOND_TASK]?.status).toBe("PENDING");
    expect(decideOn(spent(4, state), {}).state?.project?.tasks[SECOND_TASK]?.status).toBe("IN_PROGRESS");
  });

  it("comes after every task when people asked for that, but not after the last", () => {
    const config = aConfig({ execution_mode: "checkpoint" });
    const project = planning.project;
    if (project === null) throw new Error("there is a project");
    const shipped = { status: "SHIPPED", shipped_at: "2026-03-01T12:00:00Z", merge_sha: HEAD } as const;
    const withShipped = (ids: readonly string[]): FactoryState => ({
      ...planning,
      work: {},
      project: {
        ...project,
        tasks: Object.fromEntries(
          Object.entries(project.tasks).map(([id, task]) => [id, ids.includes(id) ? { ...task, ...shipped } : task]),
        ),
      },
    });
    expect(decideOn(withShipped([FIRST_TASK]), {}, { config }).state?.checkpoint.open?.triggers).toEqual(["scheduled"]);
    expect(decideOn(withShipped([FIRST_TASK]), {}).state?.checkpoint.open).toBeNull();
    expect(decideOn(withShipped([FIRST_TASK, SECOND_TASK]), {}, { config }).state?.checkpoint.open).toBeNull();
  });

  it("is forced by a task that broke what others had shipped, and answered by resolving that", () => {
    const all = modules().map((module) => ({ ...module, step: { step: "shipped", head: HEAD } as const }));
    const stage = { stage: "integrating", head: HEAD, base: HEAD, gates: null } as const;
    const { state, files } = haltOf({ modules: all, stage, halting: HALTS["test-regression"] });
    const reached = decideOn(state, { pulls }, { files });
    expect(reached.state?.checkpoint.open?.triggers).toEqual(["test-failure"]);
    const resolved = decideOn(
      stateOf(reached),
      { pulls, comments: [sayHere("/factory override A flake.")] },
      { files },
    );
    expect(resolved.state?.checkpoint.open).toBeNull();
  });
});

describe("the answers to a checkpoint", () => {
  it("continue goes on, and the same threshold does not stop it again", () => {
    const decision = decideOn(asked(spent(5)), { pulls, comments: [say("/factory continue")] });
    expect(kinds(decision)).toEqual(["checkpoint-passed", "comment-read"]);
    expect(decision.owed).toContainEqual(expect.objectContaining({ kind: "ask-role" }));
    expect(kinds(decideOn(spent(6, stateOf(decision)), { pulls }))).toEqual([]);
  });

  it("continue without a checkpoint, or at the hard limit, is refused", () => {
    expect(answer(decideOn(spent(1), { pulls, comments: [say("/factory continue")] }))).toMatch(
      /No checkpoint is open/,
    );
    const hard = decideOn(asked(spent(25)), { pulls, comments: [say("/factory continue")] });
    expect(answer(hard)).toMatch(/\/factory budget <usd>/);
    expect(hard.state?.checkpoint.open).not.toBeNull();
  });

  it("budget raises the limit, arms what lies ahead again, and the project goes on", () => {
    const raised = decideOn(asked(spent(25)), { pulls, comments: [say("/factory budget 40")] });
    expect(raised.state?.checkpoint).toMatchObject({ open: null, limits: { warn_usd: 5, hard_usd: 40 } });
    expect(raised.owed).toContainEqual(expect.objectContaining({ kind: "ask-role" }));
    expect(decideOn(spent(36, stateOf(raised)), { pulls }).state?.checkpoint.open).toMatchObject({
      number: 2,
      triggers: ["budget-critical"],
    });
  });

  it("budget below what is spent is refused", () => {
    expect(answer(decideOn(asked(spent(25)), { pulls, comments: [say("/factory budget 24")] }))).toMatch(/not above/);
  });

  it("adjust changes the plan and goes on", () => {
    const body = `/factory adjust\n\n\`\`\`yaml\n- {drop: ${SECOND_TASK}, reason: Nobody asked.}\n\`\`\``;
    const decision = decideOn(asked(spent(5)), { pulls, comments: [say(body)] });
    expect(decision.state?.checkpoint.open).toBeNull();
    expect(decision.state?.project?.tasks[SECOND_TASK]?.status).toBe("ABANDONED");
  });

  it("abort ends the project", () => {
    const decision = decideOn(asked(spent(5)), { pulls, comments: [say("/factory abort")] });
    expect(decision.state?.project?.status).toBe("ABORTED");
    expect(decision.owed).toContainEqual(expect.objectContaining({ kind: "close-pull-request" }));
  });
});

describe("a task's own limit", () => {
  const used = (sum: Partial<typeof SUM>, state: FactoryState = planning): FactoryState => ({
    ...state,
    spent: { project: SUM, tasks: { [FIRST_TASK]: { ...SUM, ...sum } } },
  });

  it.each([
    [{ known_usd: 9.99 }, null],
    [{ known_usd: 10 }, { kind: "task-budget-exhausted", unit: "USD", limit: 10, used: 10 }],
    [{ calls: 79 }, null],
    [{ calls: 80 }, { kind: "task-budget-exhausted", unit: "calls", limit: 80, used: 80 }],
  ])("%j: %j", (sum, cause) => {
    const work = decideOn(used(sum), { pulls }).state?.work[FIRST_TASK];
    expect(work?.stage.stage).toBe(cause === null ? "planning" : "halted");
    if (cause !== null) expect(work?.stage).toMatchObject({ cause });
  });

  it("does not stop work that asks nothing", () => {
    const state = used({ calls: 99 }, inWork({ modules: modules({ step: AT_GREEN }) }));
    expect(decideOn(state, { pulls }).state?.work[FIRST_TASK]?.stage.stage).toBe("building");
  });
});
