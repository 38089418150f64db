import { describe, expect, it } from "vitest";
import type { FactoryState } from "../../src/domain/factory/factory-state.js";
import {
  approved,
  decideOn,
  kinds,
  label,
  mergedSpec,
  owedKinds,
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

describe("ending a product by hand", () => {
  const withdrawn = stateOf(decideOn(requested, { comments: [abort] }));

  it("withdraws a request before there is a project, and frees the repository for another", () => {
    expect(withdrawn.product).toMatchObject({ phase: "withdrawn", by: "ada" });
    expect(owedKinds(decideOn(withdrawn, { comments: [abort] }))).not.toContain("draft-spec");
    const next = decideOn(withdrawn, { requests: [label, other], comments: [abort] });
    expect(next.state?.request.issue).toBe(9);
  });

  it("is asked anew by the same label only when it is put on again after the end", () => {
    expect(kinds(decideOn(withdrawn, { comments: [abort] }))).toEqual([]);
    const again = { ...label, labelledAt: "2026-03-01T12:00:01Z" };
    expect(kinds(decideOn(withdrawn, { requests: [again], comments: [abort] }))[0]).toBe("product-requested");
  });

  it("aborts a project, closes its open pull requests with a note, and starts nothing more", () => {
    const decision = decideOn(planning, { ...inWork, comments: [abort] });
    expect(decision.state?.project?.status).toBe("ABORTED");
    const aboutPull = decision.owed.filter((effect) => "key" in effect && /^(aborted|close)/.test(effect.key));
    expect(aboutPull).toMatchObject([
      { kind: "say", issue: TASK_PULL },
      { kind: "close-pull-request", number: TASK_PULL },
    ]);
    expect(owedKinds(decision)).not.toContain("ask-role");
    const closed = { pulls: [mergedSpec, { ...taskPull, state: "closed" } as const], comments: [abort] };
    expect(owedKinds(decideOn(stateOf(decision), closed))).not.toContain("close-pull-request");
  });

  it("does not close what another product left open under the same name", () => {
    const decision = decideOn(planning, { pulls: [mergedSpec, { ...taskPull, number: 2 }], comments: [abort] });
    expect(owedKinds(decision)).not.toContain("close-pull-request");
  });

  it("gives the next product of the same names other task ids: the old branches and pull requests are still there", () => {
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
    expect(start.owed).toContainEqual(
      expect.objectContaining({ kind: "propose-files", branch: `factory/${tasks[0]}` }),
    );
  });

  it("refuses to end what has ended", () => {
    const { project } = planning;
    if (project === null) throw new Error("the project has started");
    const released: FactoryState = { ...planning, project: { ...project, status: "RELEASED" } };
    const decision = decideOn(released, { ...inWork, comments: [abort] });
    expect(decision.state?.project?.status).toBe("RELEASED");
    expect(decision.state?.inbox.owed.at(-1)).toMatchObject({ answers: { accepted: false } });
  });
});
