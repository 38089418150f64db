import { describe, expect, it } from "vitest";
import type { ChangeStage } from "../../../src/features/interface-change/rules/interface-change.js";
import { detectRelease } from "../../../src/features/release/detect-release.js";
import { releaseKey } from "../../../src/features/release/release-proposal.js";
import type { ReleaseState } from "../../../src/features/release/rules/release-state.js";
import { ProjectStatus } from "../../../src/features/tasks/board/project-state.js";
import { HEAD, pull } from "../../support/observed.js";
import { aProject, t } from "../../support/project-state.js";
import {
  ended,
  NOW,
  OTHER_HEAD,
  partialOrder,
  RELEASE,
  RELEASE_ID,
  reportOf,
  seenRun,
  situation,
  suite,
} from "../../support/release.js";
import { results } from "../../support/test-baseline.js";

const kinds = (...given: Parameters<typeof situation>) => detectRelease(situation(...given)).map(({ kind }) => kind);
const releasePull = (changes: Partial<Parameters<typeof pull>[0]> = {}) =>
  pull({ number: 9, branch: `factory/release-${RELEASE_ID}`, key: releaseKey(RELEASE.proposing), ...changes });

describe("an automatic full release", () => {
  it("is due with everything that is active when every task has ended and one shipped", () => {
    expect(detectRelease(situation())).toEqual([
      {
        kind: "release-due",
        at: NOW,
        order: { release_id: expect.stringMatching(/^REL-[0-9a-f]{8}$/), modules: null, asked_by: null, since: NOW },
      },
    ]);
  });

  it.each([
    ["a task is still to be done", { a: { is: "SHIPPED" }, b: {} }],
    ["a task is in progress", { a: { is: "SHIPPED" }, b: { is: "IN_PROGRESS" } }],
    ["a task is halted", { a: { is: "SHIPPED" }, b: { is: "HALTED" } }],
    ["nothing shipped", { a: { is: "ABANDONED" } }],
  ] as const)("is not due while %s", (_, tasks) => {
    expect(kinds({ project: aProject(tasks) })).toEqual([]);
  });

  it.each<[ChangeStage, string[]]>([
    [{ stage: "shipped", version: "2.0.0" }, []],
    [{ stage: "reverifying", version: "2.0.0", consumers: [{ module_ref: "MM-0002@1.0.0", version: "1.0.1" }] }, []],
    [{ stage: "done", version: "2.0.0" }, ["release-due"]],
  ])("waits for the tasks that verify consumers of a new version: %j", (stage, expected) => {
    const change = { task_id: t("a"), target_module: "MM-0001@1.0.0", decisions: [], questions: 0, stage };
    expect(kinds({ interface_changes: { "ICE-0a1b2c3d": change } })).toEqual(expected);
    const another = { ...change, task_id: "T-of-an-earlier-product-001" };
    expect(kinds({ interface_changes: { "ICE-0a1b2c3d": another } })).toEqual(["release-due"]);
  });

  it.each(ProjectStatus.exclude(["ACTIVE"]).options)("is not due in a project that is %s", (status) => {
    const { project } = ended();
    expect(kinds({ project: project === null ? null : { ...project, status } })).toEqual([]);
  });

  it.each<[string, ReleaseState, string[]]>([
    ["after a part was released", { ...RELEASE.published, order: partialOrder }, ["release-due"]],
    ["after a part was refused", { ...RELEASE.refused, order: partialOrder }, ["release-due"]],
    ["not after everything was refused: a person asks again", RELEASE.refused, []],
    ["not while one is being published", RELEASE.publishing, []],
  ])("%s", (_, release, expected) => {
    expect(kinds({ release })).toEqual(expected);
  });

  it("gives every attempt another id", () => {
    const first = detectRelease(situation());
    const second = detectRelease(situation({ release: { ...RELEASE.refused, order: partialOrder } }));
    expect(first).not.toEqual(second);
  });

  it("is not due before there is a state commit to derive its id from", () => {
    expect(kinds({}, {}, { stateHead: null })).toEqual([]);
  });
});

describe("the full run that precedes a release", () => {
  const release = RELEASE.validating;

  it("is not repeated when the whole suite passed on exactly this commit", () => {
    expect(detectRelease(situation({ release }))).toEqual([{ kind: "release-validated", at: NOW, head: HEAD }]);
  });

  it.each([
    ["none ran", { phase: "taken", full_run: null }],
    ["the last one judged another commit", { phase: "taken", full_run: { sha: OTHER_HEAD, passed: true, why: "x" } }],
    ["the project has no baseline", null],
  ] as const)("is requested if %s", (_, baseline) => {
    expect(detectRelease(situation({ release, baseline }))).toMatchObject([
      { kind: "release-suite-requested", run: { sha: HEAD, requested_at: NOW } },
    ]);
  });

  it.each([
    { phase: "due", lost: 0 },
    { phase: "awaited", run: suite, lost: 0 },
    { phase: "stuck", why: "no runner", since: NOW },
  ] as const)("waits for a baseline that is $phase", (baseline) => {
    expect(kinds({ release, baseline })).toEqual([]);
  });

  it("waits if there is no workflow", () => {
    const baseline = { phase: "taken", full_run: null } as const;
    expect(kinds({ release, baseline }, { workflow: { status: "absent" } })).toEqual([]);
  });

  it("refuses the release if the suite failed on this commit, with the reason on the issue", () => {
    const baseline = { phase: "taken", full_run: { sha: HEAD, passed: false, why: "regressed: adds" } } as const;
    const [refused] = detectRelease(situation({ release, baseline }));
    expect(refused).toMatchObject({ kind: "release-refused", release_id: RELEASE_ID, why: "regressed: adds" });
    expect(refused).toMatchObject({ note: { issue: 3, body: expect.stringContaining("regressed: adds") } });
    expect(refused).toMatchObject({ note: { body: expect.stringContaining("/factory release") } });
  });
});

