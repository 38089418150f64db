import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/engine/decide.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { aConfig } from "../../support/config.js";
import {
  decideOn,
  kinds,
  LATER,
  label,
  mergedSpec,
  notes,
  planning,
  REQUEST,
  requested,
  type Seen,
  SPEC_PULL,
  say,
  shown,
  specPull,
  stateOf,
  TASK_PULL,
  taskPull,
} from "../../support/loop.js";
import { person } from "../../support/observed.js";

const NEW_BLOB = "9".repeat(40);
const edited = { spec: { status: "present", blob: NEW_BLOB, text: "# Another\n" } } as const;
const inWork = { pulls: [mergedSpec, taskPull] };

/** Notes it now and never again. */
function notedOnce(state: FactoryState, seen: Seen): ReturnType<typeof notes> {
  const decision = decideOn(state, seen);
  expect(notes(decideOn(stateOf(decision), seen))).toEqual([]);
  return notes(decision);
}

describe("an edit of SPEC.md", () => {
  it("keeps the approved spec of a running project, and is answered with what can be done", () => {
    const [note, ...more] = notedOnce(planning, { ...inWork, ...edited });
    expect(more).toEqual([]);
    expect(note).toMatchObject({ issue: REQUEST, body: expect.stringContaining("keeps the spec that was approved") });
  });

  it("is answered again for another content, and not for the one that was read", () => {
    const first = stateOf(decideOn(planning, { ...inWork, ...edited }));
    const other = { spec: { ...edited.spec, blob: "8".repeat(40) } };
    expect(notes(decideOn(first, { ...inWork, ...other }))).toHaveLength(1);
    expect(notes(decideOn(planning, inWork))).toEqual([]);
  });

  it("offers a fresh start while the draft is being decided, from the present text", () => {
    const seen = { pulls: [specPull], ...edited };
    expect(notedOnce(shown, seen)[0]?.body).toContain("/factory reject");
    const rejected = decideOn(shown, { ...seen, comments: [say("/factory reject it was edited")] });
    expect(rejected.state?.product).toMatchObject({ phase: "drafting", round: { kind: "fresh", spec_blob: NEW_BLOB } });
  });

  it("is not used by an amend, which patches the draft", () => {
    const decision = decideOn(shown, { pulls: [specPull], ...edited, comments: [say("/factory amend more")] });
    expect(decision.state?.product).not.toMatchObject({ round: { spec_blob: NEW_BLOB } });
  });
});

describe("a spec pull request that is closed without a decision", () => {
  const closed = { pulls: [{ ...specPull, state: "closed", closedBy: "bob" } as const] };
  const status = ({ pending }: Decision) => pending.find(({ kind }) => kind === "keep-comment");

  it("waits, says why once, and proposes no second one", () => {
    const decision = decideOn(shown, closed);
    expect(notedOnce(shown, closed)).toMatchObject([{ issue: SPEC_PULL, body: expect.stringContaining("bob closed") }]);
    expect(decision.pending).not.toContainEqual(expect.objectContaining({ kind: "propose-files" }));
    expect(status(decision)).toMatchObject({ body: expect.stringContaining(`#${SPEC_PULL} to be reopened`) });
  });

  it("is not approved while it is closed, neither by comment nor by an earlier review", () => {
    const approvals = [{ by: person("ada"), at: LATER, head: specPull.head }];
    const seen = { pulls: [{ ...specPull, state: "closed", approvals } as const], comments: [say("/factory approve")] };
    const decision = decideOn(shown, seen);
    expect(decision.state?.product).toMatchObject({ phase: "awaiting-approval" });
    expect(decision.pending).toContainEqual(expect.objectContaining({ kind: "say", key: "answer:50" }));
    expect(decision.state?.inbox.pending[0]?.body).toContain("reopen it");
  });

  it.each(["amend say more", "reject wrong product"])("goes on with /factory %s", (command) => {
    const decision = decideOn(shown, { ...closed, comments: [say(`/factory ${command}`)] });
    expect(decision.state?.product).toMatchObject({ phase: "drafting", round: { number: 2 } });
  });

  it("goes on where it was when it is reopened", () => {
    const noted = stateOf(decideOn(shown, closed));
    const decision = decideOn(noted, { pulls: [specPull], comments: [say("/factory approve")] });
    expect(decision.state?.product).toMatchObject({ phase: "approved" });
  });
});

describe("a draft that failed", () => {
  const stuck: FactoryState = stateOf(
    decideOn(
      requested,
      {},
      { given: [{ kind: "draft-failed", at: label.labelledAt, round: 1, why: "No.", usage: [] }] },
    ),
  );

  it.each([
    ["amend say more", "amend"],
    ["reject start over", "fresh"],
  ])("goes on with /factory %s in the issue", (command, kind) => {
    const decision = decideOn(stuck, { comments: [say(`/factory ${command}`, { issue: REQUEST })] });
    expect(decision.state?.product).toMatchObject({ phase: "drafting", round: { number: 2, kind } });
  });
});

