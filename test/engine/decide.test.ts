import { describe, expect, it } from "vitest";
import { specKey } from "../../src/features/spec/spec-proposal.js";
import { hiddenMarker } from "../../src/render/marker.js";
import { aConfig } from "../support/config.js";
import {
  approved,
  decideOn,
  digest,
  drafted,
  draftedEvent,
  FIRST_TASK,
  kinds,
  label,
  LATER as later,
  mergedSpec as merged,
  pendingKinds,
  requested,
  say,
  shown,
  specPull,
  stateOf,
} from "../support/loop.js";
import { comment, HEAD, person, pull, SPEC_BLOB } from "../support/observed.js";

describe("a request for a product", () => {
  it("starts with the label of a person who may write, and asks for a draft of the present SPEC.md", () => {
    const decision = decideOn(null, { requests: [label] });
    expect(kinds(decision)).toEqual(["product-requested", "spec-found"]);
    expect(decision.state?.product).toMatchObject({ phase: "drafting", round: { number: 1, spec_blob: SPEC_BLOB } });
    expect(pendingKinds(decision)).toEqual(["draft-spec", "keep-comment"]);
  });

  it.each([
    ["a reader", person("eve", "read")],
    ["somebody whose role cannot be read", person("eve", null)],
    ["a bot", { login: "x[bot]", type: "Bot", role: "admin" }],
  ])("does not start for %s", (_who, labelledBy) => {
    expect(decideOn(null, { requests: [{ ...label, labelledBy }] })).toMatchObject({ state: null, events: [] });
  });

  it("uses the earliest of several labels", () => {
    const other = { ...label, issue: 9, labelledAt: "2026-03-01T08:00:00Z" };
    expect(decideOn(null, { requests: [label, other] }).state?.request.issue).toBe(9);
  });

  it("answers a second label once, and continues", () => {
    const second = { ...label, issue: 8 };
    const decision = decideOn(requested, { requests: [label, second] });
    expect(kinds(decision)).toEqual(["manual-change-detected"]);
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "say", issue: 8 }));
    expect(kinds(decideOn(stateOf(decision), { requests: [label, second] }))).toEqual([]);
  });

  it("can be ended in another labelled issue if its own issue is gone", () => {
    const second = { ...label, issue: 8 };
    const told = decideOn(requested, { requests: [second] });
    const note = { kind: "say", issue: 8, body: expect.stringContaining("say `/factory abort` here") };
    expect(told.pending).toContainEqual(expect.objectContaining(note));
    const abort = say("/factory abort", { id: 70, issue: 8, createdAt: "2026-03-01T13:30:00Z" });
    const ended = decideOn(stateOf(told), { requests: [second], comments: [abort] });
    expect(kinds(ended)).toContain("request-withdrawn");
    // While the first one is there, it is decided there: the word is answered, and does not lie there to be obeyed one day.
    const early = decideOn(requested, { requests: [label, second], comments: [abort] });
    expect(early.pending).toContainEqual(
      expect.objectContaining({ key: "answer:70", body: expect.stringContaining(`say it in #${label.issue}`) }),
    );
    expect(kinds(decideOn(stateOf(early), { requests: [second], comments: [abort] }))).not.toContain(
      "request-withdrawn",
    );
    // Whoever may not ask is told nothing, and ends nothing.
    const stranger = { ...second, labelledBy: person("eve", "read") };
    expect(kinds(decideOn(requested, { requests: [stranger], comments: [abort] }))).not.toContain("request-withdrawn");
  });

  it.each([
    ["missing", { status: "absent" }, "there is no SPEC.md"],
    ["unusable", { status: "unusable", why: "it is binary", blob: SPEC_BLOB }, "it is binary"],
  ] as const)("reports that SPEC.md is %s, and continues when it is there", (_what, spec, words) => {
    const waiting = decideOn(null, { requests: [label], spec });
    expect(waiting.state?.product).toMatchObject({ phase: "waiting-for-spec" });
    expect(waiting.pending.at(-1)).toMatchObject({ kind: "keep-comment", body: expect.stringContaining(words) });
    expect(kinds(decideOn(waiting.state, { spec }))).toEqual([]);
    expect(decideOn(waiting.state, {}).state?.product).toMatchObject({ phase: "drafting" });
  });
});

