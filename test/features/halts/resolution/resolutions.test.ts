import { describe, expect, it } from "vitest";
import { Contribution } from "../../../../src/domain/artifacts/contribution.js";
import { planPath } from "../../../../src/domain/gates/state-paths.js";
import { lockPlan } from "../../../../src/domain/plan/lock.js";
import { MicroPlan } from "../../../../src/domain/plan/micro-plan.js";
import type { Decision } from "../../../../src/engine/decide.js";
import type { ResolutionAction } from "../../../../src/features/halts/resolution/human-resolution.js";
import { Precedent } from "../../../../src/features/halts/resolution/precedent.js";
import { AnswerFiles } from "../../../../src/features/modules/answer-files.js";
import { answerPath, resolutionPath } from "../../../../src/features/modules/artifacts/artifact-paths.js";
import { parseTaskFile } from "../../../../src/features/tasks/task-file/parse-task-file.js";
import { readYaml, writeYaml } from "../../../../src/yaml/yaml.js";
import { loadedMarkdown } from "../../../support/attack/loaded-text.js";
import {
  gates,
  halfDone,
  haltOf,
  modules,
  PLAN,
  pullsWith,
  readBy,
  SPECIFIED,
  sayHere,
} from "../../../support/halted.js";
import { decideOn, FIRST_TASK, kinds, SECOND_TASK, stateOf, TASK_PULL } from "../../../support/loop.js";
import { HEAD, person } from "../../../support/observed.js";

const yaml = (verb: string, text: string) => `/factory ${verb}\n\n\`\`\`yaml\n${text}\n\`\`\``;

/** What a cell of the table comes to: refused in words that say what to do, or taken, where the words say why that is right. */
type Cell =
  | { readonly body: string; readonly refused: RegExp }
  | { readonly body: string; readonly taken: string; readonly rationale?: string };

/** One row for each resolution: a comment that works, and what becomes of one whose payload is missing or malformed. */
type Row = {
  readonly action: ResolutionAction;
  readonly how: string;
  readonly valid: string;
  readonly missing: Cell;
  readonly malformed: Cell;
  readonly status: string;
  /** Where the task's branch is: at the loop's own last commit, or further. */
  readonly head?: string;
};

const PUSHED = "e".repeat(40);
const BROKEN = "```yaml\n{ this: is, not: [closed\n```";
const fitFor = (verb: string) => new RegExp(`cannot be used.*This one can.*/factory ${verb}`, "s");

