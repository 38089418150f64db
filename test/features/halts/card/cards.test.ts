import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../src/engine/decide.js";
import type { FactoryState } from "../../../../src/engine/factory-state.js";
import { requiredStateFiles } from "../../../../src/engine/state-files.js";
import { checkDigest } from "../../../../src/render/check-digest.js";
import { hiddenMarker } from "../../../../src/render/marker.js";
import { haltOf, pullsWith, readBy, sayHere } from "../../../support/halted.js";
import { decideOn, FIRST_TASK, kinds, label, REQUEST, SECOND_TASK, stateOf, TASK_PULL } from "../../../support/loop.js";
import { comment } from "../../../support/observed.js";

const halted = haltOf();
const ref = halted.state.project?.tasks[FIRST_TASK]?.escalation_ref ?? "";
const key = `card:${ref}`;
const shown = decideOn(halted.state, { pulls: pullsWith({}) }, { files: halted.files });
const effect = (kind: string, decision = shown) => decision.pending.filter((pending) => pending.kind === kind);

describe("a halted task", () => {
  it("gets one card in its pull request, with the decision, the recommendation and every command", () => {
    expect(kinds(shown)).toEqual(["person-asked"]);
    const [card] = effect("say");
    expect(card).toMatchObject({ key, issue: TASK_PULL });
    const body = card?.kind === "say" ? card.body : "";
    expect(body.startsWith(hiddenMarker(key))).toBe(true);
    expect(body.split(hiddenMarker(key))).toHaveLength(2);
    for (const words of ["@ada", "Provide a fix for MM-0001", "1 test fails (after 3 attempts)"])
      expect(body).toContain(words);
    for (const verb of ["override", "amend-spec", "split", "revise-plan", "fix", "abandon", "retry"]) {
      expect(body).toContain(`/factory ${verb}`);
    }
  });

  it("gets it once: neither again before it is posted, nor after", () => {
    const state = stateOf(shown);
    expect(kinds(decideOn(state, { pulls: pullsWith({}) }, { files: halted.files }))).toEqual([]);
    const [card] = effect("say");
    const current = comment({ id: 70, issue: TASK_PULL, own: true, body: card?.kind === "say" ? card.body : "" });
    const again = decideOn(state, { pulls: pullsWith({}), comments: [current] }, { files: halted.files });
    expect(effect("say", again)).toEqual([]);
  });

  it("is labelled, and the person who requested the product is assigned", () => {
    expect(effect("keep-marks")).toMatchObject([
      { issue: TASK_PULL, labels: ["factory:task", "factory:halted"], assign: ["ada"], unassign: [] },
    ]);
    const pulls = pullsWith({ labels: ["factory:task", "Factory:Halted"], assignees: ["Ada"] });
    expect(effect("keep-marks", decideOn(halted.state, { pulls }, { files: halted.files }))).toEqual([]);
  });

  it("loses label and assignee when it is resolved", () => {
    const pulls = pullsWith({ labels: ["factory:task", "factory:halted"], assignees: ["ada"] });
    const decision = decideOn(halted.state, { pulls, comments: [sayHere("/factory retry")] }, { files: halted.files });
    expect(effect("keep-marks", decision)).toMatchObject([{ labels: ["factory:task"], assign: [], unassign: ["ada"] }]);
  });

  it("loses them when the product is ended, too, because no question is open any more", () => {
    const pulls = pullsWith({ labels: ["factory:task", "factory:halted"], assignees: ["ada"] });
    const abort = sayHere("/factory abort", { issue: REQUEST });
    const decision = decideOn(halted.state, { pulls, comments: [abort] }, { files: halted.files });
    expect(decision.state?.project?.status).toBe("ABORTED");
    expect(effect("keep-marks", decision)).toMatchObject([{ labels: ["factory:task"], assign: [], unassign: ["ada"] }]);
  });

  it("does not change the assignees of a task that did not halt", () => {
    const pulls = pullsWith({ assignees: ["ada"] });
    const decision = decideOn(halted.state, { pulls, comments: [sayHere("/factory retry")] }, { files: halted.files });
    expect(effect("keep-marks", decision)).toMatchObject([{ unassign: [] }]);
  });

  it("has action_required on its head, with buttons, until that is posted; the findings of its gates are concluded before", () => {
    const [gates, check, ...more] = effect("keep-check-run");
    expect(more).toEqual([]);
    expect(gates).toMatchObject({ name: "factory / gates", status: { kind: "completed", conclusion: "failure" } });
    expect(check).toMatchObject({
      name: "factory / gates",
      status: { kind: "completed", conclusion: "action_required" },
      summary: expect.stringContaining(`#${TASK_PULL}`),
      actions: [{ identifier: "retry" }, { identifier: "pause" }, { identifier: "continue" }],
    });
    if (check?.kind !== "keep-check-run") throw new Error("expected a check run");
    const checks = [{ key: check.key, digest: checkDigest(check) }];
    const settled = decideOn(halted.state, { pulls: pullsWith({ checks }) }, { files: halted.files });
    expect(effect("keep-check-run", settled)).toEqual([]);
  });

  describe("once it is decided", () => {
    const [, asking] = effect("keep-check-run");
    if (asking?.kind !== "keep-check-run") throw new Error("expected a check run");
    const asked = { checks: [{ key: asking.key, digest: checkDigest(asking) }] };
    const said = (body: string, issue = TASK_PULL) =>
      decideOn(
        halted.state,
        { pulls: pullsWith(asked), comments: [sayHere(body, { issue })] },
        { files: halted.files },
      );
    const ofHalt = (decision: Decision) => effect("keep-check-run", decision).filter(({ key }) => key === asking.key);

    it.each([
      ["/factory retry", TASK_PULL, ["pause", "continue"]],
      ["/factory override It is fine.", TASK_PULL, ["pause", "continue"]],
      ["/factory abandon Nobody needs it.", TASK_PULL, []],
      ["/factory abort", REQUEST, []],
    ])("has no open question on its head any more: %s", (body, issue, buttons) => {
      const [check, ...more] = ofHalt(said(body, issue));
      expect(more).toEqual([]);
      expect(check).toMatchObject({
        name: "factory / gates",
        status: { kind: "completed", conclusion: "neutral" },
        title: "Decided",
        actions: buttons.map((identifier) => ({ identifier })),
      });
      if (check?.kind !== "keep-check-run") throw new Error("expected a check run");
      const checks = [{ key: check.key, digest: checkDigest(check) }];
      const settled = decideOn(
        halted.state,
        { pulls: pullsWith({ checks }), comments: [sayHere(body, { issue })] },
        { files: halted.files },
      );
      expect(ofHalt(settled)).toEqual([]);
    });

    it("has its open question still if the answer was refused", () => {
      expect(ofHalt(said("/factory amend-spec"))).toEqual([]);
    });
  });

  it("is what the status comment waits for, in the card's own words", () => {
    expect(effect("keep-comment")).toMatchObject([
      { body: expect.stringContaining(`your decision about Task 1 (${FIRST_TASK}) in #${TASK_PULL}: Provide a fix`) },
    ]);
  });
});

