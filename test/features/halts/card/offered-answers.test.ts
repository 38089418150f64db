import { describe, expect, it } from "vitest";
import { causeRow, HALT_CAUSES, type HaltKind } from "../../../../src/features/halts/escalation/causes.js";
import type { TaskWork } from "../../../../src/features/modules/task-work.js";
import { untouched } from "../../../../src/features/modules/task-work.js";
import { fullTrail } from "../../../support/escalation.js";
import { HALTS } from "../../../support/halt-causes.js";
import { halfDone, haltOf, modules, pullsWith, sayHere } from "../../../support/halted.js";
import { decideOn } from "../../../support/loop.js";
import { offeredOn, verbOf } from "../../../support/offered.js";

const block = (verb: string, yaml: string) => `/factory ${verb}\n\n\`\`\`yaml\n${yaml}\n\`\`\``;
const part = "{name: All, description: All of it., acceptance_criteria: [Returns it., Rejects it.], depends_on: []}";
/** A comment for each command that nothing is wrong with but, perhaps, its time. */
const SAID: Readonly<Record<string, string>> = {
  override: "/factory override It is fine.",
  "amend-spec": block(
    "amend-spec",
    "amended_acceptance_criteria: [Returns it., Rejects it.]\namendment_rationale: So.",
  ),
  split: block("split", `new_tasks: [${part}]`),
  "revise-plan": block("revise-plan", "revised_micro_plan: [{module_id: a, description: All of it., depends_on: []}]"),
  fix: "/factory fix The commits I pushed.",
  abandon: "/factory abandon Nobody needs it.",
  retry: "/factory retry",
};

/** Their cards are others: offered-rulings.test.ts sends what those offer. */
const ABOUT_CHANGES: readonly HaltKind[] = ["interface-change", "contract-not-agreed"];
const WITHOUT_PLAN: readonly HaltKind[] = [
  "plan-invalid",
  "task-too-large",
  "sops-do-not-fit",
  "answer-invalid",
  "call-failed",
  "task-budget-exhausted",
  "branch-taken-over",
  "taken-back",
];
const OVER_PACKAGES: readonly HaltKind[] = [
  "dependency-not-allowed",
  "dependencies-refused",
  "dependency-runs-scripts",
];

/** Work that halts over this, as far as it had come. */
function inBuilding(kind: HaltKind, isWritten: boolean): Partial<TaskWork> {
  const cause = HALTS[kind];
  const isModules = causeRow(kind).reach === "module";
  const work = modules({ trail: fullTrail, ...(isModules ? { step: { step: "failed", cause } } : {}) });
  const written = isWritten ? work : work.map(({ written_in: _nothing, ...module }) => module);
  return { modules: written, ...(isModules ? {} : { halting: cause }) };
}

const planless = (kind: HaltKind): Partial<TaskWork> => ({
  stage: { stage: "planning", question: 1, attempt: 1 },
  halting: HALTS[kind],
  plan: null,
  modules: [],
});

const atPackages = (kind: HaltKind): Partial<TaskWork> => ({
  stage: { stage: "resolving", at: { step: "due" } },
  halting: HALTS[kind],
  modules: [untouched({ module_ref: "MM-0001@1.0.0", name: "Module tag", depends_on: [], reused: false })],
  packages: { declared: [], agreed: [], scripts_agreed: false, run: null, committed: null },
});

const kinds = HALT_CAUSES.map(({ kind }) => kind).filter((kind) => !ABOUT_CHANGES.includes(kind));
type Way = [HaltKind, string, Partial<TaskWork>];
const WAYS: Way[] = [
  ...kinds
    .filter((kind) => !OVER_PACKAGES.includes(kind))
    .flatMap((kind): Way[] => [
      [kind, "with a module written", inBuilding(kind, true)],
      // What is merged was written.
      ...(kind === "merge-tree-mismatch" ? [] : [[kind, "with nothing written", inBuilding(kind, false)] as Way]),
    ]),
  ...WITHOUT_PLAN.map((kind): Way => [kind, "before there was a plan", planless(kind)]),
  ...OVER_PACKAGES.map((kind): Way => [kind, "before anything was built", atPackages(kind)]),
];

