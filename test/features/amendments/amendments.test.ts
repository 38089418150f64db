import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { AmendmentDecision, type ContractAmendment } from "../../../src/domain/enforcement/contract-amendment.js";
import { moduleStatePath } from "../../../src/domain/gates/state-paths.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { amendmentDecisionPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { markerIn } from "../../../src/render/marker.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { aContractAmendment } from "../../support/contract-amendment.js";
import { haltOf, inWork, modules, pullsWith, readBy, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, REQUEST, stateOf, TASK_PULL } from "../../support/loop.js";
import { person } from "../../support/observed.js";

const amendment = aContractAmendment();
const waiting = (change: Partial<ContractAmendment> = {}): FactoryState => {
  const { inbox, ...state } = inWork({
    modules: modules({ step: { step: "awaiting-amendment", amendment: { ...amendment, ...change } } }),
  });
  return { ...state, inbox: { ...inbox, pending: [] } };
};
const branch = haltOf().branch;

type Comment = Parameters<typeof sayHere>[1];

/** What comes of a comment in the task's pull request while the amendment waits. */
function said(body: string, also: Comment = {}, state = waiting()) {
  const files = readBy(state, branch);
  const decision = decideOn(state, { pulls: pullsWith({}), comments: [sayHere(body, also)] }, { files });
  const module = decision.state?.work[FIRST_TASK]?.modules[0];
  const words = decision.pending.flatMap((effect) =>
    effect.kind === "say" && /^(?:answer:60$|stranger:)/.test(effect.key) ? [effect.body] : [],
  );
  const [, answer = ""] = (words[0] ?? "").split("-->");
  return { decision, module, answer: answer.trim(), answers: words.length };
}

