import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { Observed } from "../../../src/engine/observation.js";
import type { InterfaceChange } from "../../../src/features/interface-change/rules/interface-change.js";
import type { ModuleWork } from "../../../src/features/modules/module-work.js";
import { fullTrail } from "../../support/escalation.js";
import { haltOf, modules, pullsWith, readBy, sayHere } from "../../support/halted.js";
import { BRANCH, exception, ID, TARGET, withChange } from "../../support/interface-change.js";
import { decideOn, FIRST_TASK, NOW, REQUEST, SECOND_TASK, stateOf } from "../../support/loop.js";
import { HEAD } from "../../support/observed.js";
import { offeredOn, verbOf } from "../../support/offered.js";

/** A halted task before a person, and everything on the state branch. */
type Asked = { readonly state: FactoryState; readonly branch: ReadonlyMap<string, string> };

const cause = { kind: "interface-change", exception } as const;
const step = { step: "failed", cause } as const;

function work(first: Partial<ModuleWork>, second: Partial<ModuleWork> = {}): [ModuleWork, ModuleWork] {
  const [one, two] = modules({ trail: fullTrail, ...first });
  if (one === undefined || two === undefined) throw new Error("the plan has two modules");
  return [one, { ...two, ...second }];
}

function unwritten(): ModuleWork[] {
  const [{ written_in: _nothing, ...first }, second] = work({ step });
  return [first, second];
}

function raised(built: ModuleWork[]): Asked {
  const { state, branch } = haltOf({ modules: built, halting: cause });
  return { state: withChange(state, { stage: "deciding" }), branch: new Map([...branch, ...BRANCH]) };
}

/** A person said yes, and the roles came to no contract. */
function notAgreed(built: ModuleWork[]): Asked {
  const { state, branch } = raised(built);
  const approval = { exception_id: ID, decided_by: "ada", decided_at: NOW, decision: "APPROVE_CHANGE" } as const;
  const stage = { stage: "not-agreed", round: 3, objections: ["`parts` has no\n/factory abort"] } as const;
  const over = withChange(state, { ...stage, objections: [...stage.objections] }, { decisions: [approval] });
  const decision = decideOn(over, { pulls: pullsWith({}) }, { files: readBy(over, branch) });
  const { inbox, ...rest } = stateOf(decision);
  return {
    state: { ...rest, inbox: { ...inbox, pending: [] } }, // what was said before stands
    branch: new Map([...branch, ...decision.files.map(({ path, text }) => [path, text] as const)]),
  };
}

/** What the halt's card says, and what becomes of a comment that answers it. */
function cardOf({ state, branch }: Asked, unusual: Partial<Observed> = {}) {
  const seen = { pulls: pullsWith({}), ...unusual };
  const files = readBy(state, branch);
  const { pending } = decideOn(state, seen, { files });
  const [text = ""] = pending.flatMap((effect) =>
    effect.kind === "say" && effect.key.startsWith("card:") ? [effect.body] : [],
  );
  const answered = (said: string, issue?: number) => {
    // Whoever offers commits has pushed some.
    const pulls = said.startsWith("/factory fix") ? { pulls: pullsWith({ head: "e".repeat(40) }) } : {};
    const comments = [sayHere(said, issue === undefined ? {} : { issue })];
    const after = decideOn(state, { ...seen, ...pulls, comments }, { files });
    const answer = after.state?.inbox.pending.find(({ key }) => key === "answer:60");
    return { accepted: answer?.answers?.accepted, body: answer?.body };
  };
  return { text, answered, ...offeredOn(text) };
}

const BUILT: readonly (readonly [string, ModuleWork[]])[] = [
  ["with a module written", work({ step })],
  ["with nothing written", unwritten()],
  [
    "with a module finished",
    work({ step: { step: "shipped", head: HEAD } }, { depends_on: [], base: HEAD, step, written_in: 4 }),
  ],
  ["with another module failed", work({}, { depends_on: [], base: HEAD, step, written_in: 4 })],
];

const closed = { pulls: pullsWith({ state: "closed" }) };
/** The task builds a version whose contract was agreed on before. */
const ofVersion = ({ state, branch }: Asked): Asked => {
  const agreed = { replaces: "MM-0002@1.0.0", version: "1.1.0", contract: "contract.yml" };
  return { state: { ...state, agreed_versions: { [FIRST_TASK]: agreed } }, branch };
};
/** Another task's change of the same contract has come this far. */
const besideAnother = ({ state, branch }: Asked, stage: InterfaceChange["stage"]): Asked => {
  const other = { task_id: SECOND_TASK, target_module: TARGET, decisions: [], questions: 1, stage };
  return { state: { ...state, interface_changes: { ...state.interface_changes, "ICE-99999999": other } }, branch };
};

