import { describe, expect, it } from "vitest";
import { planPath } from "../../../src/domain/gates/state-paths.js";
import { MicroPlan } from "../../../src/domain/plan/micro-plan.js";
import type { Decision } from "../../../src/engine/decide.js";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { ObservedRemark } from "../../../src/engine/observation.js";
import { observationQuery } from "../../../src/engine/observation-query.js";
import type { ModuleWork } from "../../../src/features/modules/module-work.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aConfig } from "../../support/config.js";
import { gates, haltOf, inWork, modules, PLAN, pullsWith, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, kinds, type Seen, stateOf, TASK_PULL } from "../../support/loop.js";
import { HEAD, person } from "../../support/observed.js";

const remark = (overrides: Partial<ObservedRemark> = {}): ObservedRemark => ({
  id: 81,
  pull: TASK_PULL,
  author: person("bob"),
  path: "src/tag.ts",
  line: 3,
  thread: 81,
  body: "This misses the empty tag.",
  createdAt: "2026-03-01T13:30:00Z",
  ...overrides,
});
const words = remark({ id: "review-90", path: null, line: null, thread: null, body: "Not like this." });
const pulls = pullsWith({});
const files = new Map([[planPath(FIRST_TASK), writeYaml(PLAN, MicroPlan)]]);
const decide = (state: FactoryState, seen: Seen = {}) => decideOn(state, { pulls, ...seen }, { files });
const [tag, line] = modules();
if (tag === undefined || line === undefined) throw new Error("the plan has two modules");

const built = (first: Partial<ModuleWork>, second: Partial<ModuleWork> = {}): FactoryState =>
  inWork({
    modules: [
      { ...tag, failures: [], ...first },
      { ...line, ...second },
    ],
    head: HEAD,
    questions: 5,
  });
const judged = { head: HEAD, gates: gates() };
const approved = (revisions = 0) =>
  built({ step: { step: "approved" }, judged, progress: { ...tag.progress, revisions } });
const asking = { step: "asking", activity: "challenge", question: 5, attempt: 1, from: "head" } as const;
const waiting = built({ step: asking });
const shipped = { step: { step: "shipped", head: HEAD } } as const;

type Reply = Extract<Effect, { kind: "reply" | "say" }>;
const answers = ({ pending }: Decision): Reply[] =>
  pending.flatMap((effect) =>
    (effect.kind === "reply" || effect.kind === "say") && effect.key.startsWith("remarks") ? [effect] : [],
  );

describe("a person's remark in a review", () => {
  it("is stored for the next revision, once", () => {
    const decision = decide(waiting, { remarks: [remark(), words] });
    const kept = { task_id: FIRST_TASK, pull: TASK_PULL, by: "bob" };
    expect(decision.state?.remarks).toEqual([
      { ...kept, id: 81, path: "src/tag.ts", line: 3, thread: 81, body: "This misses the empty tag." },
      { ...kept, id: "review-90", path: null, line: null, thread: null, body: "Not like this." },
    ]);
    expect(kinds(decide(stateOf(decision), { remarks: [remark(), words] }))).toEqual([]);
  });

  it.each([
    ["a reader", { author: person("eve", "read") }],
    ["a bot", { author: { login: "x[bot]", type: "Bot", role: "admin" } }],
    ["somebody in another pull request", { pull: 99 }],
    ["nobody: it is empty", { body: " " }],
  ])("of %s is not", (_who, overrides) => {
    expect(decide(waiting, { remarks: [remark(overrides)] }).state?.remarks).toEqual([]);
  });

  it("of any length leaves the state readable", () => {
    const [kept] = decide(waiting, { remarks: [remark({ body: "x".repeat(65_000) })] }).state?.remarks ?? [];
    expect(kept?.body.length).toBe(4_000);
    expect(kept?.body).toContain("did not fit");
  });

  it("that is a command is answered with the right place instead", () => {
    const decision = decide(waiting, { remarks: [remark({ body: "/factory pause" })] });
    expect(decision.state?.remarks).toEqual([]);
    expect(kinds(decision)).toEqual(["manual-change-detected"]);
  });

  it.each([
    ["on a line of it", remark()],
    ["on its contract", remark({ path: ".factory/modules/MM-0001/1.0.0/contract.yml" })],
    ["on a file that no module has", remark({ path: "README.md" })],
    ["about the whole", words],
  ])("%s leads to another revision of approved work instead of its ship", (_where, given) => {
    const decision = decide(approved(), { remarks: [given] });
    expect(decision.state?.work[FIRST_TASK]?.modules[0]).toMatchObject({
      step: { step: "asking", activity: "revise" },
      progress: { revisions: 1 },
    });
    expect(decision.pending).not.toContainEqual(expect.objectContaining({ kind: "ship-module" }));
  });

  it("on another module's file waits for that module, which alone may write it", () => {
    const decision = decide(approved(), { remarks: [remark({ path: "src/line.ts" })] });
    expect(decision.state?.work[FIRST_TASK]?.modules[0]?.progress.revisions).toBe(0);
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "ship-module" }));
    expect(decision.state?.remarks).toHaveLength(1);
    expect(answers(decision)).toEqual([]);
  });
});

