import { describe, expect, it } from "vitest";
import { paintFor } from "../../src/cli/paint.js";
import { statusReport, statusText } from "../../src/cli/status-report.js";
import {
  type FactoryState,
  FactoryState as FactoryStateSchema,
  newFactoryState,
} from "../../src/domain/factory/factory-state.js";
import { STATE_PATH } from "../../src/domain/gates/state-paths.js";
import { readYaml } from "../../src/yaml.js";
import { FIRST_TASK, history } from "../support/state-history.js";

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
const lines = (state: FactoryState) => statusText(statusReport(state, COMMIT), plain).split("\n");
const stored = readYaml(STATE_PATH, history().at(-1)?.files.get(STATE_PATH) ?? "", FactoryStateSchema);
if (!stored.ok) throw new Error(stored.refusal.message);
const running = stored.value;

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

  it.each([
    [0, undefined],
    [1, "1 answer is owed."],
    [2, "2 answers are owed."],
  ])("%d answers that are owed are counted", (count, line) => {
    const owed = Array.from({ length: count }, (_, index) => ({
      key: `k${index}`,
      issue: 3,
      body: "x",
      answers: null,
    }));
    const found = lines({ ...fresh, inbox: { ...fresh.inbox, owed } }).find((text) => text.includes("owed"));
    expect(found).toBe(line);
  });

  it("tells why a task halted, on one line and without control characters", () => {
    const task = running.project?.tasks[FIRST_TASK];
    if (running.project === null || task === undefined) throw new Error("expected a task");
    const halted = { ...task, status: "HALTED" as const, halted_reason: "two\nlines \u001b[31mred" };
    const project = { ...running.project, tasks: { ...running.project.tasks, [FIRST_TASK]: halted } };
    expect(lines({ ...running, project })).toContain(
      `  HALTED       ${FIRST_TASK} #5  Keep a note: two lines  [31mred`,
    );
    expect(statusReport({ ...running, project }, COMMIT).project).toMatchObject({
      counts: { HALTED: 1, PENDING: 1, IN_PROGRESS: 0, SHIPPED: 0, BLOCKED: 0, ABANDONED: 0 },
      tasks: [{ reason: "two\nlines \u001b[31mred" }, { reason: null }],
    });
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
});