describe("a requested full run", () => {
  const running = { ...RELEASE.validating, run: suite };
  const seen = (report = reportOf(suite)) => ({ gateRuns: [seenRun(suite, report)] });

  it("is judged by its report", () => {
    const passing = reportOf(suite, { suite: results({ adds: "passed" }) });
    expect(detectRelease(situation({ release: running, baseline: null }, seen(passing)))).toEqual([
      { kind: "full-run-judged", at: NOW, sha: HEAD, passed: true, why: "no regression in 1 tests" },
    ]);
    const failing = reportOf(suite, { suite: results({ adds: "failed" }) });
    expect(detectRelease(situation({ release: running, baseline: null }, seen(failing)))).toMatchObject([
      { passed: false, why: expect.stringContaining("adds") },
    ]);
  });

  it.each([
    [0, "release-suite-lost"],
    [1, "release-suite-lost"],
    [2, "release-refused"],
  ])("that is lost after %i others leads to %s", (lost, kind) => {
    const gateRuns = [{ nonce: suite.nonce, runId: 1, url: "", state: "unusable", why: "no runner" }] as const;
    const [event] = detectRelease(situation({ release: { ...running, lost } }, { gateRuns }));
    expect(event).toMatchObject({ kind, why: expect.stringContaining("no runner") });
  });

  it.each([
    ["12:15:00", []],
    ["12:15:01", ["release-suite-lost"]],
  ])("that never started is lost after a quarter of an hour: at %s %j", (time, expected) => {
    expect(kinds({ release: running }, {}, { now: `2026-03-01T${time}Z` })).toEqual(expected);
  });
});

describe("a release on its way to the default branch", () => {
  it.each([RELEASE.preparing, RELEASE.proposing])("starts again if the branch moves while it is $phase", (release) => {
    expect(detectRelease(situation({ release }, { defaultHead: OTHER_HEAD }))).toEqual([
      { kind: "release-overtaken", at: NOW, head: OTHER_HEAD },
    ]);
    expect(kinds({ release })).toEqual([]);
  });

  it("is merged when its pull request is, by any account", () => {
    const pulls = [releasePull({ state: "merged", mergeSha: OTHER_HEAD })];
    expect(detectRelease(situation({ release: RELEASE.proposing }, { pulls, defaultHead: OTHER_HEAD }))).toEqual([
      { kind: "release-merged", at: NOW, commit: OTHER_HEAD },
    ]);
  });

  it.each([
    ["is merged, too, joined with the commit that the gates were about", HEAD, "release-merged"],
    ["starts over, joined with a commit that they have not seen", "c".repeat(40), "release-overtaken"],
  ])("%s", (_, base, kind) => {
    const joined = { key: null, joinedKey: releaseKey(RELEASE.proposing), headParents: ["a".repeat(40), base] };
    const pulls = [releasePull({ state: "merged", mergeSha: OTHER_HEAD, ...joined })];
    expect(kinds({ release: RELEASE.proposing }, { pulls, defaultHead: OTHER_HEAD })).toEqual([kind]);
  });

  it("is refused, and nothing is tagged, if something else was merged along with it", () => {
    const trees = { headTree: HEAD, mergeTree: OTHER_HEAD };
    const pulls = [releasePull({ state: "merged", mergeSha: OTHER_HEAD, ...trees })];
    const [refused] = detectRelease(situation({ release: RELEASE.proposing }, { pulls, defaultHead: OTHER_HEAD }));
    expect(refused).toMatchObject({ kind: "release-refused", release_id: RELEASE_ID });
    expect(refused).toMatchObject({ note: { body: expect.stringContaining("Nothing was tagged") } });
  });

  it("waits until GitHub shows the merge commit", () => {
    const pulls = [releasePull({ state: "merged", mergeSha: null })];
    expect(kinds({ release: RELEASE.proposing }, { pulls, defaultHead: OTHER_HEAD })).toEqual([]);
  });

  it("does not take the merge of an earlier manifest for its own", () => {
    const pulls = [releasePull({ state: "merged", mergeSha: OTHER_HEAD, key: "release-other" })];
    expect(kinds({ release: RELEASE.proposing }, { pulls, defaultHead: OTHER_HEAD })).toEqual(["release-overtaken"]);
  });
});