function cardOf(change: Partial<TaskWork>) {
  const { state, files } = haltOf(change);
  const shown = decideOn(state, { pulls: pullsWith({}) }, { files });
  const body = shown.pending.flatMap((pending) =>
    pending.kind === "say" && pending.key.startsWith("card:") ? [pending.body] : [],
  );
  const text = body[0] ?? "";
  const { recommended, others, payload, isReady, examples } = offeredOn(text);
  const answered = (said: string) => {
    // Whoever offers commits has pushed some.
    const pulls = pullsWith(said.startsWith("/factory fix") ? { head: "e".repeat(40) } : {});
    const after = decideOn(state, { pulls, comments: [sayHere(said)] }, { files });
    const answer = after.state?.inbox.pending.find(({ key }) => key === "answer:60");
    return { accepted: answer?.answers?.accepted, body: answer?.body };
  };
  return { text, recommended, offered: [recommended, ...others], others, payload, isReady, examples, answered };
}

describe("an answer that a card offers", () => {
  it.each(WAYS)("is accepted when it is sent: %s, %s", (kind, _how, change) => {
    const { payload, isReady, offered, others, examples, answered } = cardOf(change);
    for (const verb of offered) expect(answered(SAID[verb] ?? ""), verb).toMatchObject({ accepted: true });
    expect(offered).toContain(kind === "merge-tree-mismatch" ? "override" : "retry");
    expect(examples.map(verbOf)).toEqual(others);
    for (const example of examples) expect(answered(example), example).toMatchObject({ accepted: true });
    // What is recommended is ready to send, or refused until what is marked in it has been said.
    expect(payload.includes("TODO")).toBe(!isReady);
    expect(answered(payload), payload).toMatchObject({ accepted: isReady });
  });

  it("is to keep what is finished, where something is, and names it", () => {
    const { text, examples, answered } = cardOf(halfDone());
    const keep = "Keep MM-0001@1.0.0, and give up the rest.";
    expect(text).toContain(`| \`/factory abandon --keep <rationale>\` | ${keep}`);
    expect(text).toContain("| `/factory split --keep` | Keep MM-0001@1.0.0, and replace the rest");
    const keeping = examples.filter((example) => example.includes("--keep"));
    expect(keeping).toHaveLength(2);
    for (const example of keeping) expect(answered(example), example).toMatchObject({ accepted: true });
    expect(cardOf({}).text).not.toContain("--keep");
  });

  it("is neither an override nor a fix where nothing was planned", () => {
    expect(cardOf(planless("plan-invalid")).offered).toEqual([
      "revise-plan",
      "amend-spec",
      "split",
      "abandon",
      "retry",
    ]);
  });

  it("is nothing that needs the pull request while that is closed", () => {
    const { state, files } = haltOf();
    const shown = decideOn(state, { pulls: pullsWith({ state: "closed" }) }, { files });
    const card = shown.pending.find((pending) => pending.kind === "say" && pending.key.startsWith("card:"));
    const text = card?.kind === "say" ? card.body : "";
    expect(text).toContain("| `/factory retry");
    expect(text).not.toContain("| `/factory override");
  });

  it("recommends to do a task again of which one part failed in the gates and another was never written", () => {
    const [first, second] = modules();
    if (first === undefined || second === undefined) throw new Error("the plan has two modules");
    const step = { step: "failed", cause: HALTS["call-failed"] } as const;
    const { text, recommended, offered } = cardOf({ modules: [first, { ...second, depends_on: [], step }] });
    expect(recommended).toBe("retry");
    expect(offered).not.toContain("fix");
    expect(text).toContain("What was not written can be neither mended nor shipped");
  });
});
