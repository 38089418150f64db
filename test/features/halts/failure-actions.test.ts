import { describe, expect, it } from "vitest";
import type { Config } from "../../../src/domain/config/config.js";
import { type FailureAction, FailureAction as FailureActionSchema } from "../../../src/domain/validation/taxonomy.js";
import type { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import { actionForCause } from "../../../src/features/halts/escalation/failure-of-cause.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { aConfig } from "../../support/config.js";
import { aChallenge, aProposal, rejection } from "../../support/debate.js";
import { HALTS } from "../../support/halt-causes.js";
import { haltOf, modules, pullsWith } from "../../support/halted.js";
import { decideOn } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";

const chosen = (failure_actions: Config["failure_actions"]) => aConfig({ failure_actions });

/** Everything that people are told when the task halts in this way. */
function toldAbout(change: Partial<TaskWork>, config: Config) {
  const { state, files } = haltOf(change, {}, { config });
  const keyless = { ...state, noted: [] };
  const decision = decideOn(keyless, { pulls: pullsWith({}) }, { files, config });
  const said = decision.state?.inbox.pending ?? [];
  const bodyOf = (prefix: string) => said.find(({ key }) => key.startsWith(prefix))?.body ?? "";
  return { card: bodyOf("card:"), checkpoint: bodyOf("checkpoint:") };
}

const trail = {
  proposals: [aProposal()],
  challenges: [aChallenge()],
  adjudications: [{ ...rejection, adjudication_id: "ADJ-00000001" }],
};
const failedModule = (cause: HaltCause): Partial<TaskWork> => ({
  modules: modules({ step: { step: "failed", cause }, trail }),
});
const regressed = (cause = HALTS["test-regression"]): Partial<TaskWork> => ({
  modules: modules().map((module) => ({ ...module, step: { step: "shipped", head: HEAD } as const })),
  stage: { stage: "integrating", head: HEAD, base: HEAD, gates: null },
  halting: cause,
});

describe("what a person sees of a failure action", () => {
  it.each<[FailureAction, RegExp]>([
    ["auto-retry", /`failure_actions.validation-failure` is `auto-retry`: it was tried again by itself/],
    ["retry-then-escalate", /is `retry-then-escalate`: it was tried again, and as no try is left you are asked/],
    ["escalate", /is `escalate`: you are asked at once, without a retry/],
    [
      "stop-show-diff",
      /is `stop-show-diff`: the task stops[\s\S]*\[The change against its base\]\(<\.\.\/compare\/\w+\.\.\.\w+>\)/,
    ],
    ["checkpoint", /is `checkpoint`: the task stops, and the whole project waits at a checkpoint/],
  ])("tells %s apart from the others", (action, words) => {
    const { card } = toldAbout(failedModule(HALTS["gates-failing"]), chosen({ "validation-failure": action }));
    expect(card).toMatch(words);
  });

  it("is a checkpoint of the project for `checkpoint`, and for no other choice about a single task", () => {
    for (const action of FailureActionSchema.exclude(["ignore", "warn-continue"]).options) {
      const { checkpoint } = toldAbout(failedModule(HALTS["gates-failing"]), chosen({ "validation-failure": action }));
      if (action === "checkpoint")
        expect(checkpoint).toMatch(/failed, and `failure_actions` makes a checkpoint of that\. Its own card asks/);
      else expect(checkpoint).toBe("");
    }
  });

  it("consults `review-max-retries` when the last revision was rejected", () => {
    const rejected = failedModule(HALTS["debate-rejected"]);
    expect(toldAbout(rejected, aConfig()).card).toContain("`failure_actions.review-max-retries` is `escalate`");
    const { card, checkpoint } = toldAbout(rejected, chosen({ "review-max-retries": "checkpoint" }));
    expect(card).toContain("`failure_actions.review-max-retries` is `checkpoint`");
    expect(checkpoint).toContain("makes a checkpoint of that");
  });

  it("is the diff and the tests against the baseline where a regression stops the task", () => {
    const diff = "MODIFY src/tag.ts\n@@ line 3\n- return tag;\n+ return null;\n";
    const { card } = toldAbout(regressed({ ...HALTS["test-regression"], diff }), aConfig());
    expect(card).toContain("```diff\nMODIFY src/tag.ts\n@@ line 3\n- return tag;\n+ return null;\n```");
    const [first] = HALTS["test-regression"].tests;
    expect(card).toContain(`- passed  ${first?.name}\n+ failing ${first?.name}`);
    const escalated = toldAbout(
      regressed({ ...HALTS["test-regression"], diff }),
      chosen({ "test-regression": "escalate" }),
    );
    expect(escalated.card).not.toContain("```diff");
  });

  it.each<[HaltCause, string | undefined]>([
    [HALTS["gate-run-failed"], "tool-timeout"],
    [HALTS["answer-invalid"], "parse-error"],
    [HALTS["call-failed"], "impl-crash"],
    [{ ...HALTS["gates-failing"], failure_type: "test-flake" }, "test-flake"],
    [HALTS["merge-conflict"], undefined],
  ])("belongs to the kind of failure: %j", (cause, type) => {
    expect(actionForCause(cause, {})?.type).toBe(type);
  });
});

describe("warn-continue", () => {
  it("warns in the task's pull request, once, of what it goes on with", () => {
    const troubles = [{ type: "test-flake" as const, tests: ["tag > is shaky"] }];
    const { state, files } = haltOf();
    const work = Object.fromEntries(
      Object.entries(state.work).map(([id, each]) => [id, { ...each, warned: { nonce: "1".repeat(32), troubles } }]),
    );
    const decision = decideOn({ ...state, work }, { pulls: pullsWith({}) }, { files });
    const notes = decision.state?.inbox.pending.filter(({ key }) => key.startsWith("test-warning:")) ?? [];
    expect(notes).toHaveLength(1);
    expect(notes[0]?.body).toContain(
      "**Warning.** The work goes on; you need do nothing.\n\n- tests failed, and passed when they were run again: tag &gt; is shaky (`failure_actions.test-flake` is `warn-continue`)",
    );
    const after = decision.state;
    if (after === null) throw new TypeError("there is a state");
    const again = decideOn({ ...after, inbox: { ...after.inbox, pending: [] } }, { pulls: pullsWith({}) }, { files });
    expect(again.events.filter(({ kind }) => kind === "person-asked")).toEqual([]);
  });
});
