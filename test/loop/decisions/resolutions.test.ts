import { describe, expect, it } from "vitest";
import { Contribution } from "../../../src/domain/artifacts/contribution.js";
import type { ResolutionAction } from "../../../src/domain/decisions/human-resolution.js";
import { Precedent } from "../../../src/domain/decisions/precedent.js";
import { parseTaskFile } from "../../../src/domain/project/parse-task-file.js";
import { AnswerFiles } from "../../../src/domain/work/answer-files.js";
import { answerPath, resolutionPath } from "../../../src/domain/work/artifact-paths.js";
import type { Decision } from "../../../src/loop/decide.js";
import { readYaml } from "../../../src/yaml.js";
import { gates, haltOf, modules, pullsWith, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, kinds, SECOND_TASK, stateOf, TASK_PULL } from "../../support/loop.js";
import { HEAD, person } from "../../support/observed.js";

const yaml = (verb: string, text: string) => `/factory ${verb}\n\n\`\`\`yaml\n${text}\n\`\`\``;

/** One comment for each action, and what is wrong with it when its payload is missing or malformed. */
const ROWS: readonly {
  readonly action: ResolutionAction;
  readonly verb: string;
  readonly valid: string;
  readonly missing: string | null;
  readonly malformed: string | null;
  readonly status: string;
}[] = [
  {
    action: "APPROVE_OVERRIDE",
    verb: "override",
    valid: "/factory override The case cannot occur.",
    missing: "/factory override",
    malformed: null,
    status: "IN_PROGRESS",
  },
  {
    action: "AMEND_SPEC",
    verb: "amend-spec",
    valid: yaml(
      "amend-spec",
      "amended_acceptance_criteria: [Returns the newest first., Rejects an empty file.]\namendment_rationale: It was open.",
    ),
    missing: "/factory amend-spec",
    malformed: yaml("amend-spec", "amended_acceptance_criteria: [Only one]\namendment_rationale: [1"),
    status: "IN_PROGRESS",
  },
  {
    action: "SPLIT_TASK",
    verb: "split",
    valid: yaml(
      "split",
      [
        "new_tasks:",
        "  - {name: Read, description: Reads it., acceptance_criteria: [Returns rows., Rejects junk.], depends_on: []}",
        "  - {name: Print, description: Prints it., acceptance_criteria: [Prints rows., Prints none.], depends_on: [Read]}",
      ].join("\n"),
    ),
    missing: "/factory split into two",
    malformed: yaml("split", "new_tasks: nothing"),
    status: "ABANDONED",
  },
  {
    action: "REVISE_PLAN",
    verb: "revise-plan",
    valid: yaml(
      "revise-plan",
      "revised_micro_plan:\n  - {module_id: parser, description: Parses a line., depends_on: []}",
    ),
    missing: "/factory revise-plan",
    malformed: yaml("revise-plan", "revised_micro_plan: {a: 1}"),
    status: "IN_PROGRESS",
  },
  {
    action: "PROVIDE_FIX",
    verb: "fix",
    valid: yaml("fix", "fix_description: Off by one.\nfix_artifacts:\n  src/tag.ts: 'export const tag = 1;'"),
    missing: "/factory fix",
    malformed: yaml("fix", "fix_description: Off by one.\nfix_artifacts: {}"),
    status: "IN_PROGRESS",
  },
  {
    action: "ABANDON_TASK",
    verb: "abandon",
    valid: "/factory abandon Nobody needs it.",
    missing: "/factory abandon",
    malformed: null,
    status: "ABANDONED",
  },
  {
    action: "RETRY_TASK",
    verb: "retry",
    valid: "/factory retry",
    missing: null,
    malformed: null,
    status: "IN_PROGRESS",
  },
];

const halted = haltOf();
const hear = (body: string, overrides: Parameters<typeof sayHere>[1] = {}, { state, files } = halted) =>
  decideOn(state, { pulls: pullsWith({}), comments: [sayHere(body, overrides)] }, { files });
const statusOf = ({ state }: Decision) => state?.project?.tasks[FIRST_TASK]?.status;
const answerOf = (decision: Decision) =>
  decision.owed.flatMap((effect) => (effect.kind === "say" && effect.key.startsWith("answer:") ? [effect.body] : []));
const reactionOf = (decision: Decision) =>
  decision.owed.flatMap((effect) => (effect.kind === "react" ? [effect.content] : []));

/** Nothing but the answer: the task is as it was. */
function expectRefused(decision: Decision, words: string | RegExp): void {
  expect(statusOf(decision)).toBe("HALTED");
  expect(kinds(decision).filter((kind) => kind === "project-moved" || kind === "work-moved")).toEqual([]);
  expect(answerOf(decision)).toHaveLength(1);
  expect(answerOf(decision)[0]).toMatch(words);
  expect(reactionOf(decision)).toEqual(["confused"]);
}