type Way = [how: string, asked: Asked, seen: Partial<Observed>];
const WAYS: Way[] = [
  ...BUILT.flatMap(([how, built]): Way[] => [
    [`raised ${how}`, raised(built), {}],
    [`not agreed on, ${how}`, notAgreed(built), {}],
    [`raised ${how}, while the pull request is closed`, raised(built), closed],
    [`not agreed on, ${how}, while the pull request is closed`, notAgreed(built), closed],
  ]),
  ["raised by a task that builds a version", ofVersion(raised(work({ step }))), {}],
  ["not agreed on, for a task that builds a version", ofVersion(notAgreed(work({ step }))), {}],
];

const DEBATED: InterfaceChange["stage"] = { stage: "debating", round: 1, activity: "challenge", question: 1 };
const BUILDER = "T-pillar-1-epic-1-story-1-003";
const NEXT = "MM-0007@1.1.0";
const UNDER_WAY: readonly [InterfaceChange["stage"], string, string][] = [
  [DEBATED, "ice defer", `changes ${TARGET} already: wait until its contract is agreed on`],
  [
    { stage: "building", task_id: BUILDER, version: "1.1.0" },
    "retry",
    `changes ${TARGET} already: say \`/factory retry\`, and the task waits for ${BUILDER}, which builds ${NEXT}`,
  ],
  [{ stage: "done", version: "1.1.0" }, "retry", `has changed ${TARGET} already, and it is ${NEXT} now`],
];

/** Everything that is offered, as the card writes it. */
function expectTaken({ text, answered, payload, isReady, others, examples }: ReturnType<typeof cardOf>) {
  expect(others.length).toBeGreaterThan(0);
  expect(examples.map(verbOf)).toEqual(others);
  for (const example of examples) expect(answered(example), example).toMatchObject({ accepted: true });
  expect(answered(payload), payload).toMatchObject({ accepted: isReady });
  expect(payload.includes("TODO"), text).toBe(!isReady);
}

describe("what the card of an interface change offers", () => {
  it.each(WAYS)("is taken when it is said as it is written there: %s", (_how, asked, seen) => {
    expectTaken(cardOf(asked, seen));
  });

  it("is to approve, to reject or to defer, and whatever else resolves a halted task", () => {
    const { recommended, others } = cardOf(raised(work({ step })));
    expect([recommended, ...others]).toEqual([
      "ice approve",
      "ice reject",
      "ice defer",
      "override",
      "amend-spec",
      "split",
      "revise-plan",
      "fix",
      "abandon",
      "retry",
    ]);
  });

  it("is to do without it, to revise the delta, or otherwise, once the roles could not agree", () => {
    const { recommended, others } = cardOf(notAgreed(work({ step })));
    expect(recommended).toBe("ice reject");
    expect(others.filter((verb) => verb.startsWith("ice"))).toEqual(["ice approve"]);
  });

  it.each(["ice approve", "ice reject --stay", "ice defer"])("can be said of the task anywhere: %s", (verb) => {
    const { answered } = cardOf(raised(work({ step })));
    const [ice, what, ...flags] = verb.split(" ");
    const reason = what === "reject" ? ["It stays as it is."] : [];
    const said = ["/factory", ice, what, FIRST_TASK, ...flags, ...reason].join(" ");
    expect(answered(said, REQUEST)).toMatchObject({ accepted: true });
  });
});

describe("what the card offers while another change of the same contract is under way", () => {
  it.each(UNDER_WAY)("is taken when it is said as it is written there: %j", (stage, recommended, words) => {
    const card = cardOf(besideAnother(raised(work({ step })), stage));
    expectTaken(card);
    expect([card.recommended, ...card.others]).not.toContain("ice approve");
    expect(card.recommended).toBe(recommended);
    expect(card.text).toContain(`ICE-99999999 ${words}`);
  });

  it("is to approve it where that other one has come to its end", () => {
    const over = besideAnother(raised(work({ step })), { stage: "rejected", by: "ada", reason: "It stays." });
    expect(cardOf(over).recommended).toBe("ice approve");
  });
});
