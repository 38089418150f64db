import { describe, expect, it } from "vitest";
import type { HaltCause } from "../../../src/features/halts/escalation/causes.js";
import type { ModuleWork } from "../../../src/features/modules/module-work.js";
import type { TaskWork } from "../../../src/features/modules/task-work.js";
import { fullTrail } from "../../support/escalation.js";
import { HALTS } from "../../support/halt-causes.js";
import { gates, haltOf, modules, pullsWith, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";

const MILD = HALTS["mild-review-violation"];
const WROTE = HALTS["write-attempt"];

/** The first module was written, gated green and then failed with this; nothing of it was in doubt. */
function reviewed(cause: HaltCause, first: Partial<ModuleWork> = {}): TaskWork["modules"] {
  const judged = { head: HEAD, gates: gates() };
  return modules({ step: { step: "failed", cause }, trail: fullTrail, judged, failures: [], ...first });
}

/** Both modules were, and the second one failed with this. */
function both(cause: HaltCause): TaskWork["modules"] {
  const [first, second] = reviewed(MILD);
  if (first === undefined || second === undefined) throw new Error("the plan has two modules");
  const { module_ref, name } = second;
  return [first, { ...first, module_ref, name, step: { step: "failed", cause } }];
}

function retried(change: Partial<TaskWork>, seen: Parameters<typeof pullsWith>[0] = {}) {
  const { state, files } = haltOf({ head: HEAD, ...change });
  const observed = { pulls: pullsWith(seen) };
  const shown = decideOn(state, observed, { files });
  const card = shown.pending.find((pending) => pending.kind === "say" && pending.key.startsWith("card:"));
  const after = decideOn(state, { ...observed, comments: [sayHere("/factory retry")] }, { files });
  return {
    before: state.work[FIRST_TASK],
    work: after.state?.work[FIRST_TASK],
    status: after.state?.project?.tasks[FIRST_TASK]?.status,
    answer: after.state?.inbox.pending.find(({ key }) => key === "answer:60")?.body,
    card: card?.kind === "say" ? card.body : "",
    asked: after.pending.flatMap((pending) => (pending.kind === "ask-role" ? [pending] : [])),
  };
}

const BEGUN_AGAIN = { attempt: 2, plan: null, modules: [] };

describe("a retry after a review that could not be used", () => {
  it.each<[string, HaltCause, "challenge" | "adjudicate", string]>([
    ["a mild Challenger", MILD, "challenge", "Challenger"],
    ["a Challenger that tried to write", WROTE, "challenge", "Challenger"],
    ["an Arbiter that tried to write", { ...WROTE, role: "arbiter" }, "adjudicate", "Arbiter"],
  ])("asks %s again and repeats nothing else", (_, cause, activity, name) => {
    const { before, work, status, answer, card, asked } = retried({ modules: reviewed(cause) });
    expect(status).toBe("IN_PROGRESS");
    expect(work).toMatchObject({ attempt: 1, stage: { stage: "building" }, plan: before?.plan, head: before?.head });
    const [was, is] = [before?.modules[0], work?.modules[0]];
    expect(is).toEqual({ ...was, step: { step: "asking", activity, question: 5, attempt: 1, from: "head" } });
    expect(asked).toMatchObject([{ activity, module: "MM-0001", question: 5 }]);
    expect(answer).toContain(`The ${name} is asked about MM-0001@1.0.0 again. Plan, tests and code`);
    expect(card).toContain(`**Recommended:** \`/factory retry\`. Ask the ${name} about MM-0001@1.0.0 again.`);
    expect(card).not.toContain("starts afresh when its turn comes. Where");
  });

  it("asks for one at a time if several were lost", () => {
    const { work, card } = retried({ modules: both(WROTE) });
    expect(card).toContain("Ask the Challenger about MM-0001@1.0.0 again.");
    expect(card).toContain("You are asked about MM-0002@1.0.0 again after that.");
    expect(work?.modules.map(({ step }) => step.step)).toEqual(["asking", "failed"]);
  });

  it.each<[string, Partial<TaskWork>, Parameters<typeof pullsWith>[0]]>([
    ["somebody pushed to the branch since", { modules: reviewed(MILD) }, { head: "e".repeat(40) }],
    ["the pull request is closed", { modules: reviewed(MILD) }, { state: "closed" }],
    ["another module failed in its own way", { modules: both(HALTS["gates-failing"]) }, {}],
    ["what was reviewed was never green", { modules: reviewed(MILD, { judged: null }) }, {}],
    ["the task halted over something else", { modules: reviewed(MILD), halting: HALTS["gate-run-failed"] }, {}],
  ])("repeats the whole task if %s, and says so", (_, change, seen) => {
    const { work, answer, card } = retried(change, seen);
    expect(work).toMatchObject(BEGUN_AGAIN);
    expect(answer).toContain("planned, tested and built afresh");
    expect(card).toContain("starts afresh when its turn comes");
    expect(card).not.toContain("Ask the Challenger about");
  });
});
