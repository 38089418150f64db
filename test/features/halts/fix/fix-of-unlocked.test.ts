import { describe, expect, it } from "vitest";
import { VALIDATORS_BY_GATE } from "../../../../src/domain/gates/validator-code.js";
import { gitBlobSha } from "../../../../src/domain/hash.js";
import type { FactoryState } from "../../../../src/engine/factory-state.js";
import type { ObservedGateRun } from "../../../../src/engine/observation.js";
import { gateRequests } from "../../../../src/features/gate-runs/gates-awaited.js";
import type { ModuleWork } from "../../../../src/features/modules/module-work.js";
import { gateReport, validatorResult } from "../../../support/gate-report.js";
import { gates, type Halted, haltOf, modules, pullsWith, readBy, SPECIFIED, sayHere } from "../../../support/halted.js";
import { decideOn, FIRST_TASK, stateOf } from "../../../support/loop.js";

const COMMITTED = "e".repeat(40);
const EXAMPLES = ".factory/modules/MM-0001/1.0.0/examples.md";
const CONTRACT = ".factory/modules/MM-0001/1.0.0/contract.yml";

/** The first module never came to be locked: its red run stayed without success. */
function haltedAtRed(change: Partial<ModuleWork> = {}): Halted {
  return haltOf({ modules: modules({ lock: null, judged: null, concluded: gates("CONTRACT"), ...change }) });
}

const fixOf = (files: Readonly<Record<string, string>>) =>
  `/factory fix\n\n\`\`\`yaml\n${JSON.stringify({ fix_description: "It was incomplete.", fix_artifacts: files })}\n\`\`\``;

function hear({ state, files }: Pick<Halted, "state" | "files">, body: string) {
  return decideOn(state, { pulls: pullsWith({}), comments: [sayHere(body)] }, { files });
}

const firstOf = (state: FactoryState): ModuleWork => {
  const module = state.work[FIRST_TASK]?.modules[0];
  if (module === undefined) throw new Error("the first module is in work");
  return module;
};

/** Both halves of a run in which nothing stands against the work. */
function passingRuns(state: FactoryState): ObservedGateRun[] {
  const { step, module_ref } = firstOf(state);
  if (step.step !== "gating" || step.gates === null) throw new Error("gates are awaited");
  const validators = ([0, 1] as const).flatMap((gate) =>
    VALIDATORS_BY_GATE[gate].map((code) => validatorResult({ code, gate })),
  );
  return gateRequests(step.gates, { task: FIRST_TASK, module: module_ref }).map((request, index) => ({
    nonce: request.nonce,
    state: "reported",
    runId: index + 1,
    url: "https://example.com/run",
    report: gateReport(request, { validators }),
  }));
}

/** Follows the fix through its commit to the end of its red run. */
function redPassed(halted: Halted, body: string): FactoryState {
  const branch = new Map(halted.branch);
  const keep = (decision: ReturnType<typeof decideOn>): FactoryState => {
    for (const { path, text } of decision.files) branch.set(path, text);
    return stateOf(decision);
  };
  const offered = keep(hear(halted, body));
  const { step } = firstOf(offered);
  const key = step.step === "committing" ? `work-${FIRST_TASK}-${step.question}` : null;
  const pulls = pullsWith(key === null ? {} : { head: COMMITTED, key });
  const gating =
    step.step === "gating" && step.gates !== null
      ? offered
      : keep(decideOn(offered, { pulls }, { files: readBy(offered, branch) }));
  return stateOf(decideOn(gating, { pulls, gateRuns: passingRuns(gating) }, { files: readBy(gating, branch) }));
}

describe("a fix of a module that was never locked", () => {
  it.each([
    ["examples", { [EXAMPLES]: `${SPECIFIED.examples}\nThat is all.\n` }, SPECIFIED.tests],
    ["contract", { [CONTRACT]: SPECIFIED.contract }, SPECIFIED.tests],
    ["code", { "src/tag.ts": "export const tag = 1;" }, SPECIFIED.tests],
    ["tests", { "test/tag.test.ts": "other tests" }, "other tests"],
  ])("locks the present tests once red has passed: %s only", (_what, files, tests) => {
    const module = firstOf(redPassed(haltedAtRed(), fixOf(files)));
    expect(module.lock?.test_blob).toBe(gitBlobSha(tests));
    expect(module.step).toMatchObject({ step: "gating", colour: "green" });
  });

  it.each([
    ["that show nothing", { [CONTRACT]: SPECIFIED.contract, [EXAMPLES]: "# None\n" }],
    [
      "with a placeholder",
      { [CONTRACT]: SPECIFIED.contract, [EXAMPLES]: SPECIFIED.examples.replace('"Blue"', '"..."') },
    ],
  ])("is refused with examples %s", (_what, files) => {
    const decision = hear(haltedAtRed(), fixOf(files));
    expect(decision.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    const answer = decision.pending.find((effect) => effect.kind === "say" && effect.key === "answer:60");
    expect(answer).toMatchObject({ body: expect.stringContaining(EXAMPLES) });
  });

  it("is refused if there is nothing that it could leave unchanged, and the answer names what is missing", () => {
    const asked = { step: "asking", activity: "specify", question: 4, attempt: 1, from: "head" } as const;
    const [first, second] = modules({ lock: null, concluded: null, failures: [], step: asked });
    if (first === undefined || second === undefined) throw new Error("the plan has two modules");
    const { written_in: _nothing, ...unwritten } = first;
    const cause = { kind: "branch-taken-over", what: "pushed", by: "ada", pull_request: 5 } as const;
    const decision = hear(haltOf({ modules: [unwritten, second], halting: cause }), fixOf({ "src/tag.ts": "x" }));
    expect(decision.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    const answer = decision.pending.find((effect) => effect.kind === "say" && effect.key === "answer:60");
    expect(answer).toMatchObject({
      body: expect.stringMatching(/test\/tag\.test\.ts, .*contract\.yml, .*examples\.md/),
    });
  });
});

describe("a fix of the code after one of the tests that never came to be locked", () => {
  it("is red first, because green is compared with what is locked", () => {
    const halted = haltOf();
    const lock = firstOf(halted.state).lock;
    if (lock === null) throw new Error("the first module is locked");
    const older = haltOf({ modules: modules({ lock: { ...lock, test_blob: gitBlobSha("older tests") } }) });
    const offered = hear(older, fixOf({ "src/tag.ts": "x" }));
    expect(firstOf(stateOf(offered)).step).toMatchObject({ step: "committing", gates: ["red", "green"] });
  });
});

describe("an override of a module that was never locked", () => {
  it("locks the tests as the last answer wrote them", () => {
    const module = firstOf(redPassed(haltedAtRed(), "/factory override I have read it."));
    expect(module.lock?.test_blob).toBe(gitBlobSha(SPECIFIED.tests));
  });
});
