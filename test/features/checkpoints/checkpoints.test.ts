import { describe, expect, it } from "vitest";
import type { FailureAction } from "../../../src/domain/validation/taxonomy.js";
import type { Decision } from "../../../src/engine/decide.js";
import type { FactoryEvent } from "../../../src/engine/event.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { aConfig } from "../../support/config.js";
import { HALTS } from "../../support/halt-causes.js";
import { AT_GREEN, haltOf, inWork, modules, pullsWith, sayHere } from "../../support/halted.js";
import {
  decideOn,
  FIRST_TASK,
  kinds,
  label,
  NOW,
  pendingKinds,
  planning,
  REQUEST,
  SECOND_TASK,
  stateOf,
  TASK_PULL,
} from "../../support/loop.js";
import { comment, HEAD } from "../../support/observed.js";

const SUM = { calls: 1, known_usd: 0, unknown_cost_calls: 0, input_tokens: 0, output_tokens: 0 };
const pulls = pullsWith({});
const spent = (known_usd: number, state: FactoryState = planning): FactoryState => ({
  ...state,
  inbox: { ...state.inbox, pending: [] },
  spent: { project: { ...SUM, known_usd }, tasks: {}, roles: {} },
});
const say = (body: string, id = 60) => sayHere(body, { id, issue: REQUEST, createdAt: `2026-03-01T13:${id - 30}:00Z` });
const answer = ({ pending }: Decision) =>
  pending.flatMap((effect) => (effect.kind === "say" && effect.key.startsWith("answer:") ? [effect.body] : []))[0];
const cardOf = ({ pending }: Decision) =>
  pending.flatMap((effect) => (effect.kind === "say" && effect.key.startsWith("checkpoint:") ? [effect] : []))[0];
