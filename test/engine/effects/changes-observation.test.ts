import { expect, it } from "vitest";
import { isNews } from "../../../src/engine/effects/changes-observation.js";
import type { DirectEffect } from "../../../src/engine/effects/effect-table.js";
import { FIRST_TASK, planning } from "../../support/loop.js";
import { HEAD, pull } from "../../support/observed.js";
import { gates } from "../../support/task-work.js";

const check: DirectEffect = {
  kind: "keep-check-run",
  key: "gates:1",
  name: "factory / gates",
  head: HEAD,
  status: { kind: "completed", conclusion: "success" },
  title: "Passed",
  summary: "",
  text: "",
  annotations: [],
  actions: [],
};
const work = planning.work[FIRST_TASK];
if (work === undefined) throw new Error("the task is in work");
const merging = {
  ...planning,
  work: {
    [FIRST_TASK]: { ...work, stage: { stage: "merging", head: HEAD, base: HEAD, gates: gates("INTEGRITY") } as const },
  },
};

it("a check run counts as words, but GitHub is observed again where a merge may have waited for it", () => {
  expect(isNews(check, planning, [])).toBe(false);
  expect(isNews(check, merging, [])).toBe(true);
  const blocked = pull({
    number: 1,
    branch: "b",
    head: HEAD,
    mergeable: "yes",
    mergeBlockedBy: "a rule of its base branch is not met",
  });
  expect(isNews(check, merging, [blocked])).toBe(true);
  expect(isNews(check, merging, [{ ...blocked, mergeBlockedBy: null, mergeable: "unknown" }])).toBe(true);
});

it("GitHub is not observed again for a merge that it would make already", () => {
  const free = pull({ number: 1, branch: "b", head: HEAD, mergeable: "yes", mergeBlockedBy: null });
  expect(isNews(check, merging, [free])).toBe(false);
});

it("GitHub is observed again after any change of a branch or a pull request", () => {
  expect(isNews({ kind: "close-pull-request", key: "close", number: 1 }, planning, [])).toBe(true);
  expect(isNews({ kind: "say", key: "note", issue: 1, body: "done" }, merging, [])).toBe(false);
});