describe("a decision about a contract", () => {
  it("to accept changes the contract and its record in the same commit, and specifies again", () => {
    const { decision, module, answer } = said("/factory amendment accept");
    expect(module?.step).toMatchObject({ step: "asking", activity: "specify", from: "red-commit" });
    expect(answer).toContain("is specified again");
    const file = (path: string) => decision.files.find((candidate) => candidate.path === path)?.text ?? "";
    const path = moduleStatePath(FIRST_TASK, "MM-0001", "contract.yml");
    const contract = readYaml(path, file(path), Contract);
    expect(contract.ok && contract.value.modes.notes).toBe("returns when logged");
    const record = readYaml("record", file(amendmentDecisionPath(FIRST_TASK, "AMD-00000001")), AmendmentDecision);
    expect(record).toMatchObject({ ok: true, value: { decision: "ACCEPTED", reason: null, by: "ada" } });
    expect(decision.files.some(({ path }) => path.includes("/contributions/CONTRIB-"))).toBe(true);
    expect(decision.pending.some((effect) => effect.kind === "ask-role" && effect.activity === "specify")).toBe(true);
  });

  it("to reject fails the module, and the task halts with that cause and a card of its own", () => {
    const { decision, module } = said("/factory amendment reject The note is what was asked for.");
    expect(module?.step).toMatchObject({ step: "failed", cause: { kind: "contract-amendment-rejected" } });
    expect(decision.state?.project?.tasks[FIRST_TASK]?.status).toBe("HALTED");
    expect(decision.files.some(({ path }) => path === moduleStatePath(FIRST_TASK, "MM-0001", "contract.yml"))).toBe(
      false,
    );
  });

  it("can be given on the issue, too, when it names its task", () => {
    const { module } = said(`/factory amendment accept ${FIRST_TASK}`, { issue: REQUEST });
    expect(module?.step).toMatchObject({ step: "asking", activity: "specify" });
  });

  it.each<[string, string, Comment, RegExp]>([
    ["without a reason", "/factory amendment reject", {}, /needs a reason/],
    ["with a placeholder for one", "/factory amendment reject TBD", {}, /reason/],
    ["with words that no accept has", "/factory amendment accept please do", {}, /amendment accept/],
    [
      "by somebody without permission",
      "/factory amendment accept",
      { author: person("eve", "read") },
      /needs write permission/,
    ],
    ["in an edited comment", "/factory amendment accept", { edited: true }, /edited/],
    ["written before the card", "/factory amendment accept", { createdAt: "2026-03-01T13:10:00Z" }, /earlier version/],
    ["in the card's own second", "/factory amendment reject No.", { createdAt: "2026-03-01T13:20:00Z" }, /It is in #5/],
    ["about another task", "/factory amendment accept T-pillar-1-epic-1-story-1-002", {}, /does not wait/],
    ["where no task is", "/factory amendment accept", { issue: REQUEST }, /is for a contract amendment/],
    ["with another verb", "/factory retry", {}, /is for a halted task/],
  ])("is refused once, with the reason, %s", (_, body, also, words) => {
    const { decision, module, answer, answers } = said(body, also);
    expect(module?.step.step).toBe("awaiting-amendment");
    expect(answer).toMatch(words);
    expect(answers).toBe(1);
    expect(decision.events.map(({ kind }) => kind)).not.toContain("work-updated");
  });

  it("is refused if no amendment is pending any more", () => {
    const first = said("/factory amendment accept").decision;
    const state = stateOf(first);
    const again = decideOn(
      state,
      {
        pulls: pullsWith({}),
        comments: [
          sayHere(`/factory amendment accept ${FIRST_TASK}`, {
            id: 61,
            createdAt: "2026-03-01T13:40:00Z",
            updatedAt: "2026-03-01T13:40:00Z",
          }),
        ],
      },
      {
        files: new Map([
          ...readBy(state, new Map([...branch, ...first.files.map(({ path, text }) => [path, text] as const)])),
        ]),
      },
    );
    expect(
      again.pending
        .flatMap((effect) => (effect.kind === "say" && effect.key === "answer:61" ? [effect.body] : []))
        .join(),
    ).toMatch(/does not wait for a decision about a contract/);
  });
});

describe("while a contract waits for a person", () => {
  const look = (state = waiting(), pull: Parameters<typeof pullsWith>[0] = {}) =>
    decideOn(state, { pulls: pullsWith(pull) }, { files: readBy(state, branch) });

  it("a card is pending in the pull request, once", () => {
    const decision = look();
    const cards = decision.pending.filter((effect) => effect.kind === "say" && effect.key === "amendment:AMD-00000001");
    expect(cards).toHaveLength(1);
    expect(cards[0]).toMatchObject({ issue: TASK_PULL });
    expect(look(stateOf(decision)).events).toEqual([]);
  });

  it("label, assignee, check run and status comment agree", () => {
    const { pending } = look();
    expect(pending).toContainEqual(
      expect.objectContaining({ kind: "keep-marks", labels: ["factory:task", "factory:halted"], assign: ["ada"] }),
    );
    const sentence = "Accept or reject a change of the contract of MM-0001@1.0.0: it failed 3 times in the same way.";
    expect(pending).toContainEqual(
      expect.objectContaining({
        kind: "keep-check-run",
        key: "amendment:AMD-00000001",
        status: { kind: "completed", conclusion: "action_required" },
        summary: expect.stringContaining(sentence),
      }),
    );
    const status = pending.find((effect) => effect.kind === "keep-comment");
    expect(status?.kind === "keep-comment" && status.body.replaceAll("\u2060", "")).toContain(sentence);
  });

  it("nothing is asked, committed or gated", () => {
    const about = look().pending.flatMap((effect) =>
      effect.kind === "dispatch-gates" ? `${effect.kind} ${effect.request.task}` : effect.kind,
    );
    for (const kind of ["ask-role", "commit-files", `dispatch-gates ${FIRST_TASK}`, "ship-module"])
      expect(about).not.toContain(kind);
  });

  it("the marks are removed with the decision", () => {
    const { decision } = said("/factory amendment accept");
    const after = decideOn(stateOf(decision), {
      pulls: pullsWith({
        labels: ["factory:task", "factory:halted"],
        assignees: ["ada"],
        checks: [{ key: "amendment:AMD-00000001", digest: "as it asked" }],
      }),
    });
    expect(after.pending).toContainEqual(
      expect.objectContaining({ kind: "keep-marks", labels: ["factory:task"], assign: [], unassign: ["ada"] }),
    );
    expect(after.pending).toContainEqual(
      expect.objectContaining({ kind: "keep-check-run", key: "amendment:AMD-00000001", title: "Decided" }),
    );
  });

  it("the next card about the same kind of failure cites the decision", () => {
    const decided = stateOf(said("/factory amendment accept").decision);
    const again = waiting({ amendment_id: "AMD-00000002" });
    const state: FactoryState = {
      ...again,
      ...(decided.amendment_precedents === undefined ? {} : { amendment_precedents: decided.amendment_precedents }),
    };
    const card = look(state).pending.find(
      (effect) => effect.kind === "say" && markerIn(effect.body) === "amendment:AMD-00000002",
    );
    expect(card?.kind === "say" && card.body).toContain("The last such proposal was about");
  });
});