describe("a label by an unauthorised person", () => {
  const eve = { ...label, issue: 8, labelledBy: person("eve", "read") };

  it("is answered before any product, by a comment that is its own memory", () => {
    const decision = decideOn(null, { requests: [eve] });
    expect(decision).toMatchObject({ state: null, events: [] });
    expect(decision.pending).toMatchObject([{ kind: "say", issue: 8, key: "label-refused:8" }]);
    expect(decision.pending[0]).toMatchObject({ body: expect.stringContaining("eve put the label on") });
  });

  it("is answered once beside a running product, which continues", () => {
    const seen = { ...inWork, requests: [label, eve] };
    expect(notedOnce(planning, seen)).toMatchObject([{ key: "label-refused:8", issue: 8 }]);
  });

  it("is not said of the label that began the product, whose permission is not looked up any more, when it ends", () => {
    const { project } = planning;
    if (project === null) throw new Error("there is no project");
    const released: FactoryState = { ...planning, project: { ...project, status: "RELEASED" } };
    const own = { ...label, labelledBy: person("eve", null) };
    expect(notes(decideOn(released, { ...inWork, requests: [own] }))).toEqual([]);
    const again = { ...own, labelledAt: "2027-01-01T00:00:00Z" };
    expect(notes(decideOn(released, { ...inWork, requests: [again] }))).toMatchObject([
      { key: `label-refused:${label.issue}` },
    ]);
  });

  it("is answered if the permission could not be read, and starts when it can", () => {
    const unknown = { ...eve, labelledBy: person("eve", null) };
    expect(decideOn(null, { requests: [unknown] }).pending[0]).toMatchObject({
      body: expect.stringContaining("could not be read. That is looked up again."),
    });
    const known = { ...eve, labelledBy: person("eve", "write") };
    expect(decideOn(null, { requests: [known] }).state?.request).toMatchObject({ issue: 8, requester: "eve" });
  });

  it("is not answered for a bot, and not for an approver of the configuration in any case of letters", () => {
    const bot = { ...eve, labelledBy: { login: "x[bot]", type: "Bot", role: null } };
    expect(decideOn(null, { requests: [bot] }).pending).toEqual([]);
    const config = { ...aConfig(), approvers: ["EVE"] };
    expect(kinds(decideOn(null, { requests: [eve] }, { config }))).toContain("product-requested");
  });
});

describe("an issue that is closed or loses its label", () => {
  const gone = { requests: [] };

  it("does not stop the product, and one answer says how to pause or abort", () => {
    const [note] = notedOnce(planning, { ...inWork, ...gone });
    expect(note).toMatchObject({ key: `withdrawn:${REQUEST}:${label.labelledAt}`, issue: REQUEST });
    expect(note?.body).toContain("/factory pause");
    expect(note?.body).toContain("/factory abort");
  });

  it("is answered with the command that withdraws the request before the project starts", () => {
    expect(notedOnce(requested, gone)[0]?.body).toContain("`/factory abort` withdraws");
  });

  it("is ignored when the product is finished", () => {
    const { project } = planning;
    if (project === null) throw new Error("the project has started");
    const released: FactoryState = { ...planning, project: { ...project, status: "RELEASED" } };
    expect(notes(decideOn(released, { ...inWork, ...gone, ...edited }))).toEqual([]);
  });
});

describe("a command in a review", () => {
  const remark = {
    id: 70,
    pull: TASK_PULL,
    author: person("ada"),
    path: "src/notes.ts",
    line: 4,
    thread: 70,
    body: "/factory abandon it is wrong",
    createdAt: LATER,
  };

  it("is not run, and answered once in its thread", () => {
    const [note] = notedOnce(planning, { ...inWork, remarks: [remark] });
    expect(note).toMatchObject({ issue: TASK_PULL, thread: 70, body: expect.stringContaining("was not run") });
  });

  it("is answered in the conversation where there is no thread: in the words of the review itself", () => {
    const words = { ...remark, id: "review-70", path: null, line: null, thread: null };
    const [note] = notedOnce(planning, { ...inWork, remarks: [words] });
    expect(note).toMatchObject({ issue: TASK_PULL, body: expect.stringContaining("in a review was not run") });
    expect(note).not.toHaveProperty("thread");
  });

  it("is answered once in a thread, even if others repeat it there", () => {
    const again = { ...remark, id: 71 };
    const other = { ...remark, id: 72, author: person("bob") };
    expect(notes(decideOn(planning, { ...inWork, remarks: [remark, again, other] }))).toHaveLength(1);
  });

  it("is answered up to the hourly limit, once more about the limit, and then not at all", () => {
    const config = aConfig({ budgets: { ...aConfig().budgets, max_commands_per_user_per_hour: 2 } });
    const flood = [70, 71, 72, 73, 74].map((id) => ({ ...remark, id, thread: id }));
    const bob = { ...remark, id: 80, thread: 80, author: person("bob") };
    const decision = decideOn({ ...planning, heard: [] }, { ...inWork, remarks: [...flood, bob] }, { config });
    expect(notes(decision).map(({ thread }) => thread)).toEqual([70, 71, 72, 80]);
    expect(notes(decision)[1]?.body).not.toContain("more than 2 commands");
    expect(notes(decision)[2]?.body).toContain("more than 2 commands within an hour");
    const state = stateOf(decision);
    const more = { ...remark, id: 75, thread: 75, createdAt: "2026-03-01T13:10:00Z" };
    expect(notes(decideOn(state, { ...inWork, remarks: [...flood, more] }, { config }))).toEqual([]);
    const order = say("/factory status", { id: 90, issue: TASK_PULL, createdAt: "2026-03-01T13:20:00Z" });
    expect(kinds(decideOn(state, { ...inWork, comments: [order] }, { config }))).toEqual(["comment-read"]);
    expect(decideOn(state, { ...inWork, comments: [order] }, { config }).events[0]).toMatchObject({ answer: null });
  });

  it.each([
    ["ordinary words", { ...remark, body: "why not /factory?" }],
    ["a quoted command", { ...remark, body: "> /factory abort" }],
    ["a bot, which would answer in turn", { ...remark, author: { login: "x[bot]", type: "Bot", role: "admin" } }],
    ["a pull request that is not ours", { ...remark, pull: 99 }],
  ])("leaves %s alone", (_what, other) => {
    expect(notes(decideOn(planning, { ...inWork, remarks: [other] }))).toEqual([]);
  });
});
