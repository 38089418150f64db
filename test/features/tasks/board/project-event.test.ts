import { describe, expect, it } from "vitest";
import { ProjectEvent } from "../../../../src/features/tasks/board/project-event.js";
import { ESCALATION, LATER, SHA, t } from "../../../support/project-state.js";

const added = {
  task_id: t("x"),
  spec_task_id: null,
  pillar: "Core",
  epic: "Demo",
  story: "Story",
  task: "x",
  path: "x.md",
  depends_on: [],
  priority: 0,
};

const VALID = {
  "task-started": { task_id: t("a") },
  "pull-request-opened": { task_id: t("a"), pull_request: 1 },
  "task-shipped": { task_id: t("a"), merge_sha: SHA, module_refs: [], rationale: null },
  "task-halted": { task_id: t("a"), reason: "red", escalation_ref: ESCALATION },
  "escalation-resolved": {
    task_id: t("a"),
    escalation_ref: null,
    resolution: { action: "RETRY_TASK" },
    identities: [{ task_id: t("x"), path: "x.md" }],
  },
  "plan-adjusted": { adjustment: [{ reorder: [t("a")] }] },
  "tasks-added": { tasks: [added], awaited_by: [] },
  "project-paused": {},
  "project-resumed": {},
  "project-aborted": {},
  "project-released": {},
} as const;

const parses = (event: unknown) => ProjectEvent.safeParse(event).success;

describe("an intent", () => {
  it.each(Object.entries(VALID))("%s is read as it was written", (kind, payload) => {
    const event = { kind, at: LATER, ...payload };
    expect(ProjectEvent.parse(event)).toEqual(event);
  });

  it.each(Object.entries(VALID))("%s has its instant and nothing that is not its own", (kind, payload) => {
    expect(parses({ kind, ...payload })).toBe(false);
    expect(parses({ kind, at: "noon", ...payload })).toBe(false);
    expect(parses({ kind, at: LATER, ...payload, more: 1 })).toBe(false);
  });

  it.each([
    ["pull-request-opened", { pull_request: 0 }],
    ["task-shipped", { merge_sha: "abc" }],
    ["task-shipped", { rationale: "" }],
    ["task-halted", { reason: "" }],
    ["task-halted", { escalation_ref: null }],
    ["escalation-resolved", { identities: [{ task_id: t("x"), path: "" }] }],
    ["escalation-resolved", { resolution: { action: "ABANDON_TASK" } }],
    ["plan-adjusted", { adjustment: [] }],
    ["tasks-added", { tasks: [] }],
    ["tasks-added", { tasks: [{ ...added, pillar: "" }] }],
    ["tasks-added", { tasks: [{ ...added, epic: "" }] }],
    ["tasks-added", { tasks: [{ ...added, story: "" }] }],
    ["tasks-added", { tasks: [{ ...added, task: "" }] }],
    ["tasks-added", { tasks: [{ ...added, path: "" }] }],
    ["tasks-added", { tasks: [{ ...added, priority: 0.5 }] }],
  ] as const)("%s is refused with %j", (kind, wrong) => {
    expect(parses({ kind, at: LATER, ...VALID[kind], ...wrong })).toBe(false);
  });

  it("is of no other kind", () => {
    expect(parses({ kind: "task-deleted", at: LATER, task_id: t("a") })).toBe(false);
  });
});
