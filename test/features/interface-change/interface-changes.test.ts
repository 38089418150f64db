import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/engine/decide.js";
import type { FactoryEvent } from "../../../src/engine/event.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { reduce } from "../../../src/engine/reduce.js";
import { InterfaceChangeDecision } from "../../../src/features/interface-change/rules/change-decision.js";
import type { ChangeEvent } from "../../../src/features/interface-change/rules/change-event.js";
import {
  candidatePath,
  consumerPath,
  decisionPath,
} from "../../../src/features/interface-change/rules/change-file-paths.js";
import type { ChangeStage, InterfaceChange } from "../../../src/features/interface-change/rules/interface-change.js";
import { resolutionPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { NEW_WORK, type TaskWork } from "../../../src/features/modules/task-work.js";
import { parseTaskFile } from "../../../src/features/tasks/task-file/parse-task-file.js";
import { changeRulings } from "../../../src/roles/reading/prior-rulings.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { aConfig } from "../../support/config.js";
import { haltOf, pullsWith, readBy, sayHere } from "../../support/halted.js";
import { BRANCH, exception, ID, TARGET, withChange } from "../../support/interface-change.js";
import { decideOn, FIRST_TASK, NOW, pendingKinds, SECOND_TASK, stateOf, TASK_PULL } from "../../support/loop.js";
import { person } from "../../support/observed.js";

const THIRD_TASK = "T-pillar-1-epic-1-story-1-003";
const halt = haltOf({ halting: { kind: "interface-change", exception } });
const branch = new Map([...halt.branch, ...BRANCH]);

/** The halted task with its request where it stands. */
const at = (stage: ChangeStage, change: Partial<InterfaceChange> = {}): FactoryState =>
  withChange(halt.state, stage, change);

const RAISED = at({ stage: "deciding" });
const approval = { exception_id: ID, decided_by: "ada", decided_at: NOW, decision: "APPROVE_CHANGE" } as const;

function look(
  state: FactoryState,
  also: { comment?: ReturnType<typeof sayHere>; given?: readonly FactoryEvent[] } = {},
): Decision {
  const comments = also.comment === undefined ? [] : [also.comment];
  const files = readBy(state, branch);
  return decideOn(state, { pulls: pullsWith({}), comments }, { files, given: also.given ?? [] });
}
const hear = (body: string, overrides: Parameters<typeof sayHere>[1] = {}, state = RAISED) =>
  look(state, { comment: sayHere(body, overrides) });
const updated = (event: ChangeEvent): FactoryEvent => ({
  kind: "interface-change-updated",
  at: NOW,
  exception_id: ID,
  event,
});

const statusOf = (decision: Decision, task = FIRST_TASK) => stateOf(decision).project?.tasks[task]?.status;
const stageOf = (decision: Decision) => stateOf(decision).interface_changes[ID]?.stage;
const answerOf = ({ pending }: Decision) =>
  pending
    .flatMap((effect) => (effect.kind === "say" && /^(?:answer|stranger):/.test(effect.key) ? [effect.body] : []))
    .join();
const statusComment = ({ pending }: Decision) =>
  pending.flatMap((effect) => (effect.kind === "keep-comment" ? [effect.body] : [])).join();
const fileOf = ({ files }: Decision, path: string) => files.find((file) => file.path === path)?.text;

describe("the card of an interface change", () => {
  const card = look(RAISED).pending.flatMap((effect) => (effect.kind === "say" ? [effect] : []))[0];

  it("is pending in the halted task's pull request, with the difference, the verdict and the consumers", () => {
    expect(card).toMatchObject({ issue: TASK_PULL });
    expect(card?.body).toContain("| outputs | `parts` | added |");
    expect(card?.body).toContain("It would become 1.1.0");
    expect(card?.body).toContain(`- used by: MM-0008@1.0.0, ${SECOND_TASK}`);
    for (const words of ["/factory ice approve", "/factory ice reject", "/factory ice defer", "/factory abandon"])
      expect(card?.body).toContain(words);
  });
});

describe("/factory ice approve", () => {
  const decision = hear("/factory ice approve");

  it("opens the debate, keeps the task halted, and is a record of its own", () => {
    expect(stageOf(decision)).toEqual({ stage: "debating", round: 1, activity: "challenge", question: 1 });
    expect(statusOf(decision)).toBe("HALTED");
    expect(answerOf(decision)).toContain(`${ID} is approved`);
    const read = readYaml("decision", fileOf(decision, decisionPath(ID, 1)) ?? "", InterfaceChangeDecision);
    expect(read).toMatchObject({ ok: true, value: { decision: "APPROVE_CHANGE", decided_by: "ada" } });
    expect(decision.pending).toContainEqual(
      expect.objectContaining({
        kind: "debate-contract",
        key: `${ID}:1`,
        change_id: ID,
        activity: "challenge",
        round: 1,
      }),
    );
  });

  it("is shown by the status comment, the check run and the marks alike: the roles act next, not a person", () => {
    const debating = look(stateOf(decision));
    expect(statusComment(decision)).toContain(`the debate of the contract that ${ID} makes of ${TARGET}, round 1 of 3`);
    const check = debating.pending.findLast((effect) => effect.kind === "keep-check-run");
    expect(check).toMatchObject({ title: "A contract is debated", status: { conclusion: "neutral" } });
    const marks = decideOn(
      stateOf(decision),
      { pulls: pullsWith({ labels: ["factory:task", "factory:halted"], assignees: ["ada"] }) },
      { files: readBy(stateOf(decision), branch) },
    ).pending.find((effect) => effect.kind === "keep-marks");
    expect(marks).toMatchObject({ labels: ["factory:task"], unassign: ["ada"] });
  });

  it.each<[string, Decision, RegExp]>([
    ["twice", hear("/factory ice approve", { id: 61 }, stateOf(decision)), /APPROVE_CHANGE cannot follow/],
    [
      "before the card",
      hear("/factory ice approve", { createdAt: "2026-03-01T11:59:00Z", updatedAt: "2026-03-01T13:30:00Z" }),
      /card/,
    ],
    ["in an edited comment", hear("/factory ice approve", { edited: true }), /was edited/],
    ["by a reader", hear("/factory ice approve", { author: person("eve", "read") }), /needs write permission/],
    [
      "while another change of the same contract is under way",
      hear(
        "/factory ice approve",
        {},
        {
          ...RAISED,
          interface_changes: {
            ...RAISED.interface_changes,
            "ICE-99999999": {
              task_id: SECOND_TASK,
              target_module: TARGET,
              decisions: [],
              questions: 0,
              stage: { stage: "building", task_id: THIRD_TASK, version: "1.1.0" },
            },
          },
        },
      ),
      /ICE-99999999 changes MM-0007@1\.0\.0 already/,
    ],
    ["when nothing was raised", hear("/factory ice approve", {}, halt.state), /none waits here/],
  ])("is refused %s", (_, refused, words) => {
    expect(answerOf(refused)).toMatch(words);
    expect(refused.events.filter(({ kind }) => kind === "interface-change-updated")).toEqual([]);
    expect(statusOf(refused)).toBe("HALTED");
  });
});

describe("/factory ice reject", () => {
  const decision = hear("/factory ice reject Two modules rely on it; wrap it in the caller.");

  it("lets the task start again, with the reason before the roles", () => {
    expect(stageOf(decision)).toMatchObject({ stage: "rejected", by: "ada" });
    expect(statusOf(decision)).toBe("IN_PROGRESS");
    expect(stateOf(decision).work[FIRST_TASK]).toMatchObject({ attempt: 2, stage: { stage: "opening" } });
    expect(changeRulings(stateOf(decision), FIRST_TASK)).toEqual([
      { name: `${TARGET} stays as it is`, text: expect.stringContaining("wrap it in the caller") },
    ]);
    expect(changeRulings(stateOf(decision), SECOND_TASK)).toEqual([]);
  });

  it("is a precedent for the next one", () => {
    const card = halt.state.project?.tasks[FIRST_TASK]?.escalation_ref ?? "";
    expect(stateOf(decision).precedents).toMatchObject({ "interface-change": card });
    expect(fileOf(decision, resolutionPath(card))).toContain("REJECT_INTERFACE_CHANGE");
  });

  it("needs a reason", () => {
    expect(answerOf(hear("/factory ice reject"))).toContain("This needs a reason");
  });

  it("leaves the task halted with --stay, and says how to go on", () => {
    const stays = hear("/factory ice reject --stay It has to be thought about.");
    expect(stageOf(stays)).toMatchObject({ stage: "rejected", reason: "It has to be thought about." });
    expect(statusOf(stays)).toBe("HALTED");
    expect(answerOf(stays)).toContain("stays halted");
    expect(statusComment(stays)).toContain("`/factory retry` looks for another way");
    const retried = look(stateOf(stays), { comment: sayHere("/factory retry", { id: 62 }) });
    expect(statusOf(retried)).toBe("IN_PROGRESS");
    expect(changeRulings(stateOf(retried), FIRST_TASK)).toHaveLength(1);
  });

  it("ends a debate that is under way", () => {
    const debating = at({ stage: "debating", round: 1, activity: "challenge", question: 1 }, { decisions: [approval] });
    const ended = hear("/factory ice reject It is not worth it.", {}, debating);
    expect(stageOf(ended)).toMatchObject({ stage: "rejected" });
    expect(pendingKinds(ended)).not.toContain("debate-contract");
  });
});

describe("/factory ice defer", () => {
  const decision = hear("/factory ice defer");

  it("changes nothing but the record, and says so", () => {
    expect(statusOf(decision)).toBe("HALTED");
    expect(stageOf(decision)).toEqual({ stage: "deciding" });
    expect(answerOf(decision)).toContain(`${ID} is deferred. ${FIRST_TASK} stays halted`);
    expect(statusComment(decision)).toContain(`${ID} was deferred`);
    expect(fileOf(decision, decisionPath(ID, 1))).toContain("DEFER");
  });

  it("given once more is answered, and leaves no second record", () => {
    const again = look(stateOf(decision), { comment: sayHere("/factory ice defer", { id: 64 }) });
    expect(answerOf(again)).toContain(`${ID} is still deferred. ${FIRST_TASK} stays halted`);
    expect(fileOf(again, decisionPath(ID, 2))).toBeUndefined();
    expect(stageOf(again)).toEqual({ stage: "deciding" });
  });

  it("can be followed by an approval, which is the second record", () => {
    const approved = look(stateOf(decision), { comment: sayHere("/factory ice approve", { id: 63 }) });
    expect(stageOf(approved)).toMatchObject({ stage: "debating" });
    expect(fileOf(approved, decisionPath(ID, 2))).toContain("APPROVE_CHANGE");
  });
});

describe("a contract that was agreed on", () => {
  const agreed = at({ stage: "agreed", round: 2, version: "1.1.0" }, { decisions: [approval] });
  const decision = look(agreed);

  it("adds the task that builds it and lets the halted one wait for it, in one commit", () => {
    expect(stageOf(decision)).toEqual({ stage: "building", task_id: THIRD_TASK, version: "1.1.0" });
    const tasks = stateOf(decision).project?.tasks ?? {};
    expect(tasks[FIRST_TASK]).toMatchObject({ status: "PENDING", depends_on: [THIRD_TASK], escalation_ref: null });
    expect(tasks[THIRD_TASK]).toMatchObject({ status: "IN_PROGRESS", task: "Build MM-0007@1.1.0", priority: -1 });
    expect(stateOf(decision).agreed_versions).toEqual({
      [THIRD_TASK]: { replaces: TARGET, version: "1.1.0", contract: candidatePath(ID, 2) },
    });
    const file = parseTaskFile(fileOf(decision, tasks[THIRD_TASK]?.path ?? "") ?? "");
    expect(file).toMatchObject({ ok: true, value: { name: "Build MM-0007@1.1.0" } });
  });

  it("is said in the halted task's conversation, and is the precedent of its cause", () => {
    const note = decision.pending.find((effect) => effect.kind === "say" && effect.key === `ice-agreed:${ID}`);
    expect(note).toMatchObject({
      issue: TASK_PULL,
      body: expect.stringContaining(`${THIRD_TASK} builds MM-0007@1.1.0`),
    });
    const card = halt.state.project?.tasks[FIRST_TASK]?.escalation_ref ?? "";
    expect(fileOf(decision, resolutionPath(card))).toContain("APPROVE_INTERFACE_CHANGE");
  });
});

describe("a contract without an agreement", () => {
  const debating = at({ stage: "debating", round: 3, activity: "challenge", question: 5 }, { decisions: [approval] });
  const objections = ["`parts` has no invariant"];
  const ended = look(debating, {
    given: [updated({ kind: "contract-challenged", question: 5, usage: [], objections })],
  });
  const renewed = look(stateOf(ended));

  it("is shown to a person again, with another card", () => {
    expect(stageOf(ended)).toEqual({ stage: "not-agreed", round: 3, objections });
    const [before, now] = [halt.state, stateOf(renewed)].map(({ project }) => project?.tasks[FIRST_TASK]);
    expect(now).toMatchObject({ status: "HALTED", halted_reason: "contract not agreed" });
    expect(now?.escalation_ref).not.toBe(before?.escalation_ref);
    const branchNow = new Map([...branch, ...renewed.files.map(({ path, text }) => [path, text] as const)]);
    const state = stateOf(renewed);
    const asked = decideOn(state, { pulls: pullsWith({}) }, { files: readBy(state, branchNow) });
    const card = asked.pending.find((effect) => effect.kind === "say" && effect.key === `card:${now?.escalation_ref}`);
    expect(card).toMatchObject({ body: expect.stringContaining("No contract for the change of MM-0007@1.0.0") });
    // The reason is given to the roles: it is about this change, and about no other product.
    const body = card?.kind === "say" ? card.body : "";
    expect(body).toContain("/factory ice reject No contract for the change was agreed on.");
    expect(body).not.toContain("Two other modules rely on the error being raised");
  });
});

describe("an interface change", () => {
  it("is dropped if the task is resolved in another way", () => {
    const retried = hear("/factory retry");
    expect(stageOf(retried)).toMatchObject({ stage: "dropped" });
    expect(statusOf(retried)).toBe("IN_PROGRESS");
  });

  it("is dropped if its task is resolved in the same observation in which its contract is agreed", () => {
    const debating = at(
      { stage: "debating", round: 1, activity: "adjudicate", question: 2 },
      { decisions: [approval] },
    );
    const given = [updated({ kind: "contract-adjudicated", question: 2, usage: [], version: "1.1.0", objections: [] })];
    const retried = look(debating, { comment: sayHere("/factory retry"), given });
    expect(statusOf(retried)).toBe("IN_PROGRESS");
    expect(stageOf(retried)).toMatchObject({ stage: "dropped" });
    expect(stateOf(retried).project?.tasks[THIRD_TASK]).toBeUndefined();
  });

  it("is dropped if its task is to be done again after an undo", () => {
    for (const stage of ["deciding", "agreed"] as const) {
      const current = at(stage === "deciding" ? { stage } : { stage, round: 1, version: "1.1.0" });
      if (current.project === null) throw new Error("expected a project");
      const { [FIRST_TASK]: halted, [SECOND_TASK]: second } = current.project.tasks;
      if (halted === undefined || second === undefined) throw new Error("expected two tasks");
      const done = {
        status: "SHIPPED",
        shipped_at: NOW,
        merge_sha: "f".repeat(40),
        depends_on: [] as string[],
      } as const;
      const tasks = { [FIRST_TASK]: { ...halted, depends_on: [SECOND_TASK] }, [SECOND_TASK]: { ...second, ...done } };
      const merge_sha = "f".repeat(40);
      const taken = [{ task_id: SECOND_TASK, merge_sha, modules: [], attempt: 1, questions: 1, asked: {} }];
      const event = {
        kind: "task-taken-back",
        at: NOW,
        task_id: SECOND_TASK,
        by: "ada",
        merge_sha: "e".repeat(40),
        pull_request: 9,
        escalation_ref: "ESC-00000009",
        taken,
      } as const;
      const after = reduce(
        { ...current, project: { ...current.project, tasks } },
        { kind: "project-updated", at: NOW, event },
      );
      expect(after).toMatchObject({
        ok: true,
        value: { interface_changes: { [ID]: { stage: { stage: "dropped" } } } },
      });
    }
  });

  it("writes the task of the change that adds it, whatever else is agreed on", () => {
    const stale: InterfaceChange = {
      task_id: SECOND_TASK,
      target_module: TARGET,
      decisions: [],
      questions: 0,
      stage: { stage: "agreed", round: 1, version: "9.0.0" },
    };
    const current = at({ stage: "agreed", round: 2, version: "1.1.0" }, { decisions: [approval] });
    const other = "ICE-00000001";
    const state = { ...current, interface_changes: { [other]: stale, ...current.interface_changes } };
    const files = new Map(branch);
    for (const [path, text] of BRANCH) files.set(path.replaceAll(ID, other), text.replaceAll("The parts", "Another's"));
    const decision = decideOn(state, { pulls: pullsWith({}) }, { files });
    const path = stateOf(decision).project?.tasks[THIRD_TASK]?.path ?? "";
    expect(fileOf(decision, path)).toContain("The parts of a tag cannot be had");
  });

  it("asks no model while paused, and continues afterwards", () => {
    const debating = at({ stage: "debating", round: 1, activity: "challenge", question: 1 }, { decisions: [approval] });
    const project = debating.project === null ? null : { ...debating.project, status: "PAUSED" as const };
    expect(pendingKinds(look({ ...debating, project }))).not.toContain("debate-contract");
    expect(pendingKinds(look(debating))).toContain("debate-contract");
  });

  it("searches its consumers once it has shipped, and gives each a task", () => {
    const version = "2.0.0";
    expect(look(at({ stage: "shipped", version })).pending).toContainEqual(
      expect.objectContaining({ kind: "find-consumers", change_id: ID }),
    );
    const consumers = [{ module_ref: "MM-0008@1.0.0", version: "1.0.1" }];
    const decision = look(at({ stage: "reverifying", version, consumers }));
    expect(stageOf(decision)).toEqual({ stage: "done", version });
    expect(stateOf(decision).project?.tasks[THIRD_TASK]).toMatchObject({
      task: "Verify MM-0008@1.0.1 with MM-0007@2.0.0",
      status: "PENDING",
    });
    expect(stateOf(decision).agreed_versions[THIRD_TASK]).toEqual({
      replaces: "MM-0008@1.0.0",
      version: "1.0.1",
      contract: consumerPath(ID, "MM-0008"),
    });
  });
});

describe("a task that requests a contract which another approved change is building", () => {
  const other: InterfaceChange = {
    task_id: SECOND_TASK,
    target_module: TARGET,
    decisions: [],
    questions: 3,
    stage: { stage: "building", task_id: THIRD_TASK, version: "1.1.0" },
  };
  const { [FIRST_TASK]: asking, [SECOND_TASK]: waiting } = RAISED.project?.tasks ?? {};
  if (RAISED.project === null || asking === undefined || waiting === undefined) throw new Error("expected two tasks");
  const builder = {
    ...waiting,
    status: "PENDING",
    depends_on: [] as string[],
    declaration_order: 9,
    priority: -1,
  } as const;
  const tasks = {
    [FIRST_TASK]: asking,
    [SECOND_TASK]: { ...waiting, status: "PENDING", depends_on: [THIRD_TASK] as string[] } as const,
    [THIRD_TASK]: builder,
  };
  const beside = (built: Partial<typeof builder> = {}): FactoryState => ({
    ...RAISED,
    project:
      RAISED.project === null
        ? null
        : { ...RAISED.project, tasks: { ...tasks, [THIRD_TASK]: { ...builder, ...built } } },
    interface_changes: { ...RAISED.interface_changes, "ICE-99999999": other },
  });
  const config = aConfig({ concurrency: 2 });
  const heard = (said: string, state = beside()) =>
    decideOn(state, { pulls: pullsWith({}), comments: [sayHere(said)] }, { files: readBy(state, branch), config });

  it("blocks the task that builds it while it is halted, so merely waiting is not offered", () => {
    const deferred = heard("/factory ice defer");
    expect(statusOf(deferred, THIRD_TASK)).toBe("PENDING");
    expect(answerOf(heard("/factory ice approve"))).toContain("say `/factory retry`, and the task waits for");
  });

  it("waits for that version on a retry, and does not start before it", () => {
    const retried = heard("/factory retry");
    expect(answerOf(retried)).toContain(`It waits for ${THIRD_TASK} first.`);
    expect(stateOf(retried).project?.tasks[FIRST_TASK]).toMatchObject({ status: "PENDING", depends_on: [THIRD_TASK] });
    expect(statusOf(retried, THIRD_TASK)).toBe("IN_PROGRESS");
    expect(stageOf(retried)).toMatchObject({ stage: "dropped" });
  });

  it("waits for nothing if a person rejects its own, or if the builder waits for it", () => {
    const rejected = stateOf(heard("/factory ice reject It stays.")).project?.tasks[FIRST_TASK];
    expect(rejected).toMatchObject({ status: "IN_PROGRESS", depends_on: [] });
    const circle = heard("/factory retry", beside({ depends_on: [FIRST_TASK], status: "BLOCKED" } as never));
    expect(stateOf(circle).project?.tasks[FIRST_TASK]).toMatchObject({ status: "IN_PROGRESS", depends_on: [] });
  });
});

describe("a task that may have been planned with the version before", () => {
  const current = at({ stage: "shipped", version: "2.0.0" });
  const { [FIRST_TASK]: asking, [SECOND_TASK]: other } = current.project?.tasks ?? {};
  const ownWork = current.work[FIRST_TASK];
  if (current.project === null || asking === undefined || other === undefined || ownWork === undefined)
    throw new Error("expected two tasks, the first of them in work");
  const shippedBy = {
    ...other,
    status: "SHIPPED",
    module_refs: ["MM-0007@2.0.0"] as string[],
    shipped_at: NOW,
    merge_sha: "f".repeat(40),
    depends_on: [] as string[],
  } as const;
  const looks = (stage: TaskWork["stage"], depends_on: string[] = []) => {
    const third = { ...other, status: "IN_PROGRESS", depends_on, declaration_order: 9, pull_request: null } as const;
    const tasks = { [FIRST_TASK]: { ...asking, depends_on: [] }, [SECOND_TASK]: shippedBy, [THIRD_TASK]: third };
    const state = {
      ...current,
      project: current.project === null ? null : { ...current.project, tasks },
      work: { ...current.work, [THIRD_TASK]: { ...NEW_WORK, stage } },
    };
    const { pending } = decideOn(state, { pulls: pullsWith({}) }, { files: readBy(state, branch) });
    return pending.some(({ kind }) => kind === "find-consumers");
  };

  it("ends first, so that it is verified, too", () => {
    expect(looks({ stage: "building" })).toBe(false);
    expect(looks({ stage: "planning", question: 1, attempt: 1 })).toBe(false);
  });

  it("is none that has just started, or started after it", () => {
    expect(looks({ stage: "opening" })).toBe(true);
    expect(looks({ stage: "building" }, [SECOND_TASK])).toBe(true);
  });
});

describe("a change that is under way when its project ends", () => {
  const consumers = [{ module_ref: "MM-0008@1.0.0", version: "1.0.1" }];
  const STAGES: readonly ChangeStage[] = [
    { stage: "deciding" },
    { stage: "debating", round: 1, activity: "challenge", question: 1 },
    { stage: "agreed", round: 1, version: "1.1.0" },
    { stage: "building", task_id: SECOND_TASK, version: "1.1.0" },
    { stage: "shipped", version: "1.1.0" },
    { stage: "reverifying", version: "1.1.0", consumers },
  ];
  const again: FactoryEvent = {
    kind: "product-requested",
    at: "2026-03-02T10:00:00Z",
    repository_id: RAISED.repository_id,
    request: { ...RAISED.request, issue: 33, requested_at: "2026-03-02T10:00:00Z" },
  };
  const ended = (state: FactoryState, event: FactoryEvent) => {
    const after = reduce(state, event);
    if (!after.ok) throw new Error(after.refusal.message);
    return after.value;
  };

  it.each(STAGES)("is dropped with it: $stage", (stage) => {
    const aborted = ended(at(stage), { kind: "project-updated", at: NOW, event: { kind: "project-aborted", at: NOW } });
    expect(aborted.interface_changes[ID]?.stage).toMatchObject({ stage: "dropped", why: "the project was aborted" });
  });

  it.each(STAGES)("does not affect the next product, even with an inconsistent state: $stage", (stage) => {
    const agreed = { replaces: TARGET, version: "1.1.0", contract: candidatePath(ID, 1) };
    const left = { ...at(stage), agreed_versions: { [SECOND_TASK]: agreed } };
    if (left.project === null) throw new Error("expected a project");
    const next = ended({ ...left, project: { ...left.project, status: "ABORTED" } }, again);
    expect(next.interface_changes[ID]?.stage).toMatchObject({ stage: "dropped" });
    expect(next.agreed_versions).toEqual({});
  });

  it("adds no tasks to the product that follows, where it was left behind in its state", () => {
    const left = at({ stage: "reverifying", version: "1.1.0", consumers }, { task_id: "T-other-1-epic-1-story-1-001" });
    expect(stageOf(look(left))).toMatchObject({ stage: "reverifying" });
  });

  it.each([
    { stage: "done", version: "1.1.0" },
    { stage: "rejected", by: "ada", reason: "It stays." },
    { stage: "dropped", why: "it was not needed" },
  ] as const)("stays what it came to: $stage", (stage) => {
    const aborted = ended(at(stage), { kind: "project-updated", at: NOW, event: { kind: "project-aborted", at: NOW } });
    expect(aborted.interface_changes[ID]?.stage).toEqual(stage);
    expect(ended(aborted, again).interface_changes[ID]?.stage).toEqual(stage);
  });
});
