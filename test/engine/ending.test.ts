import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../src/engine/factory-state.js";
import {
  approved,
  decideOn,
  kinds,
  label,
  mergedSpec,
  notes,
  pendingKinds,
  planning,
  REQUEST,
  requested,
  say,
  stateOf,
  TASK_PULL,
  taskPull,
} from "../support/loop.js";

const abort = say("/factory abort", { id: 60, issue: REQUEST, createdAt: "2026-03-01T14:00:00Z" });
const inWork = { pulls: [mergedSpec, taskPull] };
const other = { ...label, issue: 9, labelledAt: "2026-03-01T11:00:00Z" };

describe("a product that a person ends", () => {
  const withdrawn = stateOf(decideOn(requested, { comments: [abort] }));

  it("is withdrawn before the project starts, and frees the repository for another", () => {
    expect(withdrawn.product).toMatchObject({ phase: "withdrawn", by: "ada" });
    expect(pendingKinds(decideOn(withdrawn, { comments: [abort] }))).not.toContain("draft-spec");
    const next = decideOn(withdrawn, { requests: [label, other], comments: [abort] });
    expect(next.state?.request.issue).toBe(9);
  });

  it("is requested again by the same label only if it is set again after the end", () => {
    expect(kinds(decideOn(withdrawn, { comments: [abort] }))).toEqual([]);
    const again = { ...label, labelledAt: "2026-03-01T12:00:01Z" };
    expect(kinds(decideOn(withdrawn, { requests: [again], comments: [abort] }))[0]).toBe("product-requested");
  });

  it("aborts its project, closes its open pull requests with a note, and starts nothing more", () => {
    const decision = decideOn(planning, { ...inWork, comments: [abort] });
    expect(decision.state?.project?.status).toBe("ABORTED");
    const aboutPull = decision.pending.filter((effect) => "key" in effect && /^(aborted|close)/.test(effect.key));
    expect(aboutPull).toMatchObject([
      { kind: "say", issue: TASK_PULL },
      { kind: "close-pull-request", number: TASK_PULL },
    ]);
    expect(pendingKinds(decision)).not.toContain("ask-role");
    const closed = { pulls: [mergedSpec, { ...taskPull, state: "closed" } as const], comments: [abort] };
    expect(pendingKinds(decideOn(stateOf(decision), closed))).not.toContain("close-pull-request");
  });

  it("does not close what another product left open under the same name", () => {
    const decision = decideOn(planning, { pulls: [mergedSpec, { ...taskPull, number: 2 }], comments: [abort] });
    expect(pendingKinds(decision)).not.toContain("close-pull-request");
  });

  it("gives the next product of the same names other task ids, because the old branches and pull requests still exist", () => {
    const aborted = stateOf(decideOn(planning, { ...inWork, comments: [abort] }));
    const next = stateOf(decideOn(aborted, { requests: [label, other], comments: [abort] }));
    expect(next.request.issue).toBe(9);
    const used = Object.keys(aborted.project?.tasks ?? {});
    const start = decideOn(
      { ...next, product: approved.product },
      { requests: [label, other], pulls: [mergedSpec, { ...taskPull, state: "merged" }], comments: [abort] },
    );
    const tasks = Object.keys(start.state?.project?.tasks ?? {});
    expect(tasks).toHaveLength(used.length);
    expect(tasks.filter((id) => used.includes(id))).toEqual([]);
    expect(start.pending).toContainEqual(
      expect.objectContaining({ kind: "propose-files", branch: `factory/${tasks[0]}` }),
    );
  });

  it("posts again, in a product requested by the same issue, what the last one posted", () => {
    const quick = { ...label, quick: true };
    const first = decideOn(null, { requests: [quick] });
    const ended = stateOf(decideOn(stateOf(first), { requests: [quick], comments: [abort] }));
    const again = { ...quick, labelledAt: "2026-03-01T15:00:00Z" };
    const second = decideOn(
      { ...ended, inbox: { ...ended.inbox, pending: [] } },
      { requests: [again], comments: [abort] },
    );
    const missing = [first, second].flatMap(({ pending }) =>
      pending.flatMap((effect) =>
        effect.kind === "say" && effect.body.includes("cannot start yet") ? [effect.key] : [],
      ),
    );
    expect(new Set(missing).size).toBe(2);
    const unlabelled = [first, second].map((decision) => notes(decideOn(decision.state, { requests: [] }))[0]?.key);
    expect(new Set(unlabelled)).toEqual(new Set([expect.any(String), expect.any(String)]));
  });

  it("cannot be ended twice", () => {
    const { project } = planning;
    if (project === null) throw new Error("the project has started");
    const released: FactoryState = { ...planning, project: { ...project, status: "RELEASED" } };
    const decision = decideOn(released, { ...inWork, comments: [abort] });
    expect(decision.state?.project?.status).toBe("RELEASED");
    expect(decision.state?.inbox.pending.at(-1)).toMatchObject({ answers: { accepted: false } });
  });
});