describe("a spec", () => {
  it("is proposed as a pull request, which is recognised by its key", () => {
    const before = decideOn(drafted, {});
    expect(before.pending).toContainEqual(
      expect.objectContaining({ kind: "propose-files", branch: "factory/spec-3", key: specKey(3, digest), base: HEAD }),
    );
    expect(shown.product).toMatchObject({ phase: "awaiting-approval", pull_request: 4 });
    expect(pendingKinds(decideOn(shown, { pulls: [specPull] }))).toEqual(["keep-comment"]);
  });

  it("is not approved by a pull request that shows another draft", () => {
    expect(kinds(decideOn(drafted, { pulls: [{ ...specPull, key: "spec-0000000000000000" }] }))).toEqual([]);
  });

  it("is merged at exactly the approved head", () => {
    const decision = decideOn(shown, { pulls: [specPull], comments: [say("/factory approve")] });
    expect(kinds(decision)).toEqual(["spec-approved", "comment-read"]);
    expect(decision.pending).toContainEqual(
      expect.objectContaining({ kind: "merge-pull-request", number: 4, head: HEAD, methods: aConfig().merge_methods }),
    );
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "react", comment: 50, content: "+1" }));
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "say", key: "answer:50", issue: 4 }));
  });

  it("is brought up to date first where the base's rules require it", () => {
    const behind = { ...specPull, isBehind: true, mergeBlockedBy: "its branch is behind its base" };
    const { pending } = decideOn(shown, { pulls: [behind], comments: [say("/factory approve")] });
    expect(pending).toContainEqual({ kind: "update-branch", key: `update-4-${HEAD}`, number: 4, head: HEAD });
    expect(pending.map(({ kind }) => kind)).not.toContain("merge-pull-request");
  });

  it("is recognised after a merge with the base, and its merge is restricted to the same files", () => {
    const joined = { ...specPull, head: "c".repeat(40), key: null, joinedKey: specKey(3, digest) };
    expect(pendingKinds(decideOn(shown, { pulls: [joined] }))).toEqual(["keep-comment"]);
    const { pending } = decideOn(shown, { pulls: [joined], comments: [say("/factory approve")] });
    expect(pending).toContainEqual(
      expect.objectContaining({
        kind: "merge-pull-request",
        head: joined.head,
        scope: expect.objectContaining({ paths: [], folders: [] }),
      }),
    );
  });

  it.each([
    ["an approval older than the draft", say("/factory approve", { createdAt: "2026-03-01T11:00:00Z" }), "changed"],
    ["an edited approval", say("/factory approve", { edited: true }), "edited"],
    ["a reader's approval", say("/factory approve", { author: person("eve", "read") }), "permission"],
    ["a stranger's approval", say("/factory approve", { author: person("eve", null) }), "could not be read"],
  ])("is not approved by %s, and the answer is posted once", (_what, spoken, words) => {
    const decision = decideOn(shown, { pulls: [specPull], comments: [spoken] });
    expect(decision.state?.product).toMatchObject({ phase: "awaiting-approval" });
    expect(kinds(decision)).toEqual(["comment-read"]);
    expect(decision.pending).toContainEqual(
      expect.objectContaining({ kind: "say", body: expect.stringContaining(words) }),
    );
    expect(kinds(decideOn(decision.state, { pulls: [specPull], comments: [spoken] }))).toEqual([]);
  });

  it("is not approved by a bot, which gets no answer", () => {
    const spoken = say("/factory approve", { author: { login: "x[bot]", type: "Bot", role: "admin" } });
    expect(kinds(decideOn(shown, { pulls: [specPull], comments: [spoken] }))).toEqual([]);
  });

  it.each([
    ["GitHub's own approval of that head", { approvals: [{ by: person("ada"), at: later, head: HEAD }] }],
    ["merging it by hand", { state: "merged", closedBy: "ada" }],
  ] as const)("counts %s", (_what, change) => {
    expect(kinds(decideOn(shown, { pulls: [{ ...specPull, ...change }] }))).toContain("spec-approved");
  });

  it.each([
    ["of another head", { by: person("ada"), at: later, head: "d".repeat(40) }],
    ["by a reader", { by: person("eve", "read"), at: later, head: HEAD }],
  ])("does not count an approval %s", (_what, approval) => {
    expect(kinds(decideOn(shown, { pulls: [{ ...specPull, approvals: [approval] }] }))).toEqual([]);
  });

  it("is patched on amend and started again on reject, in a new round", () => {
    const amended = decideOn(shown, { pulls: [specPull], comments: [say("/factory amend more tests please")] });
    expect(amended.state?.product).toMatchObject({
      phase: "drafting",
      round: { number: 2, kind: "amend", amends: 1, feedback: ["more tests please"] },
    });
    const rejected = decideOn(shown, { pulls: [specPull], comments: [say("/factory reject wrong product")] });
    expect(rejected.state?.product).toMatchObject({
      phase: "drafting",
      round: { number: 2, kind: "fresh", amends: 0 },
    });
  });

  it("refuses the stale answer of an earlier round", () => {
    const amended = stateOf(
      decideOn(shown, { pulls: [specPull], comments: [say("/factory amend more tests please")] }),
    );
    const decision = decideOn(amended, {}, { given: [draftedEvent] });
    expect(decision.refused).toMatchObject([{ refusal: { code: "stale-draft" } }]);
    expect(decision.state?.product).toMatchObject({ phase: "drafting", round: { number: 2 } });
  });
});

