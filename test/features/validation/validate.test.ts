import { describe, expect, it } from "vitest";
import { BASELINE_PATH } from "../../../src/domain/gates/state-paths.js";
import { TestBaseline } from "../../../src/domain/validation/baseline.js";
import type { TestResult } from "../../../src/domain/validation/test-result.js";
import { decide } from "../../../src/engine/decide.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { comment, HEAD, person } from "../../support/observed.js";
import { aProject } from "../../support/project-state.js";
import { ended, inputOf, reportOf, seenRun, type situation } from "../../support/release.js";
import { aBaseline, results } from "../../support/test-baseline.js";

const LATER = "2026-03-01T13:00:00Z";
const label = {
  issue: 3,
  title: "Notes",
  body: "",
  labelledBy: person("ada"),
  labelledAt: "2026-01-01T00:00:00Z",
  changedSince: [],
  quick: false,
};
const asked = comment({ id: 50, issue: 3, body: "/factory validate", createdAt: LATER, author: person("grace") });
const again = { ...asked, id: 51, createdAt: "2026-03-01T14:00:00Z", updatedAt: "2026-03-01T14:00:00Z" };
const taken = { phase: "taken", full_run: null } as const;
const inWork = { project: aProject({ a: { is: "SHIPPED" }, b: { is: "HALTED" } }) };

type Seen = Parameters<typeof situation>[1];
const decided = (state: FactoryState, seen: Seen = {}) => decide(inputOf(state, { requests: [label], ...seen }));

/** The state after the command, with the run that is awaited. */
function ordered(changes: Parameters<typeof ended>[0] = {}) {
  const decision = decided(ended({ ...inWork, ...changes }), { comments: [asked] });
  const state = decision.state;
  if (state === null) throw new TypeError("there is a state");
  return { decision, state, run: state.validation?.run };
}

/** The answer to another such command. */
function refusal(state: FactoryState, seen: Seen = {}): string {
  const { events } = decided(state, { comments: [again], ...seen });
  const read = events.find(({ kind }) => kind === "comment-read");
  if (read?.kind !== "comment-read" || read.answer?.answers?.accepted !== false) throw new TypeError("it is refused");
  return read.answer.body;
}

/** What is said about a report of the run. */
function concluded(suite: TestResult[], rerun: TestResult[] = []) {
  const { state, run } = ordered({ baseline: taken });
  if (run == null) throw new TypeError("a run is awaited");
  const files = new Map([[BASELINE_PATH, writeYaml(aBaseline(), TestBaseline)]]);
  const gateRuns = [seenRun(run, reportOf(run, { suite, rerun }))];
  const after = decide(inputOf(state, { requests: [label], gateRuns }, { files })).state;
  return { after, said: notes(after).at(-1) };
}

const notes = (state: FactoryState | null) => state?.inbox.pending.map(({ body }) => body) ?? [];

describe("/factory validate", () => {
  it("runs the whole suite on the head of the default branch, once", () => {
    const { decision, run, state } = ordered();
    expect(decision.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["validation-ordered", "validation-requested"]),
    );
    expect(run).toMatchObject({ sha: HEAD });
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "dispatch-gates", key: run?.nonce }));
    expect(refusal(state)).toContain("The whole suite is running already");
  });

  it("says that the suite is green, with what failed before, and changes nothing", () => {
    const { after, said } = concluded(results({ adds: "passed", subtracts: "passed", divides: "failed" }));
    expect(said).toContain(
      `**Green:** 3 tests at ${HEAD.slice(0, 8)}, no new failure against the baseline.\n\nFailing since the baseline (1):\n- \`divides\``,
    );
    expect(after?.validation).toBeUndefined();
    expect(after?.baseline).toEqual(taken);
    expect(after?.project?.tasks).toEqual(inWork.project.tasks);
  });

  it("names new failures, what is gone, and flakes", () => {
    const suite = results({ adds: "failed", "is new": "failed", shaky: "failed", divides: "passed" });
    const { said } = concluded(suite, results({ adds: "failed", "is new": "failed", shaky: "passed" }));
    expect(said).toContain("**Not green:** 3 new failures against the baseline");
    expect(said).toContain("Failing now (2):\n- `adds`\n- `is new`\n\nGone, or skipped (1):\n- `subtracts`");
    expect(said).toContain("Failed once and passed when run again (1):\n- `shaky`");
    expect(said).toContain("Failing in the baseline, passing now (1):\n- `divides`");
  });

  it("asks a lost run again, and says in the end that there is no result", () => {
    let { state } = ordered();
    for (const lost of [0, 1, 2]) {
      const run = state.validation?.run;
      if (run == null) throw new TypeError("a run is awaited");
      expect(state.validation?.lost).toBe(lost);
      const unusable = {
        nonce: run.nonce,
        runId: 1,
        url: "http://127.0.0.1/1",
        state: "unusable",
        why: "no report",
      } as const;
      const next = decided(state, { gateRuns: [unusable] }).state;
      if (next === null) throw new TypeError("there is a state");
      state = next;
    }
    expect(state.validation).toBeUndefined();
    expect(notes(state).at(-1)).toBe(
      "The whole suite could not be run: 3 runs in a row brought no result. The last one: no report",
    );
  });

  it.each([
    ["before a project started", { project: null }, {}, "no project has started"],
    ["of a released project", { project: { ...inWork.project, status: "RELEASED" as const } }, {}, "has ended"],
    ["without a workflow", {}, { workflow: { status: "absent" as const } }, "Merge the set-up first"],
  ])("is refused %s", (_, changes, seen, words) => {
    expect(refusal(ended({ ...inWork, ...changes }), seen)).toContain(words);
  });
});
