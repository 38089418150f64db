import { describe, expect, it } from "vitest";
import { gitBlobSha } from "../../../src/domain/hash.js";
import type { FactoryEvent } from "../../../src/engine/event.js";
import { reduce } from "../../../src/engine/reduce.js";
import { deprecationEffects } from "../../../src/features/deprecation/deprecation-proposal.js";
import type { DeprecationOrder, DeprecationState } from "../../../src/features/deprecation/deprecation-state.js";
import { detectDeprecations } from "../../../src/features/deprecation/detect-deprecations.js";
import { HEAD, pull } from "../../support/observed.js";
import { aProject } from "../../support/project-state.js";
import { ended, NOW, reduced, situation } from "../../support/release.js";
import { releaseBranches, releasePaths } from "../../support/release-queries.js";

const REF = "MM-0001@1.0.0";
const BRANCH = "factory/deprecate-MM-0001-1.0.0";
const PATH = `.factory/deprecations/${REF}.yml`;
const order: DeprecationOrder = {
  module_ref: REF,
  reason: "It folds no Unicode.",
  migration_note: "Fold before you call it.",
  replacement: "MM-0002@1.0.0",
  asked_by: "ada",
  issue: 3,
  at: NOW,
};
const preparing: DeprecationState = { phase: "preparing", order };
const proposing: DeprecationState = {
  phase: "proposing",
  order,
  digest: "d".repeat(64),
  downstream: ["MM-0003@1.0.0"],
};
const key = `deprecate-${REF}-${"d".repeat(16)}`;
const note = { key: "k", issue: 3, body: "Done.", answers: null };
const shown = (changes: Partial<Parameters<typeof pull>[0]> = {}) => ({
  pulls: [pull({ number: 9, branch: BRANCH, key, ...changes })],
});
const pending = (deprecation: DeprecationState, seen: Parameters<typeof situation>[1] = {}) =>
  deprecationEffects(
    situation({ deprecations: [deprecation] }, seen, { files: new Map([[PATH, "status: DEPRECATED\n"]]) }),
  );
const noticed = (seen: Parameters<typeof situation>[1], state: Parameters<typeof situation>[0] = {}) =>
  detectDeprecations(situation({ deprecations: [proposing], ...state }, seen));

describe("the pending effect of a deprecation", () => {
  it("is reading the present index", () => {
    expect(pending(preparing)).toEqual([
      { kind: "prepare-deprecation", key: `deprecate-${REF}`, module: REF, head: HEAD },
    ]);
  });

  it("is a pull request with the one entry: reason, migration note, replacement and affected modules", () => {
    const [effect] = pending(proposing);
    expect(effect).toMatchObject({
      kind: "propose-files",
      key,
      branch: BRANCH,
      base: HEAD,
      files: [{ path: `.factory/code-index/${REF}.yml`, text: "status: DEPRECATED\n" }],
    });
    const body = effect?.kind === "propose-files" ? effect.body : "";
    for (const said of [order.reason, order.migration_note, "MM-0002@1.0.0", "MM-0003@1.0.0", "#3"])
      expect(body).toContain(said);
  });

  it("is its own pull request if the branch shows an earlier order", () => {
    expect(pending(proposing, shown({ key: "deprecate-before", state: "closed" }))).toMatchObject([
      { kind: "propose-files", key },
    ]);
  });

  it("is its merge", () => {
    expect(pending(proposing, shown())).toMatchObject([{ kind: "merge-pull-request", number: 9, head: HEAD }]);
  });

  it("is an update of its branch if the rules of the base require it", () => {
    const behind = { isBehind: true, mergeBlockedBy: "its branch is behind its base" };
    expect(pending(proposing, shown(behind))).toEqual([
      { kind: "update-branch", key: `update-9-${HEAD}`, number: 9, head: HEAD },
    ]);
  });

  it("is its merge after an update with the base, restricted to the same file", () => {
    const exactly = [{ path: `.factory/code-index/${REF}.yml`, blob: gitBlobSha("status: DEPRECATED\n") }];
    expect(pending(proposing, shown({ key: null, joinedKey: key }))).toMatchObject([
      { kind: "merge-pull-request", number: 9, scope: { paths: [], exactly, folders: [] } },
    ]);
  });

  it.each([
    ["it conflicts", { mergeable: "conflicting" }],
    ["a review is required", { mergeBlockedBy: "a review is required" }],
    ["it is merged", { state: "merged" }],
  ] as const)("does not exist while it waits: %s", (_, changes) => {
    expect(pending(proposing, shown(changes))).toEqual([]);
  });
});

describe("the end of a deprecation", () => {
  it("is the merge, with an answer to the person who ordered it", () => {
    expect(noticed(shown({ state: "merged", mergeSha: HEAD }))).toMatchObject([
      {
        kind: "deprecation-merged",
        module_ref: REF,
        note: { issue: 3, body: expect.stringContaining("MM-0003@1.0.0") },
      },
    ]);
  });

  it("is a rejection if a person closes it", () => {
    expect(noticed(shown({ state: "closed", closedBy: "grace" }))).toMatchObject([
      { kind: "deprecation-refused", note: { body: expect.stringMatching(/closed by grace.*Nothing was changed/) } },
    ]);
  });

  it("has not come while it is open, or while the project is paused", () => {
    expect(noticed(shown())).toEqual([]);
    const project = aProject({ a: { is: "SHIPPED" } }, { status: "PAUSED" });
    expect(noticed(shown({ state: "merged" }), { project })).toEqual([]);
  });
});

describe("the deprecations in progress", () => {
  const ordered: FactoryEvent = { kind: "deprecation-ordered", at: NOW, order };
  const prepared: FactoryEvent = {
    kind: "deprecation-prepared",
    at: NOW,
    module_ref: REF,
    digest: "d".repeat(64),
    downstream: ["MM-0003@1.0.0"],
  };

  it("are kept from order to end", () => {
    const asked = reduced(ended(), ordered);
    expect(asked.deprecations).toEqual([preparing]);
    const shownState = reduced(asked, prepared);
    expect(shownState.deprecations).toEqual([proposing]);
    const done = reduced(shownState, { kind: "deprecation-merged", at: NOW, module_ref: REF, note });
    expect(done.deprecations).toEqual([{ phase: "migrating", order, consumers: null }]);
    const over = {
      kind: "deprecation-consumers-found" as const,
      at: NOW,
      module_ref: REF,
      consumers: [],
    } satisfies FactoryEvent;
    expect(reduced(done, over).deprecations).toEqual([]);
    expect(done.inbox.pending).toEqual([note]);
    expect(reduced(asked, { kind: "deprecation-refused", at: NOW, module_ref: REF, note })).toMatchObject({
      deprecations: [],
      inbox: { pending: [note] },
    });
  });

  it("are one per module, and only an ordered one continues", () => {
    expect(reduce(ended({ deprecations: [preparing] }), ordered)).toMatchObject({
      ok: false,
      refusal: { code: "deprecation-under-way" },
    });
    expect(reduce(ended(), prepared)).toMatchObject({ ok: false, refusal: { code: "no-deprecation" } });
  });

  it("are observed by their branch and their entry once they are proposed", () => {
    expect(releaseBranches(ended({ deprecations: [proposing] }), "factory")).toEqual([BRANCH]);
    expect(releasePaths(ended({ deprecations: [proposing] }))).toEqual([PATH]);
    expect(releaseBranches(ended({ deprecations: [preparing] }), "factory")).toEqual([]);
    expect(releasePaths(ended({ deprecations: [preparing] }))).toEqual([]);
  });
});