const ROWS: readonly Row[] = [
  {
    action: "APPROVE_OVERRIDE",
    how: "override",
    valid: "/factory override The case cannot occur.",
    missing: { body: "/factory override", refused: /needs a rationale: `\/factory override/ },
    malformed: {
      body: `/factory override It is so:\n\n${BROKEN}`,
      taken: "its payload is words, and a block among them is kept as words",
      rationale: `It is so:\n\n${BROKEN}`,
    },
    status: "IN_PROGRESS",
  },
  {
    action: "AMEND_SPEC",
    how: "amend-spec",
    valid: yaml(
      "amend-spec",
      "amended_acceptance_criteria: [Returns the newest first., Rejects an empty file.]\namendment_rationale: It was open.",
    ),
    missing: { body: "/factory amend-spec The newest first", refused: /needs a fenced `yaml` block.*amended_acc/s },
    malformed: {
      body: yaml("amend-spec", "amended_acceptance_criteria: [Only one]\namendment_rationale: [1"),
      refused: fitFor("amend-spec"),
    },
    status: "IN_PROGRESS",
  },
  {
    action: "SPLIT_TASK",
    how: "split",
    valid: yaml(
      "split",
      [
        "new_tasks:",
        "  - {name: Read, description: Reads it., acceptance_criteria: [Returns rows., Rejects junk.], depends_on: []}",
        "  - {name: Print, description: Prints it., acceptance_criteria: [Prints rows., Prints none.], depends_on: [Read]}",
      ].join("\n"),
    ),
    missing: { body: "/factory split into two", refused: /needs a fenced `yaml` block.*new_tasks/s },
    malformed: { body: yaml("split", "new_tasks: nothing"), refused: fitFor("split") },
    status: "ABANDONED",
  },
  {
    action: "REVISE_PLAN",
    how: "revise-plan",
    valid: yaml(
      "revise-plan",
      "revised_micro_plan:\n  - {module_id: parser, description: Parses a line., depends_on: []}",
    ),
    missing: { body: "/factory revise-plan", refused: /needs a fenced `yaml` block.*revised_micro_plan/s },
    malformed: { body: yaml("revise-plan", "revised_micro_plan: {a: 1}"), refused: fitFor("revise-plan") },
    status: "IN_PROGRESS",
  },
  {
    action: "PROVIDE_FIX",
    how: "fix with files",
    valid: yaml("fix", "fix_description: Off by one.\nfix_artifacts:\n  src/tag.ts: 'export const tag = 1;'"),
    missing: { body: "/factory fix Off by one", refused: /Nothing was pushed.*fix_artifacts/s },
    malformed: { body: yaml("fix", "fix_description: Off by one.\nfix_artifacts: {}"), refused: fitFor("fix") },
    status: "IN_PROGRESS",
  },
  {
    action: "PROVIDE_PUSHED_FIX",
    how: "fix by pushed commits",
    valid: "/factory fix Off by one in the last line.",
    missing: { body: "/factory fix", taken: "what was pushed is the payload; a description is welcome and not needed" },
    malformed: { body: `/factory fix Off by one.\n\n${BROKEN}`, refused: fitFor("fix") },
    status: "IN_PROGRESS",
    head: PUSHED,
  },
  {
    action: "ABANDON_TASK",
    how: "abandon",
    valid: "/factory abandon Nobody needs it.",
    missing: { body: "/factory abandon", refused: /needs a rationale: `\/factory abandon/ },
    malformed: {
      body: `/factory abandon Gone:\n\n${BROKEN}`,
      taken: "its payload is words, and a block among them is kept as words",
      rationale: `Gone:\n\n${BROKEN}`,
    },
    status: "ABANDONED",
  },
  {
    action: "RETRY_TASK",
    how: "retry",
    valid: "/factory retry",
    missing: { body: "/factory retry", taken: "it needs none" },
    malformed: { body: `/factory retry\n\n${BROKEN}`, refused: /takes no `yaml` block.*amend-spec/s },
    status: "IN_PROGRESS",
  },
];