describe.each(ROWS)("/factory $verb", ({ action, verb, valid, missing, malformed, status }) => {
  it("does what it says, with one answer", () => {
    const decision = hear(valid);
    expect(decision.intents.slice(0, 1)).toMatchObject([
      { kind: "project-moved", move: { kind: "escalation-resolved", by: "ada", comment: 60, resolution: { action } } },
    ]);
    expect(statusOf(decision)).toBe(status);
    expect(answerOf(decision)).toHaveLength(1);
    expect(reactionOf(decision)).toEqual(["+1"]);
  });

  it("is kept with its cause, in the same commit", () => {
    const decision = hear(valid);
    const ref = halted.state.project?.tasks[FIRST_TASK]?.escalation_ref ?? "";
    const record = decision.files.find(({ path }) => path === resolutionPath(ref));
    expect(readYaml("record", record?.text ?? "", Precedent)).toMatchObject({
      value: { cause: "gates-failing", resolved_by: "ada", escalation_ref: ref, resolution: { action } },
    });
    expect(decision.state?.precedents).toEqual({ "gates-failing": ref });
  });

  it.runIf(missing !== null)("without its payload is answered with what to send", () => {
    expectRefused(hear(missing ?? ""), new RegExp(`/factory ${verb}`));
  });

  it.runIf(malformed !== null)("with a malformed payload is answered with one that works", () => {
    const decision = hear(malformed ?? "");
    expectRefused(decision, /cannot be used/);
    expect(answerOf(decision)[0]).toContain("This one can");
  });

  it.each([
    ["a reader", { author: person("eve", "read") }, /needs write permission/],
    ["somebody whose role cannot be read", { author: person("eve", null) }, /could not be read/],
    ["an edited comment", { edited: true }, /edited/],
  ] as const)("is not taken from %s", (_who, overrides, words) => {
    expectRefused(hear(valid, overrides), words);
  });

  it("of a bot is not even answered", () => {
    const decision = hear(valid, { author: { login: "x[bot]", type: "Bot", role: "admin" } });
    expect(statusOf(decision)).toBe("HALTED");
    expect(answerOf(decision)).toEqual([]);
  });

  it("for an older card is refused, and shown where the new one is", () => {
    expectRefused(
      hear(valid, { createdAt: "2026-03-01T11:59:00Z", updatedAt: "2026-03-01T13:30:00Z" }),
      new RegExp(`card changed.*#${TASK_PULL}`, "s"),
    );
  });

  it("is done once: the same comment is not read again, and the same words are told that it is decided", () => {
    const first = hear(valid);
    const pulls = pullsWith({});
    const files = new Map([...halted.files, ...first.files.map(({ path, text }) => [path, text] as const)]);
    const again = decideOn(stateOf(first), { pulls, comments: [sayHere(valid)] }, { files });
    expect(kinds(again)).not.toContain("comment-read");
    const second = sayHere(valid, { id: 61, createdAt: "2026-03-01T14:00:00Z" });
    const repeated = decideOn(stateOf(first), { pulls, comments: [second] }, { files });
    expect(statusOf(repeated)).toBe(status);
    expect(repeated.state?.inbox.owed.find(({ key }) => key === "answer:61")?.answers?.accepted).toBe(false);
  });
});

describe("the exact effects", () => {
  it("override ships without debate: red gates are run once more, and the rationale is an adjudication by the person", () => {
    const decision = hear("/factory override The case cannot occur.");
    const [module] = decision.state?.work[FIRST_TASK]?.modules ?? [];
    expect(module).toMatchObject({ step: { step: "gating", move: "amend", colour: "green", question: 3 } });
    expect(contributionIn(decision)).toMatchObject({ type: "ADJUDICATION", produced_by: { role: "person" } });
  });

  it("override of green work goes straight to ship", () => {
    const green = haltOf({ modules: modules({ failures: [], judged: { head: HEAD, gates: gates() } }) });
    const decision = hear("/factory override The case cannot occur.", {}, green);
    expect(decision.state?.work[FIRST_TASK]?.modules[0]?.step).toEqual({ step: "approved" });
    expect(decision.owed).toContainEqual(expect.objectContaining({ kind: "ship-module", module: "MM-0001" }));
  });

  it("amend-spec rewrites the task file with its history, and the task starts afresh", () => {
    const decision = hear(ROWS[1]?.valid ?? "");
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

  it("split gives new ids, writes their files, and rewires whoever depended on the task", () => {
    const decision = hear(ROWS[2]?.valid ?? "");
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
    expect(decision.owed).toContainEqual(expect.objectContaining({ kind: "close-pull-request", number: TASK_PULL }));
  });

  it("revise-plan starts over at the plan, with the person's division on record", () => {
    const decision = hear(ROWS[3]?.valid ?? "");
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
    const decision = hear(ROWS[4]?.valid ?? "");
    const work = decision.state?.work[FIRST_TASK];
    expect(work).toMatchObject({ stage: { stage: "building" }, questions: 5 });
    expect(work?.modules[0]).toMatchObject({
      step: { step: "committing", move: "revise", question: 5, gates: ["green"] },
      trail: { proposals: [{ claim: "Off by one.", deliverable_ref: "MM-0001@1.0.0" }] },
    });
    const answer = decision.files.find(({ path }) => path === answerPath(FIRST_TASK, 5));
    expect(readYaml("answer", answer?.text ?? "", AnswerFiles)).toMatchObject({
      value: { files: [{ path: "src/tag.ts", text: "export const tag = 1;" }], deletions: [] },
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
    expect(decision.owed).toContainEqual(expect.objectContaining({ kind: "read-fix", task: FIRST_TASK, question: 5 }));
  });

  it("abandon closes the pull request with the reason, and its dependants stay blocked", () => {
    const decision = hear("/factory abandon Nobody needs it.");
    expect(decision.state?.project?.tasks[SECOND_TASK]?.status).toBe("BLOCKED");
    expect(decision.owed).toContainEqual(expect.objectContaining({ kind: "close-pull-request", number: TASK_PULL }));
    expect(decision.owed).toContainEqual(
      expect.objectContaining({
        kind: "say",
        key: `abandoned:${TASK_PULL}`,
        body: expect.stringContaining("Nobody needs it."),
      }),
    );
  });

  it.each(["/factory override It is fine.", ROWS[4]?.valid ?? ""])(
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