/** As it is after somebody was asked, and the card stands. */
const asked = (state: FactoryState) => {
  const next = stateOf(decideOn(state, { pulls }));
  return { ...next, inbox: { ...next.inbox, pending: [] } };
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
    expect(pendingKinds(decision).includes("ask-role")).toBe(triggers === null);
  });

  it.each<[FailureAction, number, string[] | null]>([
    ["warn-continue", 22.5, null],
    ["ignore", 22.5, null],
    ["escalate", 22.5, ["budget-critical", "budget-warning"]],
    // The hard limit is not a threshold.
    ["ignore", 25, ["budget-exhausted"]],
  ])("with failure_actions %s about thresholds, at %d USD: %j", (action, usd, triggers) => {
    const config = aConfig({ failure_actions: { "budget-threshold": action } });
    const decision = decideOn(spent(usd), { pulls }, { config });
    expect(decision.state?.checkpoint.open?.triggers ?? null).toEqual(triggers);
  });

  it("is a warning, once, where failure_actions warn about thresholds", () => {
    const config = aConfig({ failure_actions: { "budget-threshold": "warn-continue" } });
    const warned = (state: FactoryState) => decideOn(state, { pulls }, { config });
    const first = warned(spent(6));
    const note = first.state?.inbox.pending.find(({ key }) => key.startsWith("budget-warning:"));
    expect(note).toMatchObject({ issue: REQUEST, body: expect.stringContaining("**Warning.** $6.00 are spent") });
    expect(kinds(warned(spent(7, stateOf(first))))).toEqual([]);
    const silent = aConfig({ failure_actions: { "budget-threshold": "ignore" } });
    expect(kinds(decideOn(spent(6), { pulls }, { config: silent }))).toEqual([]);
  });

  it("says which action made a checkpoint of a threshold, and for stop-show-diff what was made", () => {
    const card = (action: FailureAction) =>
      cardOf(decideOn(spent(6), { pulls }, { config: aConfig({ failure_actions: { "budget-threshold": action } }) }))
        ?.body;
    expect(card("checkpoint")).not.toContain("failure_actions");
    expect(card("escalate")).toContain("`failure_actions.budget-threshold` is `escalate`.");
    expect(card("stop-show-diff")).toMatch(
      /is `stop-show-diff`: \[this is what the money was spent on\]\(<\.\.\/compare\//,
    );
  });

  it("is one card in the issue, and a wait in the status comment", () => {
    const decision = decideOn(spent(5), { pulls });
    expect(kinds(decision)).toEqual(["checkpoint-reached", "person-asked"]);
    expect(cardOf(decision)).toMatchObject({ key: "checkpoint:1", issue: REQUEST });
    for (const verb of ["continue", "adjust", "budget", "abort"])
      expect(cardOf(decision)?.body).toContain(`/factory ${verb}`);
    expect(decision.pending).toContainEqual(
      expect.objectContaining({ kind: "keep-comment", body: expect.stringContaining("`/factory continue`") }),
    );
    expect(kinds(decideOn(asked(spent(5)), { pulls }))).toEqual([]);
  });

  it("of the next product has its own card", () => {
    const { project } = planning;
    if (project === null) throw new Error("there is a project");
    const ended = { ...asked(spent(5)), project: { ...project, status: "ABORTED" } as const };
    const other = { ...label, issue: 9, labelledAt: "2026-03-01T15:00:00Z" };
    const next = stateOf(decideOn(ended, { requests: [other] }));
    const decision = decideOn({ ...spent(5, next), project }, { requests: [other], pulls });
    expect(decision.state?.checkpoint.open).not.toBeNull();
    expect(cardOf(decision)).toMatchObject({ key: "checkpoint:2", issue: 9 });
  });

  it("shows what comes next, how often something was repaired, and where to see the changes", () => {
    const before = cardOf(decideOn(spent(5), { pulls }))?.body;
    expect(before).toMatch(/\| about to come \| \$\d+\.\d\d \|/);
    expect(before).toContain("| repairs so far | 0 |");
    expect(before).not.toContain("compare");
    const decision = decideOn({ ...spent(5), repairs: 3 }, { pulls });
    expect(cardOf(decision)?.body).toContain("| repairs so far | 3 |");
    const estimate = /about to come \| (\$[\d.]+)/.exec(before ?? "")?.[1];
    const status = decision.pending.flatMap((effect) => (effect.kind === "keep-comment" ? [effect.body] : []))[0];
    expect(status).toContain(`about ${estimate} to go`);
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

  it("comes after every task if configured, but not after the last", () => {
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
    const noted = state.noted.filter((key) => !key.startsWith("checkpoint:"));
    const card = cardOf(decideOn({ ...state, noted }, { pulls }, { files }))?.body ?? "";
    expect(card).toContain(`(${FIRST_TASK}) in #${TASK_PULL}`);
    expect(card).not.toContain("@ada"); // asked once, by the card of the halt
    const resolved = decideOn(
      stateOf(reached),
      { pulls, comments: [sayHere("/factory override A flake.")] },
      { files },
    );
    expect(resolved.state?.checkpoint.open).toBeNull();
  });
});

describe("several tasks that broke what others had shipped", () => {
  const all = modules().map((module) => ({ ...module, step: { step: "shipped", head: HEAD } as const }));
  const stage = { stage: "integrating", head: HEAD, base: HEAD, gates: null } as const;
  const { state, files } = haltOf({ modules: all, stage, halting: HALTS["test-regression"] });
  const noted = state.noted.filter((key) => !key.startsWith("checkpoint:"));
  const unasked = { ...state, noted, checkpoint: planning.checkpoint };
  const OTHER = "ESC-0a0a0a0a";

  /** The second task has halted by it, too: work that is listed before the first's. */
  function withSecond(from: FactoryState): FactoryState {
    const { project } = from;
    const [first, second] = [project?.tasks[FIRST_TASK], project?.tasks[SECOND_TASK]];
    const work = from.work[FIRST_TASK];
    if (project === null || first === undefined || second === undefined || work === undefined)
      throw new Error("halted");
    const halted = { stage: "halted", escalation: OTHER, cause: HALTS["test-regression"] } as const;
    const status = "HALTED" as const;
    const task = { ...second, status, pull_request: 6, escalation_ref: OTHER, depends_on: [] };
    return {
      ...from,
      noted: [...from.noted, `decision:${OTHER}`],
      project: { ...project, tasks: { ...project.tasks, [FIRST_TASK]: first, [SECOND_TASK]: task } },
      work: { [SECOND_TASK]: { ...work, stage: halted }, ...from.work },
    };
  }
  const passed = (from: FactoryState): FactoryState => ({ ...from, checkpoint: { ...from.checkpoint, open: null } });
  const reachedOn = (from: FactoryState) =>
    decideOn(from, { pulls }, { files }).events.filter(({ kind }) => kind === "checkpoint-reached");

  it("are reported once each: the first is not reported again when the second is resolved", () => {
    const first = stateOf(decideOn(unasked, { pulls }, { files }));
    const both = withSecond(passed(first));
    expect(reachedOn(both)).toMatchObject([{ failed: [OTHER] }]);
    const told = passed(stateOf(decideOn(both, { pulls }, { files })));
    const { [SECOND_TASK]: _mended, ...work } = told.work;
    expect(reachedOn({ ...told, work })).toEqual([]);
    expect(reachedOn(told)).toEqual([]);
  });

  it("of one moment are in one card, which stays open until all of them are resolved", () => {
    const both = stateOf(decideOn(withSecond(unasked), { pulls }, { files }));
    const card = both.inbox.pending.find(({ key }) => key.startsWith("checkpoint:"))?.body;
    expect(card).toContain(`(${SECOND_TASK}) in #6, and with `);
    expect(card).toContain(`(${FIRST_TASK}) in #${TASK_PULL}`);
    const override = { pulls, comments: [sayHere("/factory override A flake.")] };
    const one = decideOn(both, override, { files });
    expect(one.state?.project?.tasks[FIRST_TASK]?.status).not.toBe("HALTED");
    expect(one.state?.checkpoint.open?.number).toBe(1);
    const { [SECOND_TASK]: _mended, ...work } = both.work;
    expect(decideOn({ ...both, work }, override, { files }).state?.checkpoint.open).toBeNull();
  });
});

describe("the answers to a checkpoint", () => {
  it("continue resumes, and the same threshold does not stop it again", () => {
    const decision = decideOn(asked(spent(5)), { pulls, comments: [say("/factory continue")] });
    expect(kinds(decision)).toEqual(["checkpoint-passed", "comment-read"]);
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "ask-role" }));
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

  const higher = aConfig({ budgets: { ...aConfig().budgets, hard_usd: 40 } });

  it("continue passes the hard limit once the configuration's is higher, and re-arms what is ahead", () => {
    const stopped = asked(spent(25));
    expect(stopped.checkpoint.open).toMatchObject({ hard_usd: 25 });
    const passed = decideOn(stopped, { pulls, comments: [say("/factory continue")] }, { config: higher });
    expect(passed.state?.checkpoint).toMatchObject({ open: null, limits: null, record: { fired: ["budget-warning"] } });
    expect(answer(passed)).toMatch(/The hard limit is 40 USD now, and 25\.00 USD are spent/);
    expect(pendingKinds(passed)).toContain("ask-role");
    const near = decideOn(spent(36, stateOf(passed)), { pulls }, { config: higher });
    expect(near.state?.checkpoint.open).toMatchObject({ number: 2, triggers: ["budget-critical"] });
  });

  it("continue does not pass an unchanged limit, though some money is left below it", () => {
    const { record } = planning.checkpoint;
    const triggers = ["budget-exhausted" as const];
    const reaching = { kind: "checkpoint-reached", at: NOW, triggers, record, hard_usd: 25 } satisfies FactoryEvent;
    const reached = stateOf(decideOn(spent(24), { pulls }, { given: [reaching] }));
    const refused = decideOn(reached, { pulls, comments: [say("/factory continue")] });
    expect(refused.state?.checkpoint.open).not.toBeNull();
    expect(answer(refused)).toMatch(
      /`\/factory budget <usd>`, or raise `budgets\.hard_usd` in `\.factory\/config\.yml`/,
    );
  });

  it("continue does not refer to the configuration if a person has set the limit", () => {
    const limits = { warn_usd: 5, hard_usd: 25 };
    const state = { ...spent(25), checkpoint: { ...planning.checkpoint, limits } };
    const reached = decideOn(state, { pulls }, { config: higher });
    expect(cardOf(reached)?.body).toContain("Only `/factory budget <usd>`");
    const refused = decideOn(stateOf(reached), { pulls, comments: [say("/factory continue")] }, { config: higher });
    expect(refused.state?.checkpoint.open).not.toBeNull();
    expect(answer(refused)).not.toContain("config.yml");
  });

  it("continue passes used-up calls, and the wait names what to raise", () => {
    const { record } = planning.checkpoint;
    const reaching = {
      kind: "checkpoint-reached",
      at: NOW,
      triggers: ["calls-exhausted"],
      record,
    } satisfies FactoryEvent;
    const state = { ...spent(0), spent: { project: { ...SUM, calls: 2_000 }, tasks: {}, roles: {} } };
    const reached = decideOn(state, { pulls }, { given: [reaching] });
    expect(cardOf(reached)?.body).toContain("2000 of the 2000 calls");
    expect(cardOf(reached)?.body).not.toContain("hard limit of");
    const status = reached.pending.flatMap((effect) => (effect.kind === "keep-comment" ? [effect.body] : []))[0];
    expect(status).toContain(
      "`/factory continue`, once `budgets.max_calls_per_project` in `.factory/config.yml` is raised",
    );
    const passed = decideOn(stateOf(reached), { pulls, comments: [say("/factory continue")] });
    expect(passed.state?.checkpoint.open).toBeNull();
    expect(pendingKinds(passed)).toContain("ask-role");
  });

  it.each([
    ["continue", "/factory continue"],
    ["adjust", `/factory adjust\n\n\`\`\`yaml\n- {drop: ${SECOND_TASK}, reason: Nobody asked.}\n\`\`\``],
  ])("%s that was written before the checkpoint opened is no answer to it", (_verb, body) => {
    const before = asked(spent(5));
    const opened_at = "2026-03-01T13:20:00.400Z";
    const opened = { number: 1, triggers: ["budget-warning" as const], opened_at };
    const open = { ...before, checkpoint: { ...before.checkpoint, open: opened } };
    const card = comment({ id: 40, issue: REQUEST, own: true, body: "<!-- factory:checkpoint:1 -->\nIt stops." });
    const early = sayHere(body, { id: 60, issue: REQUEST, createdAt: "2026-03-01T13:20:00Z" });
    const decision = decideOn(open, { pulls, comments: [card, early] });
    expect(decision.state?.checkpoint).toEqual(open.checkpoint);
    expect(decision.state?.project).toEqual(open.project);
    expect(answer(decision)).toMatch(/The card changed at/);
    expect(answer(decision)).toContain(`It is in #${REQUEST}: [the card](#issuecomment-40).`);
  });

  it("adjust needs no checkpoint", () => {
    const body = `/factory adjust\n\n\`\`\`yaml\n- {drop: ${SECOND_TASK}, reason: Nobody asked.}\n\`\`\``;
    const decision = decideOn(spent(1), { pulls, comments: [say(body)] });
    expect(decision.state?.project?.tasks[SECOND_TASK]?.status).toBe("ABANDONED");
  });

  it("budget raises the limit, re-arms what is ahead, and the project continues", () => {
    const raised = decideOn(asked(spent(25)), { pulls, comments: [say("/factory budget 40")] });
    expect(raised.state?.checkpoint).toMatchObject({ open: null, limits: { warn_usd: 5, hard_usd: 40 } });
    expect(raised.pending).toContainEqual(expect.objectContaining({ kind: "ask-role" }));
    expect(decideOn(spent(36, stateOf(raised)), { pulls }).state?.checkpoint.open).toMatchObject({
      number: 2,
      triggers: ["budget-critical"],
    });
  });

  it("budget that is lowered and raised again warns at the configured threshold, not at the low limit", () => {
    const lowered = decideOn(spent(1), { pulls, comments: [say("/factory budget 3", 60)] });
    expect(lowered.state?.checkpoint.limits).toEqual({ warn_usd: 3, hard_usd: 3 });
    const raised = decideOn(stateOf(lowered), { pulls, comments: [say("/factory budget 40", 61)] });
    expect(raised.state?.checkpoint.limits).toEqual({ warn_usd: 5, hard_usd: 40 });
    expect(decideOn(spent(4, stateOf(raised)), { pulls }).state?.checkpoint.open).toBeNull();
    expect(decideOn(spent(5, stateOf(raised)), { pulls }).state?.checkpoint.open?.triggers).toEqual(["budget-warning"]);
  });

  it("budget below the money spent is refused", () => {
    expect(answer(decideOn(asked(spent(25)), { pulls, comments: [say("/factory budget 24")] }))).toMatch(/not above/);
  });

  it("adjust changes the plan and continues", () => {
    const body = `/factory adjust\n\n\`\`\`yaml\n- {drop: ${SECOND_TASK}, reason: Nobody asked.}\n\`\`\``;
    const decision = decideOn(asked(spent(5)), { pulls, comments: [say(body)] });
    expect(decision.state?.checkpoint.open).toBeNull();
    expect(decision.state?.project?.tasks[SECOND_TASK]?.status).toBe("ABANDONED");
  });

  it("abort ends the project", () => {
    const decision = decideOn(asked(spent(5)), { pulls, comments: [say("/factory abort")] });
    expect(decision.state?.project?.status).toBe("ABORTED");
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "close-pull-request" }));
  });
});

describe("a task's own limit", () => {
  const used = (sum: Partial<typeof SUM>, state: FactoryState = planning): FactoryState => ({
    ...state,
    spent: { project: SUM, tasks: { [FIRST_TASK]: { ...SUM, ...sum } }, roles: {} },
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

  it("does not stop work that asks no model", () => {
    const state = used({ calls: 99 }, inWork({ modules: modules({ step: AT_GREEN }) }));
    expect(decideOn(state, { pulls }).state?.work[FIRST_TASK]?.stage.stage).toBe("building");
  });
});