const KEEPING: readonly Row[] = [
  {
    action: "KEEP_AND_ABANDON",
    how: "abandon --keep",
    valid: "/factory abandon --keep Nobody needs the rest.",
    missing: { body: "/factory abandon --keep", refused: /needs a rationale: `\/factory abandon/ },
    malformed: {
      body: `/factory abandon --keep Gone:\n\n${BROKEN}`,
      taken: "its payload is words, and a block among them is kept as words",
      rationale: `Gone:\n\n${BROKEN}`,
    },
    status: "IN_PROGRESS",
  },
  {
    action: "KEEP_AND_SPLIT",
    how: "split --keep",
    valid: yaml(
      "split --keep",
      "new_tasks: [{name: Print, description: Prints it., acceptance_criteria: [Prints., Prints none.], depends_on: []}]",
    ),
    missing: { body: "/factory split --keep in two", refused: /`\/factory split --keep` needs.*new_tasks/s },
    malformed: { body: yaml("split --keep", "new_tasks: nothing"), refused: fitFor("split --keep") },
    status: "IN_PROGRESS",
  },
];

const halted = haltOf();
const hear = (body: string, overrides: Parameters<typeof sayHere>[1] = {}, { state, files } = halted) =>
  decideOn(state, { pulls: pullsWith({}), comments: [sayHere(body, overrides)] }, { files });
const valid = (action: ResolutionAction) => ROWS.find((row) => row.action === action)?.valid ?? "";
const statusOf = ({ state }: Decision) => state?.project?.tasks[FIRST_TASK]?.status;
const answerOf = (decision: Decision) =>
  decision.pending.flatMap((effect) =>
    effect.kind === "say" && /^(?:answer|stranger):/.test(effect.key) ? [effect.body] : [],
  );
const reactionOf = (decision: Decision) =>
  decision.pending.flatMap((effect) => (effect.kind === "react" ? [effect.content] : []));
const resolutionOf = ({ events }: Decision) =>
  events.flatMap((event) =>
    event.kind === "project-updated" && event.event.kind === "escalation-resolved" ? [event.event.resolution] : [],
  );

/** Nothing but the answer: the task is as it was. */
function expectRefused(decision: Decision, words: string | RegExp): void {
  expect(statusOf(decision)).toBe("HALTED");
  expect(kinds(decision).filter((kind) => kind === "project-updated" || kind === "work-updated")).toEqual([]);
  expect(answerOf(decision)).toHaveLength(1);
  expect(answerOf(decision)[0]).toMatch(words);
  expect(reactionOf(decision)).toEqual(["confused"]);
}

function expectTaken(decision: Decision, { action, status }: Pick<Row, "action" | "status">): void {
  expect(resolutionOf(decision)).toMatchObject([{ action }]);
  expect(statusOf(decision)).toBe(status);
  expect(answerOf(decision)).toHaveLength(1);
  expect(reactionOf(decision)).toEqual(["+1"]);
}

const word = (cell: Cell) => ("taken" in cell ? `taken, because ${cell.taken}` : "answered with what to send");

const TOLD = [
  ...ROWS.map((row) => ({ ...row, halted })),
  ...KEEPING.map((row) => ({ ...row, halted: haltOf(halfDone()) })),
];

describe.each(TOLD)("$how", ({ halted, ...row }) => {
  const { action, missing, malformed, status, head } = row;
  const seen = { pulls: pullsWith(head === undefined ? {} : { head }) };
  const said = (body: string, overrides: Parameters<typeof sayHere>[1] = {}) =>
    decideOn(halted.state, { ...seen, comments: [sayHere(body, overrides)] }, { files: halted.files });

  function expectCell(cell: Cell): void {
    const decision = said(cell.body);
    if ("refused" in cell) {
      expectRefused(decision, cell.refused);
      return;
    }
    expectTaken(decision, row);
    if (cell.rationale !== undefined) expect(resolutionOf(decision)).toMatchObject([{ rationale: cell.rationale }]);
  }

  it("does what it says, with one answer", () => {
    const decision = said(row.valid);
    expectTaken(decision, row);
    expect(decision.events[0]).toMatchObject({ event: { by: "ada", comment: 60 } });
  });

  it("is kept with its cause, in the same commit", () => {
    const decision = said(row.valid);
    const ref = halted.state.project?.tasks[FIRST_TASK]?.escalation_ref ?? "";
    const record = decision.files.find(({ path }) => path === resolutionPath(ref));
    expect(readYaml("record", record?.text ?? "", Precedent)).toMatchObject({
      value: { cause: "gates-failing", resolved_by: "ada", escalation_ref: ref, resolution: { action } },
    });
    expect(decision.state?.precedents).toEqual({ "gates-failing": ref });
  });

  it(`without its payload is ${word(missing)}`, () => expectCell(missing));

  it(`with a malformed payload is ${word(malformed)}`, () => expectCell(malformed));

  it.each([
    ["a reader", { author: person("eve", "read") }, /needs write permission/],
    ["somebody whose role cannot be read", { author: person("eve", null) }, /could not be read/],
    ["an edited comment", { edited: true }, /edited/],
  ] as const)("is not taken from %s", (_who, overrides, words) => {
    expectRefused(said(row.valid, overrides), words);
  });

  it("of a bot is not even answered", () => {
    const decision = said(row.valid, { author: { login: "x[bot]", type: "Bot", role: "admin" } });
    expect(statusOf(decision)).toBe("HALTED");
    expect(answerOf(decision)).toEqual([]);
  });

  it("for an older card is refused, and shown where the new one is", () => {
    expectRefused(
      said(row.valid, { createdAt: "2026-03-01T11:59:00Z", updatedAt: "2026-03-01T13:30:00Z" }),
      new RegExp(`card changed.*#${TASK_PULL}`, "s"),
    );
  });

  it("is done once: the same comment is not read again, and the same words are told that it is decided", () => {
    const first = said(row.valid);
    const files = new Map([...halted.files, ...first.files.map(({ path, text }) => [path, text] as const)]);
    const again = decideOn(stateOf(first), { ...seen, comments: [sayHere(row.valid)] }, { files });
    expect(kinds(again)).not.toContain("comment-read");
    const second = sayHere(row.valid, { id: 61, createdAt: "2026-03-01T14:00:00Z" });
    const repeated = decideOn(stateOf(first), { ...seen, comments: [second] }, { files });
    expect(statusOf(repeated)).toBe(status);
    expect(repeated.state?.inbox.pending.find(({ key }) => key === "answer:61")?.answers?.accepted).toBe(false);
  });
});

