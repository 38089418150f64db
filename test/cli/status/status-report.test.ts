import { describe, expect, it } from "vitest";
import { paintFor } from "../../../src/cli/paint.js";
import { statusReport } from "../../../src/cli/status/status-report.js";
import { statusText } from "../../../src/cli/status/status-text.js";
import { STATE_PATH } from "../../../src/domain/gates/state-paths.js";
import { type FactoryState, FactoryState as FactoryStateSchema } from "../../../src/engine/factory-state.js";
import type { StateFiles } from "../../../src/engine/state-files.js";
import { Escalation } from "../../../src/features/halts/escalation/escalation.js";
import { escalationPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { newFactoryState } from "../../../src/features/request/new-state.js";
import type { TaskState } from "../../../src/features/tasks/board/project-state.js";
import { readYaml, writeYaml } from "../../../src/yaml/yaml.js";
import { raised } from "../../support/escalation.js";
import { FIRST_TASK, history } from "../../support/state-history.js";

const COMMIT = "c".repeat(40);
const plain = paintFor({}, {});
const fresh = newFactoryState(7, {
  issue: 3,
  title: "Build it",
  requester: "ada",
  lane: "full",
  requested_at: "2026-03-01T09:00:00Z",
});
const round = {
  number: 2,
  kind: "fresh" as const,
  spec_blob: "b".repeat(40),
  feedback: [],
  amends: 0,
  started_at: "2026-03-01T09:00:00Z",
};
const NO_HALTS: StateFiles = new Map<string, string>();
const lines = (state: FactoryState, escalations = NO_HALTS) =>
  statusText(statusReport(state, COMMIT, escalations), plain).split("\n");
const stored = readYaml(STATE_PATH, history().at(-1)?.files.get(STATE_PATH) ?? "", FactoryStateSchema);
if (!stored.ok) throw new Error(stored.refusal.message);
const running = stored.value;

const SECOND_TASK = "T-pillar-1-epic-1-story-1-002";
const NOW = "2026-03-01T12:00:00Z";
const DIGEST = "d".repeat(64);
const made = running.project ?? expect.unreachable("the history ends with a project");
/** Its tasks, with these changes. */
const project = (changes: Readonly<Record<string, Partial<TaskState>>>) => ({
  tasks: Object.fromEntries(Object.entries(made.tasks).map(([id, task]) => [id, { ...task, ...changes[id] }])),
});

describe("where a product stands", () => {
  it.each<[FactoryState["product"], string]>([
    [null, "spec: not begun"],
    [
      { phase: "waiting-for-spec", why: "SPEC.md is empty", blob: null },
      "spec: waiting for SPEC.md (SPEC.md is empty)",
    ],
    [{ phase: "drafting", round }, "spec: being written, round 2"],
    [
      {
        phase: "awaiting-approval",
        sources: [],
        round,
        spec_digest: "d".repeat(64),
        shown_at: "2026-03-01T09:00:00Z",
        pull_request: null,
      },
      "spec: waiting for approval, round 2",
    ],
    [
      {
        phase: "awaiting-approval",
        sources: [],
        round,
        spec_digest: "d".repeat(64),
        shown_at: "2026-03-01T09:00:00Z",
        pull_request: 4,
      },
      "spec: waiting for approval, round 2, pull request #4",
    ],
    [{ phase: "stuck", round, why: "no idea" }, "spec: needs a person (no idea)"],
  ])("is said of the spec: %#", (product, line) => {
    expect(lines({ ...fresh, product })[1]).toBe(line);
  });

  it("is said with the commit and the instant it is known from", () => {
    expect(lines(fresh).at(-2)).toBe("as of 2026-03-01T09:00:00Z, commit cccccccccccc");
  });

  it("counts the answers that the App still owes for programs alone: nobody who reads this owes one", () => {
    const pending = [{ key: "k", issue: 3, body: "x", answers: null }];
    const state = { ...fresh, inbox: { ...fresh.inbox, pending } };
    expect(statusReport(state, COMMIT, NO_HALTS).pending).toBe(1);
    expect(lines(state).join("\n")).not.toContain("owed");
  });

  it("says why a task halted, on one line and without control characters", () => {
    const task = running.project?.tasks[FIRST_TASK];
    if (running.project === null || task === undefined) throw new Error("expected a task");
    const halted = { ...task, status: "HALTED" as const, halted_reason: "two\nlines \u001b[31mred" };
    const project = { ...running.project, tasks: { ...running.project.tasks, [FIRST_TASK]: halted } };
    expect(lines({ ...running, project })).toContain(
      `  HALTED       ${FIRST_TASK} #5  Keep a note: two lines  [31mred`,
    );
    expect(statusReport({ ...running, project }, COMMIT, NO_HALTS).project).toMatchObject({
      counts: { HALTED: 1, PENDING: 1, IN_PROGRESS: 0, SHIPPED: 0, BLOCKED: 0, ABANDONED: 0 },
      tasks: [{ reason: "two\nlines \u001b[31mred" }, { reason: null }],
    });
  });

  it("says at a halt who acts, where, which command is recommended, and what it blocks", () => {
    const escalation = raised();
    const halted = { status: "HALTED", escalation_ref: escalation.escalation_id } as const;
    const { tasks } = project({ [FIRST_TASK]: halted, [SECOND_TASK]: { status: "BLOCKED" } });
    const files = new Map([[escalationPath(escalation.escalation_id), writeYaml(escalation, Escalation)]]);
    const said = lines({ ...running, baseline: null, project: { ...made, tasks } }, files);
    expect(said).toContain(`  BLOCKED      ${SECOND_TASK}     Find a note: waits for Keep a note`);
    const { minimal_decision_required: sentence } = escalation;
    expect(said.slice(said.indexOf("waiting for:"))).toEqual([
      "waiting for:",
      `  your decision about Keep a note (${FIRST_TASK}) in #5: ${sentence} Recommended: \`/factory split\`; its card has every answer (since 2026-01-31 12:00:00 UTC)`,
      "",
      expect.stringMatching(/^as of /),
      "",
    ]);
  });

  it("names the release at the end, and waits for nothing", () => {
    const { tasks } = project({ [FIRST_TASK]: { status: "SHIPPED" }, [SECOND_TASK]: { status: "SHIPPED" } });
    const order = { release_id: "REL-0001", modules: null, asked_by: null, since: NOW };
    const release = { phase: "published" as const, order, commit: COMMIT, tag: "v1.0.1" };
    const said = lines({ ...running, release, baseline: null, project: { ...made, tasks, status: "RELEASED" } });
    expect(said).toContain("project 7-SPEC-001: RELEASED as v1.0.1, 2 of 2 tasks shipped");
    expect(said).not.toContain("waiting for:");
  });

  it.each<[string, Partial<FactoryState>, string | undefined]>([
    ["nothing, before it is begun", {}, undefined],
    [
      "a decision about the spec",
      {
        product: {
          phase: "awaiting-approval",
          sources: [],
          round,
          spec_digest: DIGEST,
          shown_at: NOW,
          pull_request: 4,
        },
      },
      "your decision about the spec in #4: `/factory approve`, `/factory amend <feedback>` or `/factory reject <reasons>`",
    ],
    [
      "help with the spec",
      { product: { phase: "stuck", round, why: "The model refused." } },
      "you: The model refused. Say `/factory amend <feedback>` or `/factory reject <reasons>` in #3",
    ],
    ["the draft", { product: { phase: "drafting", round } }, "the draft of round 2"],
    ["a resume", { product: { phase: "drafting", round }, paused_since: NOW }, "`/factory resume`"],
    ["a resume of the project", { project: { ...made, status: "PAUSED" } }, "`/factory resume`"],
    [
      "the checkpoint's answer",
      {
        product: { phase: "drafting", round },
        checkpoint: {
          ...fresh.checkpoint,
          open: { number: 1, triggers: ["budget-exhausted"], opened_at: NOW },
        },
      },
      "`/factory budget <usd>`, or `/factory continue` once `budgets.hard_usd` in `.factory/config.yml` is raised: the hard limit is reached",
    ],
    [
      "another try of the release",
      {
        project: {
          ...made,
          ...project({ [FIRST_TASK]: { status: "SHIPPED" }, [SECOND_TASK]: { status: "ABANDONED" } }),
        },
        release: {
          phase: "refused",
          order: { release_id: "REL-0001", modules: null, asked_by: null, since: NOW },
          why: "A test fails.",
          at: NOW,
        },
      },
      "`/factory release`: REL-0001 was refused. A test fails.",
    ],
  ])("says that it waits for %s", (_what, changes, words) => {
    const said = lines({ ...fresh, ...changes });
    const [, wait] = said.includes("waiting for:") ? said.slice(said.indexOf("waiting for:")) : [];
    expect(wait?.replace(/ \(since [^)]*\)$/, "").trim()).toBe(words);
  });

  it("says what it has cost, in all and role by role, and when a part of that is unknown", () => {
    const sum = { calls: 3, known_usd: 1.5, unknown_cost_calls: 0, input_tokens: 12_345, output_tokens: 67 };
    const unpriced = { ...sum, calls: 1, known_usd: 0, unknown_cost_calls: 1 };
    const said = lines({ ...fresh, spent: { project: sum, tasks: {}, roles: { planner: sum, judge: unpriced } } });
    expect(said).toContain("spent: 3 calls, 12,345 tokens in, 67 out, cost $1.50");
    expect(said).toContain("  planner             3 calls, 12,345 tokens in, 67 out, cost $1.50");
    expect(said).toContain(
      "  judge               1 calls, 12,345 tokens in, 67 out, cost unknown (1 call of a model without a price)",
    );
    expect(lines(fresh).join("\n")).not.toContain("spent");
  });

  it("writes the figures of roles below each other", () => {
    const sum = { calls: 3, known_usd: 1.5, unknown_cost_calls: 0, input_tokens: 12_345, output_tokens: 67 };
    const large = { ...sum, calls: 12, input_tokens: 1_234_567, output_tokens: 8_901 };
    const said = lines({ ...fresh, spent: { project: sum, tasks: {}, roles: { planner: sum, judge: large } } });
    expect(said).toContain("  planner              3 calls,    12,345 tokens in,    67 out, cost $1.50");
    expect(said).toContain("  judge               12 calls, 1,234,567 tokens in, 8,901 out, cost $1.50");
  });
});
