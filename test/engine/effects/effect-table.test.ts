import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { EffectRow } from "../../../src/engine/effects/effect-row.js";
import {
  asksModel,
  EFFECTS,
  isJob,
  isMerge,
  isSaidWhenStuck,
  isTogether,
  permissionsFor,
} from "../../../src/engine/effects/effect-table.js";
import { HEAD } from "../../support/observed.js";

const kinds = Object.keys(EFFECTS) as Effect["kind"][];
const kindsThat = (holds: (effect: Effect) => boolean) => kinds.filter((kind) => holds({ kind } as Effect)).sort();
const rowOf = (kind: Effect["kind"]): EffectRow<never> => EFFECTS[kind];

const JOBS = [
  ...["ask-role", "debate-contract", "draft-spec", "find-consumers", "judge-packages", "judge-seals"],
  ...["prepare-deprecation", "prepare-release", "prepare-undo", "read-fix", "ship-module", "tag-release"],
  "watch-seals",
];

describe("the table of effects", () => {
  it("says what is a job, and which jobs ask a model", () => {
    expect(kindsThat(isJob)).toEqual(JOBS);
    expect(kindsThat(asksModel)).toEqual(["ask-role", "debate-contract", "draft-spec"]);
  });

  it("says what is written together, what is said when stuck, and what an undo holds back", () => {
    expect(kindsThat(isTogether)).toEqual(["keep-check-run", "keep-comment", "keep-marks", "post-review"]);
    expect(kindsThat(isSaidWhenStuck)).toEqual(["keep-comment", "react", "reply", "say"]);
    expect(kindsThat(isMerge)).toEqual(["merge-pull-request"]);
  });

  it.each<[kind: string, turn: string, changesObservation: string, permissions: object | null]>([
    ["propose-files", "after-words", "yes", { contents: "write", pull_requests: "write" }],
    ["commit-files", "after-words", "yes", { contents: "write" }],
    ["restore-tree", "after-words", "yes", { contents: "write" }],
    ["put-back-files", "after-words", "yes", { contents: "write" }],
    ["merge-pull-request", "after-words", "yes", { contents: "write", pull_requests: "write" }],
    ["close-pull-request", "after-words", "yes", { pull_requests: "write" }],
    ["publish-release", "after-words", "yes", { contents: "write" }],
    ["update-branch", "after-words", "no", { contents: "write", pull_requests: "write" }],
    ["dispatch-gates", "at-once", "no", { actions: "write" }],
    ["create-labels", "after-words", "no", { issues: "write" }],
    ["examine", "after-words", "no", null],
    ["say", "after-words", "no", { issues: "write", pull_requests: "write" }],
    ["reply", "after-words", "no", { issues: "write", pull_requests: "write" }],
    ["react", "after-words", "no", { issues: "write", pull_requests: "write" }],
    ["remove-comment", "after-words", "no", { issues: "write", pull_requests: "write" }],
    ["keep-comment", "at-the-end", "no", { issues: "write", pull_requests: "write" }],
    ["keep-marks", "may-wait", "no", { issues: "write", pull_requests: "write" }],
    ["post-review", "may-wait", "no", { pull_requests: "write" }],
    ["keep-check-run", "may-wait", "where-a-merge-waits", { checks: "write" }],
  ])("does %s %s; observation changes: %s", (kind, turn, changesObservation, permissions) => {
    const row = rowOf(kind as Effect["kind"]);
    expect(row).toMatchObject({ job: false, turn, changesObservation });
    if (permissions === null) expect(row).toMatchObject({ permissions });
    else expect(permissionsFor({ kind } as Parameters<typeof permissionsFor>[0])).toEqual(permissions);
  });

  it("has no direct effect beside those", () => {
    expect(kinds).toHaveLength(19 + JOBS.length);
  });

  it("gives set-up alone the right to write workflows", () => {
    const proposal = {
      kind: "propose-files",
      key: "k",
      branch: "b",
      base: HEAD,
      files: [],
      commitMessage: "",
    } as const;
    const needs = (writesWorkflows: boolean) => permissionsFor({ ...proposal, title: "", body: "", writesWorkflows });
    expect(needs(true)).toEqual({ contents: "write", pull_requests: "write", workflows: "write" });
    expect(needs(false)).toEqual({ contents: "write", pull_requests: "write" });
  });
});