describe("precedents", () => {
  it("are cited by the next card with the same cause", () => {
    const resolved = decideOn(
      halted.state,
      { pulls: pullsWith({}), comments: [sayHere("/factory retry")] },
      { files: halted.files },
    );
    const again = haltOf();
    const state: FactoryState = { ...again.state, precedents: stateOf(resolved).precedents };
    const paths = requiredStateFiles(state);
    const files = new Map([...again.files, ...resolved.files.map(({ path, text }) => [path, text] as const)]);
    expect(paths.every((path) => files.has(path))).toBe(true);
    const next = decideOn(state, { pulls: pullsWith({}) }, { files });
    const [card] = effect("say", next);
    expect(card?.kind === "say" ? card.body : "").toContain(
      `The last halt with this cause was ${FIRST_TASK}: ada said \`/factory retry\``,
    );
  });

  it("of another cause are not", () => {
    const other = haltOf();
    const state: FactoryState = { ...other.state, precedents: { "plan-invalid": "ESC-00000001" } };
    expect(requiredStateFiles(state).some((path) => path.includes("ESC-00000001"))).toBe(false);
  });
});

describe("a product whose every task was abandoned", () => {
  const { project } = halted.state;
  const only = project?.tasks[FIRST_TASK];
  if (project === null || only === undefined) throw new Error("the first task is of a project");
  const solo: FactoryState = { ...halted.state, project: { ...project, tasks: { [FIRST_TASK]: only } } };
  const abandon = sayHere("/factory abandon Nobody needs it.");
  const abandoned = decideOn(solo, { pulls: pullsWith({}), comments: [abandon] }, { files: halted.files });
  const closed = { pulls: pullsWith({ state: "closed" }) };

  it("is a decision card in the issue, once, and the status names the command", () => {
    const cards = effect("say", abandoned).filter(
      (pending) => pending.kind === "say" && pending.key.startsWith("stranded:"),
    );
    expect(cards).toMatchObject([
      { issue: REQUEST, body: expect.stringMatching(/@ada Every task.*`\/factory abort`/s) },
    ]);
    const status = effect("keep-comment", abandoned).map((pending) =>
      pending.kind === "keep-comment" ? pending.body : "",
    );
    expect(status.join("\n")).toMatch(/Waiting for\*\* you: say `\/factory abort`\. Every task was abandoned/);
    expect(kinds(decideOn(stateOf(abandoned), closed))).not.toContain("person-asked");
  });

  it("is ended by abort, and the next request starts", () => {
    const abort = sayHere("/factory abort", { id: 61, issue: REQUEST, createdAt: "2026-03-01T13:45:00Z" });
    const aborted = stateOf(decideOn(stateOf(abandoned), { ...closed, comments: [abort] }));
    expect(aborted.project?.status).toBe("ABORTED");
    const other = { ...label, issue: 9, labelledAt: "2026-03-02T00:00:00Z" };
    expect(decideOn(aborted, { ...closed, requests: [label, other] }).state?.request.issue).toBe(9);
  });
});