describe("labels that stay on after the end", () => {
  const END = "2026-03-01T12:00:00Z";
  const later = { ...label, issue: 9, labelledAt: "2026-03-01T15:00:00Z" };
  const both = { ...inWork, requests: [label, later] };
  const released = (state: FactoryState, updated_at: string): FactoryState => {
    if (planning.project === null) throw new Error("the project has started");
    return { ...state, project: { ...planning.project, status: "RELEASED", updated_at } };
  };
  const second = stateOf(decideOn(released(planning, END), both));
  const secondEnded = released(second, "2026-03-02T12:00:00Z");

  it("request nothing: two finished products do not take turns", () => {
    expect(second.request.issue).toBe(9);
    expect(kinds(decideOn(secondEnded, both))).toEqual([]);
  });

  it("leave nothing of the last product that the next one would wait or pay for", () => {
    const call = { since: END, pack: "CP-0000000a", role: "planner", task: null, module: null } as const;
    const asked = { ...call, model: "m", prompt_version: "v", estimate_usd: 1 };
    const open = { postponed: { "draft-3-1": { since: END, why: "away" } }, under_way: { "3-product-1": asked } };
    const next = stateOf(decideOn(released({ ...planning, ...open }, END), both));
    expect(next.request.issue).toBe(9);
    expect(next).not.toHaveProperty("postponed");
    expect(next).not.toHaveProperty("under_way");
  });

  it("get no answer about the product in progress, and their author is not looked up", () => {
    expect(second.noted).toEqual([]);
    const left = { ...label, labelledBy: { ...label.labelledBy, role: "read" } };
    expect(notes(decideOn(second, { ...both, requests: [left, later] }))).toEqual([]);
  });

  it("request again when they are set again, and are answered once each time while another product is in progress", () => {
    const again = { ...label, labelledAt: "2026-03-01T18:00:00Z" };
    const waiting = decideOn(second, { ...both, requests: [again, later] });
    expect(notes(waiting)).toMatchObject([{ issue: REQUEST, body: expect.stringContaining("Leave the label on") }]);
    expect(notes(decideOn(stateOf(waiting), { ...both, requests: [again, later] }))).toEqual([]);
    const third = stateOf(decideOn(secondEnded, { ...both, requests: [again, later] }));
    expect(third.request).toMatchObject({ issue: REQUEST, requested_at: again.labelledAt });
    expect(kinds(decideOn(released(third, "2026-03-03T12:00:00Z"), { ...both, requests: [again, later] }))).toEqual([]);
    const once = { ...label, labelledAt: "2026-03-04T12:00:00Z" };
    expect(notes(decideOn(stateOf(waiting), { ...both, requests: [once, later] }))).toHaveLength(1);
  });

  it("request nothing however many products have ended since", () => {
    const last = Array.from({ length: 250 }).reduce<FactoryState>(
      (state, _, index) => {
        const at = new Date(Date.UTC(2026, 3, 1, index)).toISOString();
        const next = stateOf(decideOn(state, { requests: [label, { ...label, issue: 100 + index, labelledAt: at }] }));
        expect(next.request.issue).toBe(100 + index);
        return released(next, at);
      },
      released(planning, END),
    );
    expect(last.ended_requests?.length).toBeLessThanOrEqual(200);
    expect(
      kinds(decideOn(last, { requests: [label, { ...label, issue: 100, labelledAt: "2026-04-01T00:00:00.000Z" }] })),
    ).toEqual([]);
  });
});
