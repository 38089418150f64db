import { describe, expect, it } from "vitest";
import { lockPlan } from "../../../src/domain/plan/lock.js";
import type { ObservedPull } from "../../../src/engine/observation.js";
import { whyNotMerged } from "../../../src/features/merging/why-not-merged.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { decideOn, FIRST_TASK, LATER, mergedSpec, planning, taskPull } from "../../support/loop.js";
import { aPlan, planFile } from "../../support/micro-plan.js";
import { HEAD, pull } from "../../support/observed.js";
import { gates, planned, sha } from "../../support/task-work.js";

const awaited = { ...gates("INTEGRITY"), requested_at: "2026-03-01T12:30:00Z" };
const work: TaskWork = {
  ...planned({ id: "MM-0001", reused: true }),
  plan: lockPlan(aPlan()),
  head: taskPull.head,
  stage: { stage: "merging", head: taskPull.head, base: HEAD, gates: awaited },
};
const merging = { ...planning, work: { [FIRST_TASK]: work } };
const thrownOut = { at: LATER, reason: "CI_FAILURE" };

function seen(changes: Partial<ObservedPull>, also: { defaultHead?: string } = {}) {
  const pulls = [mergedSpec, { ...taskPull, byQueue: true, ...changes }];
  const decision = decideOn(merging, { pulls, ...also }, { files: new Map([planFile(FIRST_TASK, aPlan())]) });
  const status = decision.pending.find((effect) => effect.kind === "keep-comment" && effect.key === "status");
  return {
    pending: decision.pending.map(({ kind }) => kind),
    status: status?.kind === "keep-comment" ? status.body : "",
    stage: decision.state?.work[FIRST_TASK]?.stage.stage,
  };
}

describe("a pull request in a merge queue", () => {
  it("is queued once it was judged", () => {
    expect(seen({}).pending).toContain("merge-pull-request");
  });

  it("waits there, with a wait in the status, also if the base moves before its turn", () => {
    const waiting = seen({ inQueue: true, mergeBlockedBy: "it waits in the merge queue" }, { defaultHead: sha("e") });
    expect(waiting.pending).not.toContain("merge-pull-request");
    expect(waiting.status).toContain("it waits in the merge queue");
    expect(waiting.stage).toBe("merging");
  });

  it("is not queued again automatically after the queue removed it, and a person gets the reason", () => {
    const out = seen({ leftQueue: thrownOut });
    expect(out.pending).not.toContain("merge-pull-request");
    expect(out.status).toMatch(/you: .*took it out, because of CI.*FAILURE/);
  });

  it("is judged again on a base that has moved since it was removed", () => {
    expect(seen({ leftQueue: thrownOut }, { defaultHead: sha("e") }).stage).toBe("integrating");
  });

  it("is queued again after it was judged again", () => {
    expect(seen({ leftQueue: { ...thrownOut, at: "2026-03-01T12:29:59Z" } }).pending).toContain("merge-pull-request");
  });

  it("shows GitHub's message after a refusal, and is tried again", () => {
    const refused = seen({ mergeRefused: 'Required status check "ci" is expected.' });
    expect(refused.pending).toContain("merge-pull-request");
    expect(refused.status).toContain('Required status check "ci" is expected.');
  });
});

describe("the reason why a pull request is not merged", () => {
  it.each<[string, Partial<ObservedPull>, RegExp | null]>([
    ["nothing stands in its way", {}, null],
    ["GitHub blocks it", { mergeBlockedBy: "a review is missing", leftQueue: thrownOut }, /^a review is missing$/],
    ["it conflicts", { mergeable: "conflicting" }, /conflicts with the base/],
    ["the queue let go of it and did not say why", { leftQueue: { at: LATER, reason: null } }, /without saying why/],
  ])("is given if %s", (_what, changes, words) => {
    const why = whyNotMerged(pull({ number: 1, branch: "factory/x", key: null, ...changes }));
    if (words === null) expect(why).toBeNull();
    else expect(why).toMatch(words);
  });
});
