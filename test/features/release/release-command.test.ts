import { describe, expect, it } from "vitest";
import type { BaselineState } from "../../../src/domain/validation/baseline-state.js";
import { decide } from "../../../src/engine/decide.js";
import { releaseKey } from "../../../src/features/release/release-proposal.js";
import { comment, person, pull } from "../../support/observed.js";
import { aProject } from "../../support/project-state.js";
import { ended, inputOf, NOW, partialOrder, RELEASE, RELEASE_ID, type situation } from "../../support/release.js";

const LATER = "2026-03-01T13:00:00Z";
const two = aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"] }, b: {} });

const label = {
  issue: 3,
  title: "Notes",
  body: "",
  labelledBy: person("ada"),
  labelledAt: "2026-01-01T00:00:00Z",
  changedSince: [],
  quick: false,
};

/** What is heard when somebody says it on the issue that asked. */
function hear(body: string, state: Parameters<typeof ended>[0] = {}, seen: Parameters<typeof situation>[1] = {}) {
  const said = comment({ id: 50, issue: 3, body, createdAt: LATER, author: person("grace") });
  const files = new Map([[`.factory/releases/${RELEASE_ID}.yml`, "x"]]);
  const decision = decide(inputOf(ended(state), { comments: [said], requests: [label], ...seen }, { files }));
  const read = decision.events.find(({ kind }) => kind === "comment-read");
  return {
    events: decision.events.filter(({ kind }) => kind !== "comment-read"),
    answer: read?.kind === "comment-read" ? (read.answer?.body ?? "") : "",
    accepted: read?.kind === "comment-read" ? read.answer?.answers?.accepted : undefined,
  };
}

describe("/factory release", () => {
  it("orders everything when every task has ended, by its author", () => {
    const { events, accepted } = hear("/factory release", { release: RELEASE.refused });
    expect(accepted).toBe(true);
    expect(events).toMatchObject([
      { kind: "release-due", order: { modules: null, asked_by: "grace", since: NOW } },
      { kind: "release-validated" },
    ]);
  });

  it("orders exactly what is named, while other tasks are still to be done", () => {
    const project = aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"] }, b: { is: "HALTED" } });
    const { events } = hear("/factory release MM-0001@1.0.0", { project });
    expect(events).toMatchObject([
      { kind: "release-due", order: { modules: ["MM-0001@1.0.0"], asked_by: "grace" } },
      { kind: "release-validated" },
    ]);
  });

  it("orders what an earlier product shipped together with its dependants", () => {
    const { events } = hear("/factory release MM-0001@1.0.0 MM-0009@1.0.0", {
      project: two,
      index_ledger: { "MM-0009@1.0.0": "SHIPPED" },
    });
    expect(events[0]).toMatchObject({ kind: "release-due", order: { modules: ["MM-0001@1.0.0", "MM-0009@1.0.0"] } });
  });

  it.each([
    [
      "everything while a task is open",
      "/factory release",
      { project: { ...two, status: "ACTIVE" } },
      /must ship or be abandoned/,
    ],
    ["what has not shipped", "/factory release MM-0007@1.0.0", {}, /MM-0007@1\.0\.0 \(of no task\)/],
    [
      "anything before there is a project",
      "/factory release",
      { project: null, product: null },
      /no project has started/,
    ],
    ["anything while paused", "/factory release", { project: { ...two, status: "PAUSED" } }, /\/factory resume/],
    ["what was aborted", "/factory release", { project: { ...two, status: "ABORTED" } }, /aborted/],
    [
      "what is released",
      "/factory release",
      { project: { ...two, status: "RELEASED" }, release: RELEASE.published },
      /released already as `v1\.0\.0`/,
    ],
    [
      "a second one beside the first",
      "/factory release",
      { release: RELEASE.preparing },
      /REL-1a2b3c4d is under way: it is preparing/,
    ],
    ["a second one while the first is published", "/factory release", { release: RELEASE.publishing }, /is under way/],
    ["a second one while the first is proposed", "/factory release", { release: RELEASE.proposing }, /is under way/],
  ] as const)("refuses %s, with an answer", (_, body, state, why) => {
    const { answer, accepted } = hear(body, state as Parameters<typeof ended>[0]);
    expect(answer).toMatch(why);
    expect(accepted).toBe(false);
  });

  it.each([
    ["a person closed", { state: "closed" }],
    ["cannot be merged any more", { mergeable: "conflicting" }],
  ] as const)("replaces a proposal that %s", (_, changes) => {
    const branch = `factory/release-${RELEASE_ID}`;
    const pulls = [pull({ number: 9, branch, key: releaseKey(RELEASE.proposing), ...changes })];
    const { events } = hear("/factory release", { release: RELEASE.proposing }, { pulls });
    expect(events[0]).toMatchObject({ kind: "release-due", order: { asked_by: "grace" } });
  });

  it("runs the suite again if it had failed", () => {
    const baseline: BaselineState = { phase: "taken", full_run: { sha: "a".repeat(40), passed: false, why: "adds" } };
    const { events } = hear("/factory release", { release: RELEASE.refused, baseline });
    expect(events.map(({ kind }) => kind)).toEqual(["release-due", "release-suite-requested"]);
  });
});

describe("/factory retry on the issue", () => {
  it("requests the baseline again if it failed", () => {
    const stuck = { phase: "stuck", why: "no runner", since: NOW } as const;
    const { events, accepted } = hear("/factory retry", {
      project: aProject({ a: { is: "IN_PROGRESS" } }),
      baseline: stuck,
    });
    expect(accepted).toBe(true);
    expect(events.map(({ kind }) => kind)).toEqual(["baseline-retried", "baseline-requested"]);
  });

  it("is refused if nothing there waits for it", () => {
    expect(
      hear("/factory retry", { release: { ...RELEASE.refused, order: { ...partialOrder, modules: null } } }),
    ).toMatchObject({
      accepted: false,
    });
  });
});

describe("/factory deprecate", () => {
  const body =
    "/factory deprecate MM-0001@1.0.0\n\n```yaml\nreason: It folds no Unicode.\nmigration_note: Fold before you call it.\nreplacement: null\n```";
  const released = { project: { ...ended().project, status: "RELEASED" } } as Parameters<typeof ended>[0];

  it.each([
    ["in an active project", { release: RELEASE.refused }],
    ["after the release", released],
  ])("is accepted %s, and answered in the same place", (_, state) => {
    const { events, accepted } = hear(body, state);
    expect(accepted).toBe(true);
    expect(events).toMatchObject([
      {
        kind: "deprecation-ordered",
        order: {
          module_ref: "MM-0001@1.0.0",
          reason: "It folds no Unicode.",
          migration_note: "Fold before you call it.",
          replacement: null,
          asked_by: "grace",
          issue: 3,
          at: NOW,
        },
      },
    ]);
  });

  it.each([
    ["while paused", { project: { ...two, status: "PAUSED" } }, /\/factory resume/],
    ["what was aborted", { project: { ...two, status: "ABORTED" } }, /ended early/],
    [
      "twice",
      {
        ...released,
        deprecations: [
          {
            phase: "preparing",
            order: {
              module_ref: "MM-0001@1.0.0",
              reason: "It folds no Unicode.",
              migration_note: "Fold before.",
              replacement: null,
              asked_by: "ada",
              issue: 3,
              at: NOW,
            },
          },
        ],
      },
      /being deprecated already/,
    ],
  ] as const)("refuses %s, with an answer", (_, state, why) => {
    const { answer, accepted } = hear(body, state as Parameters<typeof ended>[0]);
    expect(answer).toMatch(why);
    expect(accepted).toBe(false);
  });
});
