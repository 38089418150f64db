import { describe, expect, it } from "vitest";
import { NEW_WORK } from "../../../src/features/modules/task-work.js";
import { releaseEffects } from "../../../src/features/release/release-effects.js";
import { releaseKey } from "../../../src/features/release/release-proposal.js";
import { ProjectStatus } from "../../../src/features/tasks/board/project-state.js";
import { HEAD, pull } from "../../support/observed.js";
import { t } from "../../support/project-state.js";
import { ended, NOW, RELEASE, RELEASE_ID, situation, suite, TAKEN } from "../../support/release.js";
import { releaseBranches, releasePaths, suitesAwaited } from "../../support/release-queries.js";

const MANIFEST = `.factory/releases/${RELEASE_ID}.yml`;
const files = new Map([[MANIFEST, "release_id: it\n"]]);
const key = releaseKey(RELEASE.proposing);
const proposed = (changes: Partial<Parameters<typeof pull>[0]> = {}) => ({
  pulls: [pull({ number: 9, branch: `factory/release-${RELEASE_ID}`, key, ...changes })],
});
const pending = (...given: Parameters<typeof situation>) =>
  releaseEffects(situation(given[0], given[1], { files, ...given[2] }));

describe("the pending effect of a release", () => {
  it("does not exist before there is one, and after it ended", () => {
    expect(pending()).toEqual([]);
    expect(pending({ release: RELEASE.published })).toEqual([]);
    expect(pending({ release: RELEASE.refused })).toEqual([]);
    expect(pending({ release: RELEASE.validating })).toEqual([]);
  });

  it("is the requested full run", () => {
    expect(pending({ release: { ...RELEASE.validating, run: suite } })).toMatchObject([
      { kind: "dispatch-gates", key: suite.nonce, request: { run_type: "BASELINE", head_sha: HEAD } },
    ]);
  });

  it("is the four gates at a commit, under a key of that commit", () => {
    expect(pending({ release: RELEASE.preparing })).toEqual([
      { kind: "prepare-release", key: `prepare-${RELEASE_ID}-${HEAD}`, release_id: RELEASE_ID, head: HEAD },
    ]);
  });

  it("is a pull request with the manifest and nothing else", () => {
    expect(pending({ release: RELEASE.proposing })).toMatchObject([
      {
        kind: "propose-files",
        key,
        branch: `factory/release-${RELEASE_ID}`,
        base: HEAD,
        title: `Release 1.0.0 (${RELEASE_ID})`,
        body: expect.stringContaining("`v1.0.0`"),
        files: [{ path: MANIFEST, text: "release_id: it\n" }],
        writesWorkflows: false,
      },
    ]);
  });

  it("is the manifest once more if the pull request shows another one", () => {
    const [effect] = pending({ release: RELEASE.proposing }, proposed({ key: "release-other" }));
    expect(effect).toMatchObject({ kind: "propose-files", key });
  });

  it("is the merge of exactly the head that shows it", () => {
    expect(pending({ release: RELEASE.proposing }, proposed())).toMatchObject([
      { kind: "merge-pull-request", number: 9, head: HEAD, title: `factory: release ${RELEASE_ID}` },
    ]);
  });

  it("is an update of its branch if the rules of the base require it", () => {
    const behind = { isBehind: true, mergeBlockedBy: "its branch is behind its base" };
    expect(pending({ release: RELEASE.proposing }, proposed(behind))).toEqual([
      { kind: "update-branch", key: `update-9-${HEAD}`, number: 9, head: HEAD },
    ]);
  });

  it.each([
    ["its merge, joined with the commit that the gates were about", HEAD, "merge-pull-request"],
    ["the manifest once more, joined with another", "c".repeat(40), "propose-files"],
  ])("is %s", (_, base, kind) => {
    const joined = { key: null, joinedKey: key, headParents: ["a".repeat(40), base] };
    expect(pending({ release: RELEASE.proposing }, proposed(joined))).toMatchObject([{ kind }]);
  });

  it.each([
    ["a person closed it", { state: "closed" }],
    ["it conflicts with the base", { mergeable: "conflicting" }],
    ["a review is required", { mergeBlockedBy: "a review is required" }],
    ["it is merged already", { state: "merged" }],
  ] as const)("does not exist while the pull request waits: %s", (_, changes) => {
    expect(pending({ release: RELEASE.proposing }, proposed(changes))).toEqual([]);
  });

  it("is tag and release of the merge commit", () => {
    expect(pending({ release: RELEASE.publishing })).toEqual([
      { kind: "tag-release", key: `tag-${RELEASE_ID}`, release_id: RELEASE_ID, commit: HEAD },
    ]);
  });

  it.each(ProjectStatus.exclude(["ACTIVE"]).options)("does not exist in a project that is %s", (status) => {
    const { project } = ended();
    const steps = Object.values(RELEASE).flatMap((release) =>
      pending({ release, project: project === null ? null : { ...project, status } }),
    );
    expect(steps).toEqual([]);
  });

  it("is closing an open pull request if the project was aborted", () => {
    const { project } = ended();
    const aborted = project === null ? null : { ...project, status: "ABORTED" as const };
    expect(pending({ release: RELEASE.proposing, project: aborted }, proposed())).toEqual([
      { kind: "close-pull-request", key: "close-9", number: 9 },
    ]);
    expect(pending({ release: RELEASE.proposing, project: aborted }, proposed({ state: "merged" }))).toEqual([]);
  });
});

describe("the observation for a release", () => {
  const validating = { ...RELEASE.validating, run: suite };

  it("has its branch while it is proposed", () => {
    expect(releaseBranches(ended({ release: RELEASE.proposing }), "factory")).toEqual([
      `factory/release-${RELEASE_ID}`,
    ]);
    expect(releaseBranches(ended({ release: RELEASE.preparing }), "factory")).toEqual([]);
  });

  it("has the awaited runs of the whole suite, while the project is active", () => {
    const awaited = { phase: "awaited", run: suite, lost: 0 } as const;
    expect(suitesAwaited(ended({ baseline: awaited }))).toMatchObject([{ nonce: suite.nonce }]);
    expect(suitesAwaited(ended({ release: validating }))).toMatchObject([{ nonce: suite.nonce }]);
    expect(suitesAwaited(ended({ release: RELEASE.validating }))).toEqual([]);
    expect(suitesAwaited(ended({ project: null, baseline: awaited }))).toEqual([]);
  });

  it.each([
    ["the manifest while it is proposed", { release: RELEASE.proposing }, [MANIFEST]],
    ["the baseline while a full run is judged", { release: validating }, [".factory/baseline.yml"]],
    ["no baseline where none was taken", { release: validating, baseline: null }, []],
    ["nothing before the run is asked for", { release: RELEASE.validating }, []],
    [
      "the baseline while a merge is due",
      {
        work: {
          [t("a")]: {
            ...NEW_WORK,
            stage: {
              stage: "merging",
              head: HEAD,
              base: HEAD,
              gates: {
                run_type: "INTEGRITY",
                nonces: { judge: "1".repeat(32), execute: "2".repeat(32) },
                base_sha: HEAD,
                head_sha: HEAD,
                state_sha: HEAD,
                requested_at: NOW,
                lost: 0,
              },
            },
          },
        },
      },
      [".factory/baseline.yml"],
    ],
  ] as const)("reads %s from the state branch", (_, state, expected) => {
    expect(releasePaths(ended({ baseline: TAKEN, ...(state as Parameters<typeof ended>[0]) }))).toEqual(expected);
  });
});