describe("the answer to a remark", () => {
  it("is a reply in its thread when the commit that considers it is on the branch, and not before", () => {
    const noticed = decide(waiting, { remarks: [remark(), remark({ id: 82, body: "Nor the long one." }), words] });
    expect(answers(noticed)).toEqual([]);
    const { remarks, ...rest } = stateOf(noticed);
    const given = { ...rest, remarks: remarks.map((one) => ({ ...one, taken_in: 3 })) };
    const decision = decide(given);
    expect(kinds(decision)).toEqual(["remarks-answered"]);
    expect(decision.state?.remarks).toEqual([]);
    expect(answers(decision).map(({ kind, key, issue, body }) => [kind, key, issue, body.split("\n")[1]])).toEqual([
      ["reply", `remarks:${TASK_PULL}:3:81`, TASK_PULL, `Taken up in ${HEAD}, which is being judged.`],
      ["say", `remarks:${TASK_PULL}:3`, TASK_PULL, "- bob in a review"],
    ]);
    expect(answers(decision)[0]).toMatchObject({ thread: 81 });
  });

  it("is pending until it is observed in the thread, even after the last task has ended", () => {
    const noticed = stateOf(decide(approved(2), { remarks: [remark()] }));
    expect(answers(decide(noticed)).map(({ kind }) => kind)).toEqual(["reply"]);
    const replies = answers(decide(noticed)).map(({ key }) => key);
    expect(answers(decide(noticed, { replies }))).toEqual([]);
    const { project } = noticed;
    const task = project?.tasks[FIRST_TASK];
    if (project === null || task === undefined) throw new Error("the first task is in work");
    const ended = {
      ...noticed,
      project: { ...project, tasks: { [FIRST_TASK]: { ...task, status: "SHIPPED" as const } } },
    };
    expect(observationQuery(ended, aConfig(), null).remarksSince).toBe(noticed.inbox.since);
    expect(
      observationQuery({ ...ended, inbox: { ...ended.inbox, pending: [] } }, aConfig(), null).remarksSince,
    ).toBeNull();
  });

  it.each([
    ["the last revision", approved(2), "src/tag.ts"],
    ["its module has shipped, while others go on", built(shipped, { step: asking }), "src/tag.ts"],
    ["everything has shipped", built(shipped, shipped), "src/line.ts"],
  ])("says that it came after %s, and what can be done", (_what, state, path) => {
    const decision = decide(state, { remarks: [remark({ path })] });
    expect(answers(decision)).toMatchObject([{ kind: "reply", thread: 81 }]);
    expect(answers(decision)[0]?.body).toContain("`/factory fix`");
    expect(decision.state?.remarks).toEqual([]);
    expect(JSON.stringify(decision.state?.work)).not.toContain('"revise"');
  });

  it("is posted where the remark was written, although the task has another pull request by now", () => {
    const noticed = stateOf(decide(waiting, { remarks: [remark()] }));
    const updated = { ...noticed, remarks: noticed.remarks.map((one) => ({ ...one, pull: 77, taken_in: 3 })) };
    expect(answers(decide(updated))).toMatchObject([{ kind: "reply", issue: 77, thread: 81 }]);
  });

  it("does not claim that an uncommitted revision considered it: the remark is given again", () => {
    const noticed = stateOf(decide(approved(), { remarks: [remark()] }));
    const lost = { ...noticed, remarks: noticed.remarks.map((one) => ({ ...one, taken_in: 4 })) };
    const again = decide({ ...lost, work: approved().work });
    expect(answers(again)).toEqual([]);
    expect(again.state?.work[FIRST_TASK]?.modules[0]?.step).toMatchObject({ step: "asking", activity: "revise" });
  });

  it("is posted as well if the task is abandoned before any revision considered it", () => {
    const halted = haltOf();
    const seen = { pulls, remarks: [remark()] };
    const noticed = decideOn(halted.state, seen, { files: halted.files });
    expect(noticed.state?.remarks).toHaveLength(1);
    const comments = [sayHere("/factory abandon nobody needs it")];
    const ended = decideOn(stateOf(noticed), { ...seen, comments }, { files: halted.files });
    expect(ended.state?.project?.tasks[FIRST_TASK]?.status).toBe("ABANDONED");
    expect(answers(ended)).toMatchObject([{ kind: "reply", thread: 81, body: expect.stringContaining("given up") }]);
    expect(ended.state?.remarks).toEqual([]);
  });
});