describe("tasks that depend on abandoned ones", () => {
  const abandon = sayHere("/factory abandon Nobody needs it.");
  const abandoned = decideOn(halted.state, { pulls: pullsWith({}), comments: [abandon] }, { files: halted.files });
  const stranded = effect("say", abandoned).find(
    (pending) => pending.kind === "say" && pending.key.startsWith("stranded:"),
  );

  it("are a decision card in the issue when nothing else is left, once", () => {
    expect(stranded).toMatchObject({ issue: REQUEST, body: expect.stringContaining(`| ${SECOND_TASK} |`) });
    expect(kinds(decideOn(stateOf(abandoned), {}, { files: halted.branch }))).toEqual([]);
  });

  /** So many tasks that need all of the abandoned ones, and behind each of them another. */
  const wide = (count: number, abandonedIds: readonly string[]) => {
    const { project } = stateOf(abandoned);
    const [gone, waits] = [project?.tasks[FIRST_TASK], project?.tasks[SECOND_TASK]];
    if (project == null || gone === undefined || waits === undefined) throw new Error("there is a project");
    const id = (number: number) => `T-pillar-2-epic-1-story-1-${String(number).padStart(3, "0")}`;
    const blocked = Array.from({ length: count }, (_, index) => [
      [id(index), { ...waits, task: "x".repeat(5_000), depends_on: [...abandonedIds] }],
      [id(count + index), { ...waits, depends_on: [id(index)] }],
    ]).flat();
    const tasks = { ...Object.fromEntries(abandonedIds.map((ref) => [ref, gone])), ...Object.fromEntries(blocked) };
    return decideOn({ ...stateOf(abandoned), project: { ...project, tasks } }, {}, { files: halted.branch });
  };
  const cardsIn = (decision: typeof abandoned) =>
    effect("say", decision).flatMap((pending) =>
      pending.kind === "say" && pending.key.startsWith("stranded:") && pending.key !== stranded?.key ? [pending] : [],
    );
  const ids = Array.from({ length: 40 }, (_, index) => `T-pillar-3-epic-1-story-1-${index + 100}`);

  it("are posted again if they depend on other abandoned ones", () => {
    const [one, other] = [wide(1, ids.slice(0, 1)), wide(1, ids.slice(1, 2))].map((decision) => cardsIn(decision)[0]);
    expect(one?.body).toContain(ids[0]);
    expect(other?.body).toContain(ids[1]);
    expect(one?.key).not.toBe(other?.key);
  });

  it("are named up to a limit, in the card and in the status comment", () => {
    const decision = wide(400, ids);
    const [card] = cardsIn(decision);
    expect(card?.body.match(/^\| T-pillar-2/gm)).toHaveLength(10);
    expect(card?.body).toContain("and 390 more");
    expect(card?.body.length).toBeLessThan(20_000);
    const status =
      decision.pending.flatMap((pending) => (pending.kind === "keep-comment" ? [pending.body] : []))[0] ?? "";
    expect(status.match(/Waiting for\*\* your decision about T-/g)).toHaveLength(10);
    expect(status).toContain("**Waiting for** your decision about 390 more tasks");
    expect(status).toContain("`/factory help`");
  });

  it("can be amended to do without them", () => {
    const body = `/factory amend-spec ${SECOND_TASK}\n\n\`\`\`yaml\namended_acceptance_criteria: [Returns it., Rejects it.]\namendment_rationale: Not needed.\n\`\`\``;
    const amend = sayHere(body, { id: 61, issue: REQUEST, createdAt: "2026-03-01T13:45:00Z" });
    const files = readBy(stateOf(abandoned), halted.branch);
    const decision = decideOn(stateOf(abandoned), { comments: [amend] }, { files });
    expect(decision.state?.project?.tasks[SECOND_TASK]).toMatchObject({ status: "IN_PROGRESS", depends_on: [] });
    expect(decision.files.some(({ path }) => path === decision.state?.project?.tasks[SECOND_TASK]?.path)).toBe(true);
  });
});