describe("the project", () => {
  const started = decideOn(approved, { pulls: [merged], comments: [say("/factory approve")] });

  it("starts when the spec is merged: folders and state in one commit, the first task dispatched", () => {
    expect(kinds(started)).toEqual(expect.arrayContaining(["project-started", "project-updated"]));
    expect(started.files.filter(({ path }) => path.startsWith(".factory/project/"))).toHaveLength(2);
    const statuses = Object.values(started.state?.project?.tasks ?? {}).map(({ status }) => status);
    expect(statuses).toEqual(["IN_PROGRESS", "PENDING"]);
    expect(started.pending).toContainEqual(
      expect.objectContaining({ kind: "propose-files", branch: `factory/${FIRST_TASK}` }),
    );
  });

  it("records the pull request of a task and proposes no second one", () => {
    const taskPull = pull({ number: 5, branch: `factory/${FIRST_TASK}` });
    const decision = decideOn(started.state, { pulls: [merged, taskPull], comments: [say("/factory approve")] });
    expect(decision.state?.project?.tasks[FIRST_TASK]?.pull_request).toBe(5);
    expect(pendingKinds(decision)).not.toContain("propose-files");
  });

  it("only answers while paused", () => {
    const paused = decideOn(started.state, {
      pulls: [merged],
      comments: [
        say("/factory approve"),
        say("/factory pause", { id: 60, issue: 3, createdAt: "2026-03-01T14:00:00Z" }),
      ],
    });
    expect(paused.state?.project?.status).toBe("PAUSED");
    expect(pendingKinds(paused)).not.toContain("propose-files");
    expect(paused.pending).toContainEqual(expect.objectContaining({ kind: "say", key: "answer:60" }));
  });
});

describe("a settled decision", () => {
  it("has no pending effects and no events", () => {
    const first = decideOn(requested, {});
    const status = first.pending.find(({ kind }) => kind === "keep-comment");
    if (status?.kind !== "keep-comment") throw new Error("expected the status comment");
    const sticky = { key: "status", id: 70, issue: 3, body: status.body };
    const settled = decideOn(requested, { stickies: [sticky] });
    expect(settled.events).toEqual([]);
    expect(pendingKinds(settled)).toEqual(["draft-spec"]); // a job that runs; starting it again is no write
  });

  it("removes a posted answer together with the next event", () => {
    const answered = stateOf(decideOn(shown, { pulls: [specPull], comments: [say("/factory help")] }));
    expect(answered.inbox.pending).toHaveLength(1);
    const own = comment({
      id: 51,
      issue: 4,
      own: true,
      body: `${hiddenMarker("answer:50")}\nhelp`,
      createdAt: later,
      author: { login: "factory[bot]", type: "Bot", role: null },
    });
    const seen = { pulls: [specPull], comments: [say("/factory help"), own] };
    expect(pendingKinds(decideOn(answered, seen))).toEqual(["keep-comment"]);
    const next = decideOn(answered, {
      ...seen,
      comments: [...seen.comments, say("/factory status", { id: 52, createdAt: "2026-03-01T15:00:00Z" })],
    });
    expect(next.state?.inbox.pending.map(({ key }) => key)).toEqual(["answer:52"]);
  });

  it("is the same for the same input", () => {
    const input = { pulls: [specPull], comments: [say("/factory approve"), say("/factory amend x", { id: 49 })] };
    expect(decideOn(shown, input)).toEqual(decideOn(shown, input));
  });

  it("leaves conversation unread until it piles up", () => {
    const chat = (count: number) =>
      Array.from({ length: count }, (_, index) => say(`chat ${index}`, { id: 100 + index }));
    expect(kinds(decideOn(shown, { pulls: [specPull], comments: chat(30) }))).toEqual([]);
    expect(kinds(decideOn(shown, { pulls: [specPull], comments: chat(31) }))).toHaveLength(31);
  });
});