describe("the exact effects", () => {
  it("override ships without debate: red gates are run once more, and the rationale is an adjudication by the person", () => {
    const decision = hear("/factory override The case cannot occur.");
    const [module] = decision.state?.work[FIRST_TASK]?.modules ?? [];
    expect(module).toMatchObject({ step: { step: "gating", activity: "amend", colour: "green", question: 3 } });
    expect(contributionIn(decision)).toMatchObject({ type: "ADJUDICATION", produced_by: { role: "person" } });
  });

  it("override of green work goes straight to ship", () => {
    const green = haltOf({ modules: modules({ failures: [], judged: { head: HEAD, gates: gates() } }) });
    const decision = hear("/factory override The case cannot occur.", {}, green);
    expect(decision.state?.work[FIRST_TASK]?.modules[0]?.step).toEqual({ step: "approved" });
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "ship-module", module: "MM-0001" }));
  });

  it("amend-spec rewrites the task file with its history, and the task starts afresh", () => {
    const decision = hear(valid("AMEND_SPEC"));
    const path = decision.state?.project?.tasks[FIRST_TASK]?.path;
    const file = parseTaskFile(decision.files.find((written) => written.path === path)?.text ?? "");
    expect(file).toMatchObject({
      value: {
        acceptance_criteria: ["Returns the newest first.", "Rejects an empty file."],
        amendments: [{ rationale: "It was open." }],
      },
    });
    expect(decision.state?.work[FIRST_TASK]).toMatchObject({ attempt: 2, stage: { stage: "opening" }, modules: [] });
  });

  it("amend-spec brings the new criteria to the branch as well, by the commit that starts it afresh", () => {
    const decision = hear(valid("AMEND_SPEC"));
    const path = decision.state?.project?.tasks[FIRST_TASK]?.path;
    const amended = decision.files.find((written) => written.path === path);
    expect(amended?.text).toContain("Rejects an empty file.");
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "restore-tree", files: [amended] }));
  });

  it("amend-spec with the criteria as they are is refused, and says what else to send", () => {
    const path = halted.state.project?.tasks[FIRST_TASK]?.path ?? "";
    const file = parseTaskFile(halted.files.get(path) ?? "");
    if (!file.ok) throw new Error(file.refusal.message);
    const same = JSON.stringify(file.value.acceptance_criteria);
    const decision = hear(yaml("amend-spec", `amended_acceptance_criteria: ${same}\namendment_rationale: Once more.`));
    expect(resolutionOf(decision)).toEqual([]);
    expect(statusOf(decision)).toBe("HALTED");
    expect(reactionOf(decision)).toEqual(["confused"]);
    expect(answerOf(decision)[0]).toMatch(/nothing would be different\. Change the one .*`\/factory retry`/s);
  });

  it("split gives new ids, writes their files, and rewires the task's dependants", () => {
    const decision = hear(valid("SPLIT_TASK"));
    const tasks = decision.state?.project?.tasks ?? {};
    const parts = ["T-pillar-1-epic-1-story-1-003", "T-pillar-1-epic-1-story-1-004"];
    expect(tasks[FIRST_TASK]?.superseded_by).toEqual(parts);
    expect(tasks[SECOND_TASK]?.depends_on).toEqual(parts);
    expect(parts.map((id) => tasks[id]?.status)).toEqual(["IN_PROGRESS", "PENDING"]);
    expect(tasks[parts[1] ?? ""]?.depends_on).toEqual([parts[0]]);
    for (const id of parts) {
      const written = decision.files.find(({ path }) => path === tasks[id]?.path);
      expect(parseTaskFile(written?.text ?? "")).toMatchObject({ ok: true, value: { task_id: id } });
    }
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "close-pull-request", number: TASK_PULL }));
  });

  it("revise-plan starts over at the plan, with the person's division on record", () => {
    const decision = hear(valid("REVISE_PLAN"));
    expect(decision.state?.work[FIRST_TASK]).toMatchObject({
      attempt: 2,
      stage: { stage: "opening" },
      plan_by_person: halted.state.project?.tasks[FIRST_TASK]?.escalation_ref,
    });
    expect(contributionIn(decision)).toMatchObject({ type: "MICRO_PLAN" });
  });

  it.each([
    [
      "two of one name",
      "[{module_id: a, description: x y., depends_on: []}, {module_id: a, description: z., depends_on: []}]",
      /two modules/,
    ],
    ["an unknown dependency", "[{module_id: a, description: x y., depends_on: [b]}]", /cannot depend on "b"/],
    [
      "a circle",
      "[{module_id: a, description: x., depends_on: [b]}, {module_id: b, description: y., depends_on: [a]}]",
      /wait for each other/,
    ],
  ])("revise-plan refuses %s", (_what, plan, words) => {
    expectRefused(hear(yaml("revise-plan", `revised_micro_plan: ${plan}`)), words);
  });

  it("fix commits the person's files as the next question's answer, and they are the proposal", () => {
    const decision = hear(valid("PROVIDE_FIX"));
    const work = decision.state?.work[FIRST_TASK];
    expect(work).toMatchObject({ stage: { stage: "building" }, questions: 5 });
    expect(work?.modules[0]).toMatchObject({
      step: { step: "committing", activity: "revise", question: 5, gates: ["green"] },
      trail: { proposals: [{ claim: "Off by one.", deliverable_ref: "MM-0001@1.0.0" }] },
    });
    const answer = decision.files.find(({ path }) => path === answerPath(FIRST_TASK, 5));
    expect(readYaml("answer", answer?.text ?? "", AnswerFiles)).toMatchObject({
      value: {
        files: [
          { path: "src/tag.ts", text: "export const tag = 1;" },
          { path: "test/tag.test.ts", text: SPECIFIED.tests },
        ],
        deletions: [],
      },
    });
    expect(contributionIn(decision)).toMatchObject({ type: "IMPLEMENTATION", produced_by: { run_id: "comment-60" } });
  });

  it("fix of the tests is red first", () => {
    const decision = hear(yaml("fix", "fix_description: Other tests.\nfix_artifacts:\n  test/tag.test.ts: 'test'"));
    expect(decision.state?.work[FIRST_TASK]?.modules[0]?.step).toMatchObject({ gates: ["red", "green"] });
  });

  it.each([
    ["a file of nobody", "README.md", /README.md is not a file of MM-0001/],
    ["a file of another module", "src/line.ts", /not a file of MM-0001/],
    ["a protected file", ".github/workflows/x.yml", /protected/],
    ["a path that leads out", "../x", /leads out/],
  ])("fix refuses %s", (_what, path, words) => {
    expectRefused(hear(yaml("fix", `fix_description: A fix.\nfix_artifacts:\n  ${path}: x`)), words);
  });

  it("fix by pushed commits takes the branch's head and reads it", () => {
    const pushed = "e".repeat(40);
    const decision = decideOn(
      halted.state,
      { pulls: pullsWith({ head: pushed }), comments: [sayHere("/factory fix")] },
      { files: halted.files },
    );
    expect(decision.state?.work[FIRST_TASK]).toMatchObject({
      head: pushed,
      stage: { stage: "reading-fix", question: 5, from: halted.state.work[FIRST_TASK]?.head },
    });
    expect(decision.pending).toContainEqual(
      expect.objectContaining({ kind: "read-fix", task: FIRST_TASK, question: 5 }),
    );
  });

  it("abandon closes the pull request with the reason, and its dependants stay blocked", () => {
    const decision = hear("/factory abandon Nobody needs it.");
    expect(decision.state?.project?.tasks[SECOND_TASK]?.status).toBe("BLOCKED");
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "close-pull-request", number: TASK_PULL }));
    expect(decision.pending).toContainEqual(
      expect.objectContaining({
        kind: "say",
        key: `abandoned:${TASK_PULL}`,
        body: expect.stringContaining("Nobody needs it."),
      }),
    );
  });

  it("abandon repeats a reason without what it would do: it may be the card's, and that is a model's", () => {
    const { pending } = hear(
      "/factory abandon It failed: ![x](https://attacker.example/x.png) for @victim <img src=x>",
    );
    const said = pending.find(({ key }) => key === `abandoned:${TASK_PULL}`);
    expect(loadedMarkdown(said?.kind === "say" ? said.body : "@nobody", [])).toEqual([]);
  });

  it("keeping what is finished takes the rest off the branch first, and then judges the whole", () => {
    const half = haltOf(halfDone());
    const said = { pulls: pullsWith({}), comments: [sayHere("/factory abandon --keep Nobody needs the rest.")] };
    const decision = decideOn(half.state, said, { files: half.files });
    const rest = "T-pillar-1-epic-1-story-1-003";
    const tasks = decision.state?.project?.tasks ?? {};
    expect(tasks[rest]).toMatchObject({ status: "ABANDONED", abandoned_reason: "Nobody needs the rest." });
    expect(tasks[SECOND_TASK]).toMatchObject({ status: "BLOCKED", depends_on: [FIRST_TASK, rest] });
    const written = (path: string | undefined) => decision.files.find((file) => file.path === path)?.text ?? "";
    expect(parseTaskFile(written(tasks[rest]?.path))).toMatchObject({ ok: true, value: { task_id: rest } });
    expect(parseTaskFile(written(tasks[FIRST_TASK]?.path))).toMatchObject({
      value: {
        acceptance_criteria: ["Module tag: Turns a raw tag into a checked one"],
        amendments: [{ rationale: `The task is what was finished of it: MM-0001@1.0.0. The rest became ${rest}.` }],
      },
    });
    const plan = readYaml("plan", written(planPath(FIRST_TASK)), MicroPlan);
    if (!plan.ok) throw new Error(plan.refusal.message);
    expect(plan.value.modules.map(({ module_id }) => module_id)).toEqual(["MM-0001"]);
    const work = decision.state?.work[FIRST_TASK];
    expect(work).toMatchObject({ plan: lockPlan(plan.value), stage: { stage: "building" }, put_back: { question: 5 } });
    expect(decision.pending).toContainEqual(
      expect.objectContaining({ kind: "put-back-files", key: `work-${FIRST_TASK}-5`, parent: work?.head }),
    );
    expect(decision.pending.some(({ kind }) => kind === "close-pull-request")).toBe(false);

    const files = new Map([...half.branch, ...decision.files.map(({ path, text }) => [path, text] as const)]);
    const narrowed = "f".repeat(40);
    const committed = { pulls: pullsWith({ head: narrowed, key: `work-${FIRST_TASK}-5` }) };
    const next = decideOn(stateOf(decision), committed, { files: readBy(stateOf(decision), files) });
    expect(next.state?.work[FIRST_TASK]).toMatchObject({
      head: narrowed,
      stage: { stage: "integrating", head: narrowed },
    });
  });

  it("keeping what is finished says what that is for, whatever a plan's words hold that cannot be seen", () => {
    const half = haltOf(halfDone());
    const unseen = PLAN.modules.map((module) => ({ ...module, purpose: `${module.purpose}\u0007` }));
    const plan = writeYaml({ ...PLAN, modules: unseen }, MicroPlan);
    const said = { pulls: pullsWith({}), comments: [sayHere("/factory abandon --keep Nobody needs the rest.")] };
    const decision = decideOn(half.state, said, { files: new Map([...half.files, [planPath(FIRST_TASK), plan]]) });
    const path = half.state.project?.tasks[FIRST_TASK]?.path;
    expect(parseTaskFile(decision.files.find((file) => file.path === path)?.text ?? "")).toMatchObject({
      value: { acceptance_criteria: ["Module tag: Turns a raw tag into a checked one"] },
    });
  });

  it("keeping what is finished is refused, and not offered, where nothing is", () => {
    expectRefused(hear("/factory abandon --keep Nobody needs the rest."), /No module of it is finished/);
  });

  it("commits that a person pushed meanwhile do not count as the loop's own", () => {
    const half = haltOf(halfDone());
    const said = { pulls: pullsWith({}), comments: [sayHere("/factory abandon --keep Nobody needs the rest.")] };
    const decision = decideOn(half.state, said, { files: half.files });
    const files = new Map([...half.branch, ...decision.files.map(({ path, text }) => [path, text] as const)]);
    const pushed = { pulls: pullsWith({ head: "e".repeat(40), headAuthor: "eve" }) };
    const next = decideOn(stateOf(decision), pushed, { files: readBy(stateOf(decision), files) });
    expect(next.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    expect(next.pending.some(({ kind }) => kind === "put-back-files")).toBe(false);

    // They are taken off again, and a person lets it go on: the commit is still due.
    for (const { path, text } of next.files) files.set(path, text);
    const later = { id: 62, createdAt: "2026-03-01T16:00:00Z" };
    const override = sayHere("/factory override They were pushed by mistake.", later);
    const on = decideOn(
      stateOf(next),
      { pulls: pullsWith({}), comments: [override] },
      { files: readBy(stateOf(next), files) },
    );
    expect(on.state?.project?.tasks[FIRST_TASK]?.status).toBe("IN_PROGRESS");
    const goes = decideOn(stateOf(on), { pulls: pullsWith({}) }, { files: readBy(stateOf(on), files) });
    expect(goes.pending).toContainEqual(expect.objectContaining({ kind: "put-back-files" }));
  });

  it("keeping what is finished is refused, and not offered, while the branch holds unjudged changes", () => {
    const half = haltOf(halfDone());
    const pushed = { pulls: pullsWith({ head: "e".repeat(40), headAuthor: "eve" }) };
    const keep = sayHere("/factory abandon --keep Nobody needs the rest.");
    expectRefused(
      decideOn(half.state, { ...pushed, comments: [keep] }, { files: half.files }),
      /has commits that nobody has judged/,
    );
    const card = decideOn(half.state, pushed, { files: half.files }).pending.find(({ key }) => key.startsWith("card:"));
    expect(card).toMatchObject({ body: expect.not.stringContaining("--keep") });
  });

  it.each(["/factory override It is fine.", valid("PROVIDE_FIX")])(
    "what goes on needs an open pull request: %s",
    (body) => {
      const decision = decideOn(
        halted.state,
        { pulls: pullsWith({ state: "closed" }), comments: [sayHere(body)] },
        { files: halted.files },
      );
      expectRefused(decision, /is not open/);
    },
  );
});

function contributionIn(decision: Decision) {
  const file = decision.files.find(({ path }) => path.includes("/contributions/"));
  const read = readYaml("contribution", file?.text ?? "", Contribution);
  if (!read.ok) throw new Error(read.refusal.message);
  return read.value;
}
